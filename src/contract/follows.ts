import { Integer, Array as List, Object as Shape, String as Text, Boolean as YesNo } from 'typebox'
import { endpoint } from './endpoint.ts'
import { cursorPaging, nullable, success, Uuid } from './shapes.ts'
import { Profile, USER_NOT_FOUND, USERS_FETCH_FAILED } from './users.ts'

export const CANNOT_FOLLOW_YOURSELF = { code: 'own_account', error: 'You cannot follow yourself' } as const

const params = Shape({ id: Uuid() })
const Following = Shape({ success, following: YesNo() })
const Follows = Shape({ data: List(Profile), count: Integer(), nextCursor: nullable(Text()) })

export const follow = endpoint({
	method: 'POST',
	url: '/api/follows',
	config: { summary: 'Follow a user', auth: 'user', failure: 'Failed to follow user', limit: 'write' },
	schema: { body: Shape({ followedId: Uuid() }), response: { 200: Following, 201: Following } },
})

export const unfollow = endpoint({
	method: 'DELETE',
	url: '/api/follows/:id',
	config: {
		summary: 'Stop following a user',
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
		summary: 'Say whether the viewer follows a user',
		auth: 'anyone',
		failure: 'Failed to check follow status',
		missing: USER_NOT_FOUND,
	},
	schema: { params, response: { 200: Shape({ following: YesNo() }) } },
})

export const listFollowers = endpoint({
	method: 'GET',
	url: '/api/follows/:id/followers',
	config: {
		summary: 'List who follows a user, newest first',
		auth: 'anyone',
		failure: USERS_FETCH_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: { params, querystring: Shape(cursorPaging(20)), response: { 200: Follows } },
})

export const listFollowing = endpoint({
	method: 'GET',
	url: '/api/follows/:id/following',
	config: {
		summary: 'List whom a user follows, newest first',
		auth: 'anyone',
		failure: USERS_FETCH_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: { params, querystring: Shape(cursorPaging(20)), response: { 200: Follows } },
})
