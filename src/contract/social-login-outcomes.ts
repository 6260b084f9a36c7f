// How a way to a provider and back may end, by the word in `error` of the address. They are apart from the calls because
// the landing and the settings need nothing else of them.

export const SOCIAL_SIGN_IN_FAILED = 'OAuth login failed. Please try again.'
export const CONNECT_FAILED = 'Failed to connect the account. Please try again.'
export const EMAIL_UNCONFIRMED_MESSAGE =
	'Please confirm your email address first: the link is in the mail that we sent you.'
export const ALREADY_CONNECTED_MESSAGE = 'You have connected an account of it already'

/** Why a sign-in came to nothing that a person can do something about. Every other word is a plain failure. */
export const SIGN_IN_OUTCOMES = {
	email_registered:
		'An account with this email already exists. Log in to it with its password, then connect Google or Facebook in your settings.',
	email_missing:
		'We were not given an email address, and an account needs one. Allow it when you are asked, or create an account here and connect it in your settings.',
} as const

/** Why a provider was not connected. Every other word is a plain failure. */
export const CONNECT_OUTCOMES = {
	connected_elsewhere: 'It is connected to another account here. Disconnect it there first.',
	already_connected: ALREADY_CONNECTED_MESSAGE,
	email_unconfirmed: EMAIL_UNCONFIRMED_MESSAGE,
	session_ended: 'Your session ended meanwhile. Please connect again.',
	refused: 'You did not allow it, so nothing was connected.',
} as const

/** Why a repeated sign-in proved nothing. Every other word is a plain failure. */
export const PROOF_OUTCOMES = {
	failed: 'We could not confirm that it is you. Please try again.',
	other_identity: 'You logged in with an account that is not connected to yours. Please try again with yours.',
	refused: 'You did not continue, so nothing was confirmed or changed.',
	unavailable: 'It cannot be reached right now. Please try again in a moment.',
} as const

/** The words of an address, which the providers use as well, and of which the rest is a plain failure. */
export type SocialLoginOutcome =
	| keyof typeof SIGN_IN_OUTCOMES
	| keyof typeof CONNECT_OUTCOMES
	| keyof typeof PROOF_OUTCOMES
	| 'access_denied'
