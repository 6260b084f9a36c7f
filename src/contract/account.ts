import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { TOKENS_FAILED, Tokens } from './session-tokens.ts'
import { Email, NewPassword, SignedIn } from './sessions.ts'
import { Done, nullable, oneOf, success, Time } from './shapes.ts'
import { PROOF_ENDS } from './social-login-outcomes.ts'
import { PROVIDERS } from './social-login-providers.ts'
import { OwnUser } from './users.ts'

const MAIL_FAILED = 'Failed to send the mail. Please try again.'
const PASSWORD_CHANGE_FAILED = 'Failed to change the password. Please try again.'

export const WRONG_PASSWORD = { code: 'wrong_password', error: 'This is not your current password' } as const
export const BAD_LINK = {
	code: 'bad_token',
	error: 'This link was used already or is too old. Please ask for a new one.',
} as const
export const BAD_TICKET = { code: 'bad_token', error: 'Failed to extract tokens - no tokens in response' } as const
/** The session's last proof of identity is too old for what it asks. */
export const PROOF_NEEDED = { code: 'proof_needed', error: 'Please confirm that it is you first' } as const
/** The ticket of a repeated social sign-in is used, too old, or another browser's. */
export const BAD_PROOF = { code: 'bad_token', error: PROOF_ENDS.failed } as const
export const OTHER_IDENTITY = { code: 'other_identity', error: PROOF_ENDS.other_identity } as const
/** Nothing was brought along: somebody came by without having signed in anywhere. */
export const NO_TICKET = { ...BAD_TICKET, code: 'no_ticket' } as const
export const TOO_MANY_MAILS = {
	code: 'too_many_requests',
	error: 'We have sent you several mails already. Please look for them, or try again in an hour.',
} as const
export const DELETION_NOT_FOUND = { code: 'deletion_not_found', error: 'No deletion has this code' } as const
export const COMMON_PASSWORD = 'This password is one of the first that anyone would try. Please choose another.'
export const CONFIRM_DELETION = 'Please type your username to confirm'
export const RESET_MAIL_SENT =
	'If an account has this address, a mail with a link is on its way. The link works for one hour.'

/** A password as its owner types it again. */
const OwnPassword = Type.String({
	exact: true,
	maxLength: LIMITS.passwordMax,
	sentences: { maxLength: WRONG_PASSWORD.error },
})
/** What a link in a mail, or a social sign-in, hands over. */
export const SecretToken = Type.String({ exact: true, minLength: 1, maxLength: 200 })
/** What an app keeps and shows to prove that a ticket is its own. */
export const Verifier = Type.String({ exact: true, minLength: 43, maxLength: 128 })

export const ForgottenPassword = Type.Object({ email: Email })

/** A new password for the account of a link; `disconnect` also disconnects every provider, however long it has been connected. */
export const PasswordReset = Type.Object({
	token: SecretToken,
	password: NewPassword,
	disconnect: Type.Optional(nullable(Type.Boolean())),
})

export const forgotPassword = endpoint({
	method: 'POST',
	url: '/api/auth/forgot-password',
	config: {
		summary: 'Have a link to a new password mailed, if there is an account with the address',
		auth: 'nobody',
		failure: MAIL_FAILED,
		limit: 'mail',
	},
	schema: { body: ForgottenPassword, response: { 200: Type.Object({ success, message: Type.String() }) } },
})

export const resetPassword = endpoint({
	method: 'POST',
	url: '/api/auth/reset-password',
	config: {
		summary:
			'Set a new password with the token of a mailed link; every session ends, and providers that were connected within a week are disconnected',
		auth: 'nobody',
		failure: PASSWORD_CHANGE_FAILED,
		limit: 'signIn',
	},
	schema: {
		body: PasswordReset,
		response: { 200: Type.Object({ success, disconnected: Type.Array(oneOf(PROVIDERS)) }) },
	},
})

/** The present password, where there is one, and the new one. */
export const PasswordChange = Type.Object({
	currentPassword: Type.Optional(nullable(OwnPassword)),
	newPassword: NewPassword,
})

export const changePassword = endpoint({
	method: 'POST',
	url: '/api/auth/change-password',
	config: {
		summary: 'Change the own password, or set the first one after a recent proof; every other session ends',
		auth: 'user',
		failure: PASSWORD_CHANGE_FAILED,
		limit: 'signIn',
	},
	schema: {
		body: PasswordChange,
		response: { 200: Type.Object({ success, tokens: Tokens }) },
	},
})

/** An address that an account is to have from now on. */
export const EmailChange = Type.Object({ email: Email, currentPassword: Type.Optional(nullable(OwnPassword)) })

export const changeEmail = endpoint({
	method: 'POST',
	url: '/api/auth/change-email',
	config: {
		summary:
			"Have a link mailed to a new address, which is the account's once the link is opened, with the password or a recent proof; to the present one, without either, the link that confirms it",
		auth: 'user',
		failure: MAIL_FAILED,
		limit: 'signIn',
	},
	schema: { body: EmailChange, response: { 200: Done } },
})

/** A proof of identity: the password, or the ticket of a repeated social sign-in, which a browser has in a cookie. */
export const Proof = Type.Object({
	password: Type.Optional(nullable(OwnPassword)),
	tempToken: Type.Optional(nullable(SecretToken)),
	verifier: Type.Optional(nullable(Verifier)),
})

export const reauthenticate = endpoint({
	method: 'POST',
	url: '/api/auth/reauthenticate',
	config: {
		summary:
			'Prove who you are again, by the password or a repeated social sign-in; with neither, check whether the last proof still counts',
		auth: 'user',
		failure: PROOF_ENDS.failed,
		limit: 'signIn',
	},
	schema: { body: Proof, response: { 200: Done } },
})

export const verifyEmail = endpoint({
	method: 'POST',
	url: '/api/auth/verify-email',
	config: {
		summary: 'Confirm an e-mail address, the present or a new one, with the token of a mailed link',
		auth: 'nobody',
		failure: 'Failed to confirm the address. Please try again.',
		limit: 'signIn',
	},
	schema: { body: Type.Object({ token: SecretToken }), response: { 200: Type.Object({ success, user: OwnUser }) } },
})

export const extractTokens = endpoint({
	method: 'POST',
	url: '/api/auth/oauth/extract-tokens',
	config: {
		summary:
			'Exchange the ticket of a social sign-in, from the body or its cookie, for a session; once, within a minute',
		auth: 'nobody',
		failure: TOKENS_FAILED,
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			tempToken: Type.Optional(nullable(SecretToken)),
			verifier: Type.Optional(nullable(Verifier)),
		}),
		response: { 200: SignedIn },
	},
})

export const deleteAccount = endpoint({
	method: 'DELETE',
	url: '/api/auth/account',
	config: {
		summary:
			'Delete the own account and everything made with it; confirmed by the password, or the username where there is none',
		auth: 'user',
		failure: 'Failed to delete the account. Please try again.',
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			password: Type.Optional(nullable(OwnPassword)),
			confirm: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
		}),
		response: { 200: Type.Object({ success, confirmationCode: Type.String() }) },
	},
})

export const getDeletion = endpoint({
	method: 'GET',
	url: '/api/auth/data-deletion/:code',
	config: {
		summary: 'Get how far the deletion of an account is',
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
				/** How many percent of what belonged to the account are deleted; all of it is hidden. */
				progress: Type.Integer({ minimum: 0, maximum: 100 }),
				/** A whole account, or only what connected one to Facebook. */
				subject: oneOf(['account', 'connection']),
			}),
		},
	},
})
