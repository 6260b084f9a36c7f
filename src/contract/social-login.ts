import * as Type from 'typebox'
import { SecretToken, Verifier } from './account.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { oneOf, success } from './shapes.ts'
import {
	ALREADY_CONNECTED_MESSAGE,
	CONNECT_OUTCOMES,
	CONNECT_FAILED,
	EMAIL_UNCONFIRMED_MESSAGE,
	SOCIAL_SIGN_IN_FAILED,
} from './social-login-outcomes.ts'
import { PROVIDERS } from './social-login-providers.ts'
import { CurrentUser } from './users.ts'

export const PROVIDER_NOT_FOUND = { code: 'provider_not_found', error: 'This way to log in is not set up here' } as const
export const REDIRECT_NOT_ALLOWED = { code: 'redirect_not_allowed', error: 'This app may not log people in here' } as const
export const EMAIL_UNCONFIRMED = {
	code: 'email_unconfirmed',
	error: EMAIL_UNCONFIRMED_MESSAGE,
} as const
export const ALREADY_CONNECTED = { code: 'already_connected', error: ALREADY_CONNECTED_MESSAGE } as const
export const CONNECTED_ELSEWHERE = { code: 'connected_elsewhere', error: CONNECT_OUTCOMES.connected_elsewhere } as const
/** The ticket with which an app came to connect is none, or not its own. */
export const BAD_CONNECTION = { code: 'bad_token', error: CONNECT_FAILED } as const
export const NOT_CONNECTED = { code: 'not_connected', error: 'No account of it is connected' } as const
export const LAST_SIGN_IN_METHOD = {
	code: 'last_way_in',
	error: 'This is your only way to log in. Set a password first, or connect another account.',
} as const
export const PROVIDER_UNAVAILABLE = {
	code: 'provider_unavailable',
	error: 'It cannot be reached right now. Please try again in a moment.',
} as const
export const BAD_SIGNED_REQUEST = { code: 'bad_signed_request', error: 'The signed request is not valid' } as const

const params = Type.Object({ provider: oneOf(PROVIDERS) })
/** Where an app wants its ticket; one of those that the site allows. */
const AppRedirectUri = Type.Optional(Type.String({ maxLength: 500 }))
/** S256 of a verifier that the app keeps. */
const Challenge = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }))

export const startSocialSignIn = endpoint({
	method: 'GET',
	url: '/api/auth/:provider',
	config: {
		summary: 'Begin a social sign-in: leads the browser to the provider',
		auth: 'nobody',
		failure: SOCIAL_SIGN_IN_FAILED,
		missing: PROVIDER_NOT_FOUND,
		limit: 'signIn',
		redirects: 'To the provider; with `error` to the landing where it cannot be reached',
	},
	schema: {
		params,
		querystring: Type.Object({
			redirect_uri: AppRedirectUri,
			mobile: Type.Optional(Type.Boolean()),
			challenge: Challenge,
			/** Signs in again to prove who one is; its ticket is for `reauthenticate`. */
			purpose: Type.Optional(oneOf(['reauthenticate'])),
			/** An app's attempt to connect, as `connectProvider` has begun it. */
			attempt: Type.Optional(Type.String({ maxLength: 4_000 })),
			/** The path at which a browser goes on afterwards. */
			redirect: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {},
	},
})

export const completeSocialSignIn = endpoint({
	method: 'GET',
	url: '/api/auth/:provider/callback',
	config: {
		summary:
			'Take up what the provider says of a person, and lead the browser to the landing, or the app to its ticket',
		auth: 'nobody',
		failure: SOCIAL_SIGN_IN_FAILED,
		missing: PROVIDER_NOT_FOUND,
		limit: 'signIn',
		redirects: 'To the landing, to the app, or to the settings; with `error` where it came to nothing',
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
			'Begin to connect a social sign-in to the own account after a recent proof; the browser goes on at the address that is answered, or, where an app gives a challenge, the browser that it opens',
		auth: 'user',
		failure: CONNECT_FAILED,
		missing: PROVIDER_NOT_FOUND,
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
		summary:
			'Connect a social sign-in to the own account by the ticket that came back to the app; once, within a minute',
		auth: 'user',
		failure: CONNECT_FAILED,
		missing: PROVIDER_NOT_FOUND,
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
		summary: 'Disconnect a social sign-in from the own account, never the last way in',
		auth: 'user',
		failure: 'Failed to disconnect the account. Please try again.',
		missing: NOT_CONNECTED,
		limit: 'signIn',
	},
	schema: { params, response: { 200: Type.Object({ success, user: CurrentUser }) } },
})

export const deleteFacebookData = endpoint({
	method: 'POST',
	url: '/api/auth/facebook/data-deletion',
	config: {
		summary:
			"Delete what came from a person's Facebook account, as Facebook's signed request asks; also takes it as a form",
		auth: 'nobody',
		failure: 'Failed to delete the data',
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			signed_request: Type.String({ exact: true, minLength: 1, maxLength: LIMITS.signedRequestMax }),
		}),
		response: { 200: Type.Object({ url: Type.String(), confirmation_code: Type.String() }) },
	},
})
