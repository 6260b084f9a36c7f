import {
	EMAIL_DOMAIN_BLOCKED_MESSAGE,
	INVITE_NEEDED_MESSAGE,
	REGISTRATION_CLOSED_MESSAGE,
	REGISTRATION_PENDING_MESSAGE,
	REGISTRATION_UNCONFIRMED_MESSAGE,
	TOO_MANY_UNCONFIRMED_MESSAGE,
} from './registration.ts'

// Outcomes of a round trip to a provider, by the `error` parameter of the URL. They are separate from the calls because
// the landing and the settings need nothing else from there.

export const SOCIAL_LOGIN_FAILED = 'OAuth login failed. Please try again.'
export const CONNECT_FAILED = 'Failed to connect the account. Please try again.'
export const EMAIL_UNCONFIRMED_MESSAGE =
	'Please confirm your email address first. The link is in the email that we sent you.'
export const ALREADY_CONNECTED_MESSAGE = 'You have already connected an account from this provider'

/** Why a login failed, where the person can do something about it. Every other value is a plain failure. */
export const LOGIN_OUTCOMES = {
	email_registered:
		'An account with this email already exists. Log in to it with its password, then connect Google or Facebook in your settings.',
	email_missing:
		'We did not receive an email address, and an account needs one. Allow access to it when asked, or create an account here and connect it in your settings.',
	registration_closed: REGISTRATION_CLOSED_MESSAGE,
	registration_pending: REGISTRATION_PENDING_MESSAGE,
	registration_unconfirmed: REGISTRATION_UNCONFIRMED_MESSAGE,
	too_many_unconfirmed: TOO_MANY_UNCONFIRMED_MESSAGE,
	invite_needed: INVITE_NEEDED_MESSAGE,
	email_domain_blocked: EMAIL_DOMAIN_BLOCKED_MESSAGE,
} as const

/** Why a provider was not connected. Every other value is a plain failure. */
export const CONNECT_OUTCOMES = {
	connected_elsewhere: 'It is already connected to another account here. Disconnect it there first.',
	already_connected: ALREADY_CONNECTED_MESSAGE,
	email_unconfirmed: EMAIL_UNCONFIRMED_MESSAGE,
	session_ended: 'Your session ended in the meantime. Please connect again.',
	refused: 'You did not allow it, so nothing was connected.',
} as const

/** Why a repeated login did not prove the person's identity. Every other value is a plain failure. */
export const PROOF_OUTCOMES = {
	failed: 'We could not confirm that it is you. Please try again.',
	other_identity: 'You logged in with an account that is not connected to yours. Please try again with yours.',
	refused: 'You did not continue, so nothing was confirmed or changed.',
	unavailable: 'It cannot be reached right now. Please try again in a moment.',
} as const

/** All values of `error` in the URL that have a message of their own, and `access_denied`, which providers send. */
export type SocialLoginOutcome =
	| keyof typeof LOGIN_OUTCOMES
	| keyof typeof CONNECT_OUTCOMES
	| keyof typeof PROOF_OUTCOMES
	| 'access_denied'
