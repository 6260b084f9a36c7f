import * as Type from 'typebox'
import { MODERATION_REASONS } from './report-reasons.ts'
import { nullable, oneOf, Uuid } from './shapes.ts'

// What calls that need a session, and logins, refuse

export const LOGIN_NEEDED = { code: 'sign_in_needed', error: 'Please log in to continue' } as const
export const BAD_TOKEN = { code: 'bad_token', error: 'Your session has expired. Please log in again.' } as const
export const SESSION_REVOKED = {
	code: 'session_revoked',
	error: 'Your session has ended. Please log in again.',
} as const
/** The body has `until`. */
export const SUSPENDED = {
	code: 'suspended',
	error: 'Your account is suspended. You can read but not post.',
} as const
export const USERNAME_NEEDED = { code: 'username_needed', error: 'Please choose your username first' } as const
/** The credentials are right. The body has the fields of `Ban`. */
export const BANNED = { code: 'banned', error: 'This account is banned' } as const
/** Why an account is banned, and what opens `/appeal/{actionId}` without a session. */
export const Ban = Type.Object({
	actionId: nullable(Uuid()),
	reason: nullable(oneOf(MODERATION_REASONS)),
	note: nullable(Type.String()),
	token: nullable(Type.String()),
})
/** The session's last proof of identity is too old for the requested change. */
export const PROOF_NEEDED = { code: 'proof_needed', error: 'Please confirm that it is you first' } as const
export const TOO_MANY_LOGINS = {
	code: 'too_many_requests',
	error: 'Too many failed attempts. Please try again later.',
} as const
