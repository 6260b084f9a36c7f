import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { Assertion, OneTimeCode, RecoveryCode, WRONG_FACTOR } from './passkeys.ts'
import { EMAIL_DOMAIN_BLOCKED, Joining, WORK_NEEDED } from './registration.ts'
import { BANNED, Ban, TOO_MANY_LOGINS } from './session-refusals.ts'
import { TOKENS_FAILED, Tokens } from './session-tokens.ts'
import { Email, LoginResponse, NewPassword, SECOND_FACTOR_NEEDED, SecondStep } from './sessions.ts'
import { nullable, oneOf, SecretToken, SuccessResponse, success, Time } from './shapes.ts'
import { PROOF_OUTCOMES } from './social-login-outcomes.ts'
import { PROVIDERS } from './social-login-providers.ts'
import { CurrentUser } from './users.ts'

const MAIL_FAILED = 'Failed to send the mail. Please try again.'
const PASSWORD_CHANGE_FAILED = 'Failed to change the password. Please try again.'
/** Of each call behind a mailed link that confirms an address. */
export const CONFIRMATION_FAILED = 'Failed to confirm the address. Please try again.'

export const WRONG_PASSWORD = { code: 'wrong_password', error: 'This is not your current password' } as const
export const BAD_LINK = {
	code: 'bad_token',
	error: 'This link has expired or was already used. Please request a new one.',
} as const
export const BAD_TICKET = { code: 'bad_token', error: 'Failed to extract tokens - no tokens in response' } as const
/** The ticket of a repeated social login is used, expired, or from another browser. */
export const PROOF_FAILED = { code: 'bad_token', error: PROOF_OUTCOMES.failed } as const
export const OTHER_IDENTITY = { code: 'other_identity', error: PROOF_OUTCOMES.other_identity } as const
/** The request has no ticket at all: the landing was opened without a social login. */
export const NO_TICKET = { ...BAD_TICKET, code: 'no_ticket' } as const
export const TOO_MANY_MAILS = {
	code: 'too_many_requests',
	error: 'We have already sent you several emails. Please check your inbox, or try again in an hour.',
} as const
export const DELETION_NOT_FOUND = { code: 'deletion_not_found', error: 'No deletion request has this code' } as const
export const COMMON_PASSWORD = 'This password is too common and easy to guess. Please choose another.'
export const CONFIRM_DELETION = 'Please type your username to confirm'
export const RESET_MAIL_SENT =
	'If an account has this address, a mail with a link is on its way. The link works for one hour.'

/** The account's current password, typed again as confirmation. */
const CurrentPassword = Type.String({
	exact: true,
	maxLength: LIMITS.passwordMax,
	sentences: { maxLength: WRONG_PASSWORD.error },
})
/** The secret with which an app proves that a ticket was issued to it (a PKCE-style code verifier). */
export const Verifier = Type.String({ exact: true, minLength: 43, maxLength: 128 })

export const ForgottenPassword = Type.Object({ email: Email, proof: Joining.proof })

/** A new password, by mailed link; `disconnect` also disconnects every provider, not just recently connected ones. */
export const PasswordReset = Type.Object({
	token: SecretToken,
	password: NewPassword,
	disconnect: Type.Optional(nullable(Type.Boolean())),
})

export const forgotPassword = endpoint({
	method: 'POST',
	url: '/api/auth/forgot-password',
	config: {
		summary: 'Request an email with a password reset link; sent only if an account has the address',
		auth: 'nobody',
		failure: MAIL_FAILED,
		refusals: { 403: [WORK_NEEDED] },
		limit: 'mail',
	},
	schema: { body: ForgottenPassword, response: { 200: Type.Object({ success, message: Type.String() }) } },
})

export const resetPassword = endpoint({
	method: 'POST',
	url: '/api/auth/reset-password',
	config: {
		summary:
			'Set a new password with the token of a mailed link; ends every session and disconnects providers connected within the last week',
		auth: 'nobody',
		failure: PASSWORD_CHANGE_FAILED,
		refusals: { 400: [BAD_LINK] },
		limit: 'signIn',
	},
	schema: {
		body: PasswordReset,
		response: { 200: Type.Object({ success, disconnected: Type.Array(oneOf(PROVIDERS)) }) },
	},
})

/** The current password, if the account has one, and the new one. */
export const PasswordChange = Type.Object({
	currentPassword: Type.Optional(nullable(CurrentPassword)),
	newPassword: NewPassword,
})

export const changePassword = endpoint({
	method: 'POST',
	url: '/api/auth/change-password',
	config: {
		summary: 'Change your password, or set your first one after a recent proof of identity; ends every other session',
		auth: 'user',
		failure: PASSWORD_CHANGE_FAILED,
		refusals: { 403: [WRONG_PASSWORD], 429: [TOO_MANY_LOGINS] },
		needsProof: 'byInput',
		limit: 'signIn',
	},
	schema: {
		body: PasswordChange,
		response: { 200: Type.Object({ success, tokens: Tokens }) },
	},
})

