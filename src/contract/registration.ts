import * as Type from 'typebox'
import { formatLimit, LIMITS } from './limits.ts'
import { nullable, success } from './shapes.ts'

export const REGISTRATION_CLOSED_MESSAGE = 'New accounts cannot be created here right now'
export const INVITE_NEEDED_MESSAGE = 'New accounts need an invite here. Ask someone who has an account for a link.'
export const REGISTRATION_PENDING_MESSAGE =
	'Your request for an account is waiting for a moderator. You will get an email once it has been decided.'
export const REGISTRATION_UNCONFIRMED_MESSAGE =
	'We sent you an email with a link. Open it and confirm your address within 24 hours. A moderator then decides on your request for an account.'
export const TOO_MANY_UNCONFIRMED_MESSAGE =
	'Several people on your network have just asked for an account. If you are one of them, open the link in our email. If not, please try again tomorrow.'
export const EMAIL_DOMAIN_BLOCKED_MESSAGE = 'Addresses of this provider cannot be used here. Please use another one.'

export const REGISTRATION_CLOSED = { code: 'registration_closed', error: REGISTRATION_CLOSED_MESSAGE } as const
export const INVITE_NEEDED = { code: 'invite_needed', error: INVITE_NEEDED_MESSAGE } as const
export const INVITE_INVALID = {
	code: 'invite_invalid',
	error: 'This invite has expired or was already used. Please ask for a new one.',
} as const
/** Of a login with the right password whose account no moderator has approved yet. */
export const REGISTRATION_PENDING = { code: 'registration_pending', error: REGISTRATION_PENDING_MESSAGE } as const
export const TOO_MANY_PENDING = {
	code: 'too_many_pending',
	error: 'Too many people are waiting for an account. Please try again in a few days.',
} as const
/** Of a network with so many requests that are not confirmed. */
export const TOO_MANY_UNCONFIRMED = { code: 'too_many_unconfirmed', error: TOO_MANY_UNCONFIRMED_MESSAGE } as const
/** Of a confirmed address with which an earlier request waits. */
export const ALREADY_REQUESTED = {
	code: 'already_requested',
	error:
		'An earlier request with your address is already waiting for a moderator. You will get an email once it has been decided.',
} as const
export const EMAIL_DOMAIN_BLOCKED = { code: 'email_domain_blocked', error: EMAIL_DOMAIN_BLOCKED_MESSAGE } as const
/** The call needs a solved challenge of `GET /api/auth/proof`, and has none, or one that was used or has expired. */
export const WORK_NEEDED = {
	code: 'work_needed',
	error: 'Please wait a moment while your browser checks that you are not a bot, and try again.',
} as const
export const RULES_NOT_ACCEPTED = 'Please accept the rules of this site'

const REASON_TOO_SHORT = `Please tell us in at least ${LIMITS.reasonMin} characters why you would like to join`

/** Why a person would like to join, for the moderator who decides. */
export const Reason = Type.String({
	minLength: LIMITS.reasonMin,
	maxLength: LIMITS.reasonMax,
	sentences: {
		required: REASON_TOO_SHORT,
		type: REASON_TOO_SHORT,
		minLength: REASON_TOO_SHORT,
		maxLength: `Your reason must be ${formatLimit(LIMITS.reasonMax)} characters or less`,
	},
})

/** A solved challenge: ALTCHA's payload, base64 of JSON. */
export const WorkProof = Type.String({ exact: true, maxLength: LIMITS.workProofMax })

/** What a registration may need beside a name, an address and a password. */
export const Joining = {
	/** Needed where a moderator decides, unless there is an invite. */
	reason: Type.Optional(nullable(Type.String({ maxLength: 2 * LIMITS.reasonMax }))),
	invite: Type.Optional(nullable(Type.String({ exact: true, maxLength: LIMITS.inviteCodeMax }))),
	proof: Type.Optional(nullable(WorkProof)),
	acceptedRules: Type.Optional(nullable(Type.Boolean())),
}

/** The response to a registration that a moderator decides. */
export const PendingResponse = Type.Object({ success, pending: Type.Unsafe<true>({ type: 'boolean' }) })
