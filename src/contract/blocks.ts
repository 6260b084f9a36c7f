import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { cursorPaging, pageInfo, success, Time, Uuid } from './shapes.ts'
import { PublicUser, USER_NOT_FOUND } from './users.ts'

export const CANNOT_BLOCK_YOURSELF = { code: 'own_account', error: 'You cannot block yourself' } as const
export const CANNOT_MUTE_YOURSELF = { code: 'own_account', error: 'You cannot mute yourself' } as const
export const TOO_MANY_BLOCKS = {
	code: 'too_many_blocks',
	error: `You can block up to ${formatLimit(LIMITS.blocksPerAccount)} people`,
} as const
export const TOO_MANY_MUTES = {
	code: 'too_many_mutes',
	error: `You can mute up to ${formatLimit(LIMITS.mutesPerAccount)} people`,
} as const

/** A user whom the caller has blocked or muted, and since when. */
export const HiddenUser = Type.Object({ ...PublicUser.properties, since: Time() })
export type HiddenUser = Static<typeof HiddenUser>

const params = Type.Object({ userId: Uuid() })
const body = Type.Object({ userId: Uuid() })
const HiddenUsers = Type.Object({ users: Type.Array(HiddenUser), ...pageInfo })
const Blocking = Type.Object({ success, blocked: Type.Boolean() })
const Muting = Type.Object({ success, muted: Type.Boolean() })

export const blockUser = endpoint({
	method: 'POST',
	url: '/api/blocks',
	config: {
		summary: 'Block a user, which ends follows and hides you from each other',
		auth: 'user',
		failure: 'Failed to block user',
		refusals: { 400: [CANNOT_BLOCK_YOURSELF, TOO_MANY_BLOCKS], 404: [USER_NOT_FOUND] },
		limit: 'write',
	},
	schema: { body, response: { 200: Blocking, 201: Blocking } },
})

export const unblockUser = endpoint({
	method: 'DELETE',
	url: '/api/blocks/:userId',
	config: {
		summary: 'Unblock a user',
		auth: 'user',
		failure: 'Failed to unblock user',
		missing: USER_NOT_FOUND,
		limit: 'write',
	},
	schema: { params, response: { 200: Blocking } },
})

export const listBlocks = endpoint({
	method: 'GET',
	url: '/api/blocks',
	config: {
		summary: 'List the users you have blocked, latest first',
		auth: 'user',
		failure: 'Failed to fetch blocked users',
	},
	schema: { querystring: Type.Object(cursorPaging(20)), response: { 200: HiddenUsers } },
})

export const muteUser = endpoint({
	method: 'POST',
	url: '/api/mutes',
	config: {
		summary: 'Mute a user, which hides them from your feeds, rankings, comments and notifications',
		auth: 'user',
		failure: 'Failed to mute user',
		refusals: { 400: [CANNOT_MUTE_YOURSELF, TOO_MANY_MUTES], 404: [USER_NOT_FOUND] },
		limit: 'write',
	},
	schema: { body, response: { 200: Muting, 201: Muting } },
})

export const unmuteUser = endpoint({
	method: 'DELETE',
	url: '/api/mutes/:userId',
	config: {
		summary: 'Unmute a user',
		auth: 'user',
		failure: 'Failed to unmute user',
		missing: USER_NOT_FOUND,
		limit: 'write',
	},
	schema: { params, response: { 200: Muting } },
})

export const listMutes = endpoint({
	method: 'GET',
	url: '/api/mutes',
	config: {
		summary: 'List the users you have muted, latest first',
		auth: 'user',
		failure: 'Failed to fetch muted users',
	},
	schema: { querystring: Type.Object(cursorPaging(20)), response: { 200: HiddenUsers } },
})
