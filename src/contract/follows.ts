import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { cursorPaging, nullable, success, Uuid } from './shapes.ts'
import { Profile, USER_NOT_FOUND, USERS_FETCH_FAILED } from './users.ts'

export const CANNOT_FOLLOW_YOURSELF = { code: 'own_account', error: 'You cannot follow yourself' } as const

const params = Type.Object({ id: Uuid() })
const Following = Type.Object({ success, following: Type.Boolean() })
const Follows = Type.Object({ data: Type.Array(Profile), count: Type.Integer(), nextCursor: nullable(Type.String()) })

export const follow = endpoint({
	method: 'POST',
	url: '/api/follows',
	config: {
		summary: 'Follow a user',
		auth: 'user',
		failure: 'Failed to follow user',
		refusals: { 400: [CANNOT_FOLLOW_YOURSELF], 404: [USER_NOT_FOUND] },
		limit: 'write',
	},
	schema: { body: Type.Object({ followedId: Uuid() }), response: { 200: Following, 201: Following } },
})

export const unfollow = endpoint({
	method: 'DELETE',
	url: '/api/follows/:id',
	config: {
		summary: 'Unfollow a user',
		auth: 'user',
		failure: 'Failed to unfollow user',
		missing: USER_NOT_FOUND,
		limit: 'write',
	},
	schema: { params, response: { 200: Following } },
})

export const getFollowStatus = endpoint({
	method: 'GET',
	url: '/api/follows/status/:id',
	config: {
		summary: 'Check whether you follow a user',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to check follow status',
		missing: USER_NOT_FOUND,
	},
	schema: { params, response: { 200: Type.Object({ following: Type.Boolean() }) } },
})

export const listFollowers = endpoint({
	method: 'GET',
	url: '/api/follows/:id/followers',
	config: {
		summary: "List a user's followers, newest first",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: USERS_FETCH_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: { params, querystring: Type.Object(cursorPaging(20)), response: { 200: Follows } },
})

export const listFollowing = endpoint({
	method: 'GET',
	url: '/api/follows/:id/following',
	config: {
		summary: 'List the users that a user follows, newest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: USERS_FETCH_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: { params, querystring: Type.Object(cursorPaging(20)), response: { 200: Follows } },
})