/** The account's new email address. */
export const EmailChange = Type.Object({ email: Email, currentPassword: Type.Optional(nullable(CurrentPassword)) })

export const changeEmail = endpoint({
	method: 'POST',
	url: '/api/auth/change-email',
	config: {
		summary:
			'Change your email address: needs a recent proof of identity, or your password if you have no second factor, and takes effect when the link mailed to the new address is opened; for your current address, sends the confirmation link again without one',
		auth: 'user',
		failure: MAIL_FAILED,
		refusals: { 400: [EMAIL_DOMAIN_BLOCKED], 403: [WRONG_PASSWORD], 429: [TOO_MANY_LOGINS, TOO_MANY_MAILS] },
		needsProof: 'byInput',
		limit: 'signIn',
	},
	schema: { body: EmailChange, response: { 200: SuccessResponse } },
})

/**
 * A proof of identity: the password, a code of the authenticator app, a recovery code, a passkey, or the ticket of a repeated
 * social login, which browsers hold in a cookie.
 */
export const Proof = Type.Object({
	password: Type.Optional(nullable(CurrentPassword)),
	code: Type.Optional(nullable(OneTimeCode)),
	recoveryCode: Type.Optional(nullable(RecoveryCode)),
	assertion: Type.Optional(Assertion),
	tempToken: Type.Optional(nullable(SecretToken)),
	verifier: Type.Optional(nullable(Verifier)),
})

export const reauthenticate = endpoint({
	method: 'POST',
	url: '/api/auth/reauthenticate',
	config: {
		summary:
			'Prove your identity again with a code of your authenticator app, a recovery code or a passkey, or if you have no second factor with your password or a repeated social login; without any, check whether your last proof is still valid',
		auth: 'user',
		failure: PROOF_OUTCOMES.failed,
		refusals: {
			400: [PROOF_FAILED],
			403: [WRONG_PASSWORD, WRONG_FACTOR, OTHER_IDENTITY],
			429: [TOO_MANY_LOGINS],
		},
		needsProof: 'byInput',
		limit: 'signIn',
	},
	schema: { body: Proof, response: { 200: SuccessResponse } },
})

export const verifyEmail = endpoint({
	method: 'POST',
	url: '/api/auth/verify-email',
	config: {
		summary: 'Confirm your current or new email address with the token of a mailed link',
		auth: 'nobody',
		failure: CONFIRMATION_FAILED,
		refusals: { 400: [BAD_LINK] },
		limit: 'signIn',
	},
	schema: { body: Type.Object({ token: SecretToken }), response: { 200: Type.Object({ success, user: CurrentUser }) } },
})

export const extractTokens = endpoint({
	method: 'POST',
	url: '/api/auth/oauth/extract-tokens',
	config: {
		summary:
			'Exchange the ticket of a social login, from the body or a cookie, for a session; works once, within a minute. An account with a second factor gets a 401 with the ticket of the second step',
		auth: 'nobody',
		failure: TOKENS_FAILED,
		refusals: {
			401: [BAD_TICKET, NO_TICKET, { ...SECOND_FACTOR_NEEDED, extra: SecondStep.properties }],
			403: [{ ...BANNED, extra: Ban.properties }],
		},
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			tempToken: Type.Optional(nullable(SecretToken)),
			verifier: Type.Optional(nullable(Verifier)),
		}),
		response: { 200: LoginResponse },
	},
})

export const deleteAccount = endpoint({
	method: 'DELETE',
	url: '/api/auth/account',
	config: {
		summary:
			'Delete your account and all its content; confirm with your password, or with your username if you have no password; needs a recent proof with your second factor if you have one',
		auth: 'user',
		failure: 'Failed to delete the account. Please try again.',
		refusals: { 403: [WRONG_PASSWORD], 429: [TOO_MANY_LOGINS] },
		needsProof: 'withSecondFactor',
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			password: Type.Optional(nullable(CurrentPassword)),
			confirm: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
		}),
		response: { 200: Type.Object({ success, confirmationCode: Type.String() }) },
	},
})

export const getDeletion = endpoint({
	method: 'GET',
	url: '/api/auth/data-deletion/:code',
	config: {
		summary: 'Get the progress of an account deletion',
		auth: 'nobody',
		failure: 'Failed to load the deletion',
		missing: DELETION_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
		response: {
			200: Type.Object({
				success,
				confirmationCode: Type.String(),
				status: oneOf(['processing', 'completed']),
				requestedAt: Time(),
				completedAt: nullable(Time()),
				/** Percentage of the account's data that is deleted; all of it is already hidden. */
				progress: Type.Integer({ minimum: 0, maximum: 100 }),
				/** A whole account, or only its connection to Facebook. */
				subject: oneOf(['account', 'connection']),
			}),
		},
	},
})
