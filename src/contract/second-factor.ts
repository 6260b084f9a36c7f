import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import {
	Assertion,
	CreationOptions,
	NewCredential,
	OneTimeCode,
	RecoveryCode,
	RequestOptions,
	WRONG_FACTOR,
} from './passkeys.ts'
import { BANNED, Ban, TOO_MANY_LOGINS } from './session-refusals.ts'
import { LoginResponse } from './sessions.ts'
import { nullable, SuccessResponse, success, Time, Uuid } from './shapes.ts'

export const SECOND_STEP_EXPIRED = {
	code: 'bad_token',
	error: 'This login has expired. Please log in again.',
} as const
export const PASSKEY_REFUSED = {
	code: 'passkey_refused',
	error: 'This passkey did not work. Please try again, or log in another way.',
} as const
export const PASSKEY_NOT_ADDED = {
	code: 'passkey_refused',
	error: 'This passkey could not be added. Please try again.',
} as const
export const PASSKEY_EXISTS = { code: 'passkey_exists', error: 'This passkey is already in use' } as const
export const TOO_MANY_PASSKEYS = {
	code: 'too_many_passkeys',
	error: `You can have up to ${LIMITS.passkeysPerAccount} passkeys. Please remove one first.`,
} as const
export const LAST_LOGIN_METHOD = {
	code: 'last_way_in',
	error: 'This is your only way to log in. Set a password first, or connect another account.',
} as const
export const PASSKEY_NOT_FOUND = { code: 'passkey_not_found', error: 'This passkey is already removed' } as const
export const AUTHENTICATOR_EXISTS = {
	code: 'authenticator_exists',
	error: 'You already use an authenticator app. Please remove it first.',
} as const
export const AUTHENTICATOR_NOT_FOUND = {
	code: 'authenticator_not_found',
	error: 'You do not use an authenticator app',
} as const
export const WRONG_CODE = {
	code: 'wrong_code',
	error: 'This code is not right. Please enter the one your app shows now.',
} as const
export const NO_SECOND_FACTOR = {
	code: 'no_second_factor',
	error: 'Add a passkey or an authenticator app first',
} as const

export const RecoveryCodeEntry = Type.Object({ recoveryCode: RecoveryCode })
export const CodeEntry = Type.Object({ code: OneTimeCode })

const ENTER_NAME = 'Please give the passkey a name'
const PasskeyName = Type.String({
	minLength: 1,
	maxLength: LIMITS.passkeyNameMax,
	sentences: {
		required: ENTER_NAME,
		type: ENTER_NAME,
		minLength: ENTER_NAME,
		maxLength: `The name must be ${LIMITS.passkeyNameMax} characters or less`,
	},
})
export const PasskeyRename = Type.Object({ name: PasskeyName })

/** A passkey of an account. */
export const Passkey = Type.Object({
	id: Uuid(),
	name: Type.String(),
	createdAt: Time(),
	lastUsedAt: nullable(Time()),
})
export type Passkey = Static<typeof Passkey>

/** The second factors of an account: with one of them, its password or provider alone signs nobody in. */
export const SecondFactors = Type.Object({
	passkeys: Type.Array(Passkey),
	/** The authenticator app (TOTP); null without one. */
	authenticator: nullable(Type.Object({ createdAt: Time() })),
	/** Recovery codes that are left. */
	recoveryCodesLeft: Type.Integer(),
})
export type SecondFactors = Static<typeof SecondFactors>

/** The recovery codes that come with the first factor, shown once; null if the account has codes already. */
const RecoveryCodes = nullable(Type.Array(Type.String()))

export const listFactors = endpoint({
	method: 'GET',
	url: '/api/auth/second-factor',
	config: {
		summary: 'List the second factors of your account',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to load your login options',
	},
	schema: { response: { 200: SecondFactors } },
})

