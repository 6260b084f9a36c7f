import * as Type from 'typebox'
import { Verifier } from './account.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { LAST_LOGIN_METHOD } from './second-factor.ts'
import { oneOf, SecretToken, success } from './shapes.ts'
import {
	ALREADY_CONNECTED_MESSAGE,
	CONNECT_FAILED,
	CONNECT_OUTCOMES,
	EMAIL_UNCONFIRMED_MESSAGE,
	SOCIAL_LOGIN_FAILED,
} from './social-login-outcomes.ts'
import { PROVIDERS } from './social-login-providers.ts'
import { CurrentUser } from './users.ts'

export const PROVIDER_NOT_FOUND = {
	code: 'provider_not_found',
	error: 'This login method is not available here',
} as const
export const REDIRECT_NOT_ALLOWED = {
	code: 'redirect_not_allowed',
	error: 'This app is not allowed to log people in here',
} as const
export const EMAIL_UNCONFIRMED = {
	code: 'email_unconfirmed',
	error: EMAIL_UNCONFIRMED_MESSAGE,
} as const
export const ALREADY_CONNECTED = { code: 'already_connected', error: ALREADY_CONNECTED_MESSAGE } as const
export const CONNECTED_ELSEWHERE = { code: 'connected_elsewhere', error: CONNECT_OUTCOMES.connected_elsewhere } as const
/** The app's ticket to connect an account is invalid, or was issued to another app. */
export const BAD_CONNECTION = { code: 'bad_token', error: CONNECT_FAILED } as const
export const NOT_CONNECTED = { code: 'not_connected', error: 'No account from this provider is connected' } as const
export const PROVIDER_UNAVAILABLE = {
	code: 'provider_unavailable',
	error: 'It cannot be reached right now. Please try again in a moment.',
} as const
export const BAD_SIGNED_REQUEST = { code: 'bad_signed_request', error: 'The signed request is not valid' } as const

const params = Type.Object({ provider: oneOf(PROVIDERS) })
/** Where an app receives its ticket; must be one of the allowed URIs of the site. */
const AppRedirectUri = Type.Optional(Type.String({ maxLength: 500 }))
/** The S256 challenge of the app's verifier. */
const Challenge = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }))

export const startSocialLogin = endpoint({
	method: 'GET',
	url: '/api/auth/:provider',
	config: {
		summary: 'Start a social login: redirects the browser to the provider',
		auth: 'nobody',
		failure: SOCIAL_LOGIN_FAILED,
		missing: PROVIDER_NOT_FOUND,
		refusals: { 400: [REDIRECT_NOT_ALLOWED] },
		limit: 'signIn',
		redirects: 'To the provider; to the landing with `error` if the provider cannot be reached',
	},
	schema: {
		params,
		querystring: Type.Object({
			redirect_uri: AppRedirectUri,
			mobile: Type.Optional(Type.Boolean()),
			challenge: Challenge,
			/** Logs in again as a proof of identity; the ticket is for `reauthenticate`. */
			purpose: Type.Optional(oneOf(['reauthenticate'])),
			/** An app's attempt to connect, started by `connectProvider`. */
			attempt: Type.Optional(Type.String({ maxLength: 4_000 })),
			/** The path where a browser continues afterwards. */
			redirect: Type.Optional(Type.String({ maxLength: 500 })),
			/** For a new account where those need one. */
			invite: Type.Optional(Type.String({ maxLength: LIMITS.inviteCodeMax })),
		}),
		response: {},
	},
})

export const completeSocialLogin = endpoint({
	method: 'GET',
	url: '/api/auth/:provider/callback',
	config: {
		summary: "Handle the provider's response: redirects the browser to the landing, or hands the ticket to the app",
		auth: 'nobody',
		failure: SOCIAL_LOGIN_FAILED,
		missing: PROVIDER_NOT_FOUND,
		limit: 'signIn',
		redirects: 'To the landing, the app or the settings; with `error` if the login failed',
	},
	schema: {
		params,
		querystring: Type.Object({
			state: Type.Optional(Type.String({ maxLength: 500 })),
			code: Type.Optional(Type.String({ maxLength: 4_000 })),
			error: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {},
	},
})

export const connectProvider = endpoint({
	method: 'POST',
	url: '/api/auth/providers/:provider',
	config: {
		summary:
			'Start connecting a social login to your account; needs a recent proof of identity. Continue in the browser at the returned URL; an app that sends a challenge opens it in the system browser',
		auth: 'user',
		failure: CONNECT_FAILED,
		missing: PROVIDER_NOT_FOUND,
		refusals: {
			400: [REDIRECT_NOT_ALLOWED],
			403: [EMAIL_UNCONFIRMED],
			409: [ALREADY_CONNECTED],
			503: [PROVIDER_UNAVAILABLE],
		},
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		params,
		querystring: Type.Object({ redirect_uri: AppRedirectUri, challenge: Challenge }),
		response: { 200: Type.Object({ success, url: Type.String() }) },
	},
})

export const completeConnection = endpoint({
	method: 'PUT',
	url: '/api/auth/providers/:provider',
	config: {
		summary: 'Connect a social login to your account with the ticket returned to the app; works once, within a minute',
		auth: 'user',
		tokenScope: 'never',
		failure: CONNECT_FAILED,
		missing: PROVIDER_NOT_FOUND,
		refusals: { 400: [BAD_CONNECTION], 403: [EMAIL_UNCONFIRMED], 409: [ALREADY_CONNECTED, CONNECTED_ELSEWHERE] },
		limit: 'signIn',
	},
	schema: {
		params,
		body: Type.Object({ token: SecretToken, verifier: Verifier }),
		response: { 200: Type.Object({ success, user: CurrentUser }) },
	},
})

export const disconnectProvider = endpoint({
	method: 'DELETE',
	url: '/api/auth/providers/:provider',
	config: {
		summary:
			'Disconnect a social login from your account, unless it is your only login method; needs a recent proof with your second factor if you have one',
		auth: 'user',
		failure: 'Failed to disconnect the account. Please try again.',
		missing: NOT_CONNECTED,
		refusals: { 400: [LAST_LOGIN_METHOD] },
		needsProof: 'withSecondFactor',
		limit: 'signIn',
	},
	schema: { params, response: { 200: Type.Object({ success, user: CurrentUser }) } },
})

export const deleteFacebookData = endpoint({
	method: 'POST',
	url: '/api/auth/facebook/data-deletion',
	config: {
		summary:
			"Delete the data from a person's Facebook account on Facebook's signed request; also accepts form encoding",
		auth: 'nobody',
		failure: 'Failed to delete the data',
		refusals: { 400: [BAD_SIGNED_REQUEST], 404: [PROVIDER_NOT_FOUND] },
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			signed_request: Type.String({ exact: true, minLength: 1, maxLength: LIMITS.signedRequestMax }),
		}),
		response: { 200: Type.Object({ url: Type.String(), confirmation_code: Type.String() }) },
	},
})
