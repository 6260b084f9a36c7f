import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { INVITE_INVALID } from './registration.ts'
import { nullable, SuccessResponse, success, Time } from './shapes.ts'

export const INVITE_NOT_FOUND = { code: 'invite_not_found', error: 'There is no such invite' } as const
export const INVITES_NOT_ALLOWED = {
	code: 'invites_not_allowed',
	error: 'Only moderators and admins can invite people here',
} as const
export const TOO_MANY_INVITES = {
	code: 'too_many_invites',
	error: `You have ${LIMITS.openInvitesPerAccount} open invites. Please revoke one first.`,
} as const
export const TOO_MANY_INVITES_THIS_MONTH = {
	code: 'too_many_invites',
	error: `You can create ${LIMITS.invitesPerMonth} invites in 30 days. Please try again later.`,
} as const

/** A link with which people may create accounts. */
export const Invite = Type.Object({
	code: Type.String(),
	url: Type.String(),
	uses: Type.Integer(),
	used: Type.Integer(),
	/** Who made it; null for the operator of the site. */
	by: nullable(Type.String()),
	createdAt: Time(),
	expiresAt: Time(),
})
export type Invite = Static<typeof Invite>

const TOO_MANY_USES = `An invite is for 1 to ${LIMITS.usesPerInvite} people`
const TOO_MANY_DAYS = `An invite works for 1 to ${LIMITS.daysPerInvite} days`
const count = (maximum: number, initial: number, sentence: string) =>
	Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum,
			default: initial,
			sentences: { type: sentence, minimum: sentence, maximum: sentence },
		}),
	)

/** How many people an invite is for, and for how many days it works. */
export const NewInvite = Type.Object({
	uses: count(LIMITS.usesPerInvite, 1, TOO_MANY_USES),
	days: count(LIMITS.daysPerInvite, 7, TOO_MANY_DAYS),
})
export type NewInvite = Static<typeof NewInvite>

export const createInvite = endpoint({
	method: 'POST',
	url: '/api/invites',
	config: {
		summary: 'Create an invite link for new accounts; for moderators and admins, and members where allowed',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to create the invite. Please try again.',
		refusals: { 400: [TOO_MANY_INVITES, TOO_MANY_INVITES_THIS_MONTH], 403: [INVITES_NOT_ALLOWED] },
		limit: 'write',
	},
	schema: { body: NewInvite, response: { 201: Invite } },
})

export const listInvites = endpoint({
	method: 'GET',
	url: '/api/invites',
	config: {
		summary: 'List your invites, newest first; with `everyone`, for moderators and admins, those of all',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to load the invites',
		refusals: { 403: [INVITES_NOT_ALLOWED] },
	},
	schema: {
		querystring: Type.Object({
			everyone: Type.Optional(Type.Boolean({ default: false })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {
			200: Type.Object({
				invites: Type.Array(Invite),
				/** Whether you may make another one now. */
				canInvite: Type.Boolean(),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const revokeInvite = endpoint({
	method: 'DELETE',
	url: '/api/invites/:code',
	config: {
		summary: 'Revoke one of your invites, or as a moderator or admin anyone’s; accounts created with it stay',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to revoke the invite. Please try again.',
		missing: INVITE_NOT_FOUND,
		limit: 'write',
	},
	schema: {
		params: Type.Object({ code: Type.String({ minLength: 1, maxLength: LIMITS.inviteCodeMax }) }),
		response: { 200: SuccessResponse },
	},
})

export const getInvite = endpoint({
	method: 'GET',
	url: '/api/invites/:code',
	config: {
		summary: 'Check whether an invite works, and get its creator',
		auth: 'nobody',
		failure: 'Failed to check the invite',
		missing: INVITE_INVALID,
		limit: 'check',
	},
	schema: {
		params: Type.Object({ code: Type.String({ minLength: 1, maxLength: LIMITS.inviteCodeMax }) }),
		response: { 200: Type.Object({ success, by: nullable(Type.String()) }) },
	},
})