export const startPasskey = endpoint({
	method: 'POST',
	url: '/api/auth/passkeys/options',
	config: {
		summary:
			'Start adding a passkey; needs a recent proof of identity. The options are for `navigator.credentials.create`',
		auth: 'user',
		failure: PASSKEY_NOT_ADDED.error,
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: { response: { 200: Type.Object({ options: CreationOptions }) } },
})

export const addPasskey = endpoint({
	method: 'POST',
	url: '/api/auth/passkeys',
	config: {
		summary: 'Add a passkey as a way to log in and as a second factor; needs a recent proof of identity',
		auth: 'user',
		failure: PASSKEY_NOT_ADDED.error,
		refusals: { 400: [PASSKEY_NOT_ADDED], 409: [PASSKEY_EXISTS, TOO_MANY_PASSKEYS] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({ name: PasskeyName, credential: NewCredential }),
		response: { 201: Type.Object({ success, passkey: Passkey, recoveryCodes: RecoveryCodes }) },
	},
})

export const renamePasskey = endpoint({
	method: 'PUT',
	url: '/api/auth/passkeys/:id',
	config: {
		summary: 'Rename a passkey; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to rename the passkey. Please try again.',
		missing: PASSKEY_NOT_FOUND,
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		body: PasskeyRename,
		response: { 200: Type.Object({ success, passkey: Passkey }) },
	},
})

export const removePasskey = endpoint({
	method: 'DELETE',
	url: '/api/auth/passkeys/:id',
	config: {
		summary: 'Remove a passkey, unless it is your only login method; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to remove the passkey. Please try again.',
		missing: PASSKEY_NOT_FOUND,
		refusals: { 400: [LAST_LOGIN_METHOD] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: SuccessResponse } },
})

export const startAuthenticator = endpoint({
	method: 'POST',
	url: '/api/auth/authenticator',
	config: {
		summary:
			'Start setting up an authenticator app (TOTP, 30 s, 6 digits); needs a recent proof of identity. It is in use once `confirmAuthenticator` has seen a code',
		auth: 'user',
		failure: 'Failed to start the setup. Please try again.',
		refusals: { 409: [AUTHENTICATOR_EXISTS] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		response: {
			200: Type.Object({
				success,
				/** Base32, to type into an app that cannot scan. */
				secret: Type.String(),
				/** The `otpauth:` URI of the QR code. */
				uri: Type.String(),
			}),
		},
	},
})

export const confirmAuthenticator = endpoint({
	method: 'PUT',
	url: '/api/auth/authenticator',
	config: {
		summary: 'Finish setting up an authenticator app with its first code; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to finish the setup. Please try again.',
		refusals: { 404: [AUTHENTICATOR_NOT_FOUND], 409: [AUTHENTICATOR_EXISTS], 429: [TOO_MANY_LOGINS] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		body: CodeEntry,
		response: { 200: Type.Object({ success, recoveryCodes: RecoveryCodes }) },
	},
})

export const removeAuthenticator = endpoint({
	method: 'DELETE',
	url: '/api/auth/authenticator',
	config: {
		summary: 'Remove the authenticator app; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to remove the authenticator app. Please try again.',
		refusals: { 404: [AUTHENTICATOR_NOT_FOUND] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: { response: { 200: SuccessResponse } },
})

export const renewRecoveryCodes = endpoint({
	method: 'POST',
	url: '/api/auth/recovery-codes',
	config: {
		summary: 'Replace your recovery codes with new ones, shown once; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to make new recovery codes. Please try again.',
		refusals: { 409: [NO_SECOND_FACTOR] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: { response: { 200: Type.Object({ success, recoveryCodes: Type.Array(Type.String()) }) } },
})

export const startPasskeyProof = endpoint({
	method: 'POST',
	url: '/api/auth/reauthenticate/options',
	config: {
		summary: 'Start a proof of identity with a passkey. The options are for `navigator.credentials.get`',
		auth: 'user',
		tokenScope: 'never',
		failure: WRONG_FACTOR.error,
		limit: 'signIn',
	},
	schema: { response: { 200: Type.Object({ options: RequestOptions }) } },
})

export const startPasskeyLogin = endpoint({
	method: 'POST',
	url: '/api/auth/login/passkey/options',
	config: {
		summary: 'Start a login with a passkey. The options are for `navigator.credentials.get`',
		auth: 'nobody',
		failure: PASSKEY_REFUSED.error,
		limit: 'signIn',
	},
	schema: { response: { 200: Type.Object({ options: RequestOptions }) } },
})

export const loginWithPasskey = endpoint({
	method: 'POST',
	url: '/api/auth/login/passkey',
	config: {
		summary: 'Log in with a passkey, which names its account and needs no second step',
		auth: 'nobody',
		failure: PASSKEY_REFUSED.error,
		refusals: { 401: [PASSKEY_REFUSED], 403: [{ ...BANNED, extra: Ban.properties }] },
		limit: 'signIn',
	},
	schema: { body: Type.Object({ assertion: Assertion }), response: { 200: LoginResponse } },
})

/** The ticket of a first step. */
const StepTicket = Type.String({ exact: true, minLength: 1, maxLength: 200 })

export const startPasskeyStep = endpoint({
	method: 'POST',
	url: '/api/auth/login/second-factor/options',
	config: {
		summary: 'Start the second step of a login with a passkey. The options are for `navigator.credentials.get`',
		auth: 'nobody',
		failure: WRONG_FACTOR.error,
		refusals: { 401: [SECOND_STEP_EXPIRED] },
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({ ticket: StepTicket }),
		response: { 200: Type.Object({ options: RequestOptions }) },
	},
})

export const loginWithSecondFactor = endpoint({
	method: 'POST',
	url: '/api/auth/login/second-factor',
	config: {
		summary:
			'Finish a login with the ticket of its first step and a code, a recovery code or a passkey; a ticket works once, within five minutes, and allows five tries',
		auth: 'nobody',
		failure: WRONG_FACTOR.error,
		refusals: {
			401: [WRONG_FACTOR, SECOND_STEP_EXPIRED],
			403: [{ ...BANNED, extra: Ban.properties }],
			429: [TOO_MANY_LOGINS],
		},
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			ticket: StepTicket,
			code: Type.Optional(nullable(OneTimeCode)),
			recoveryCode: Type.Optional(nullable(RecoveryCode)),
			assertion: Type.Optional(Assertion),
		}),
		response: { 200: LoginResponse },
	},
})
