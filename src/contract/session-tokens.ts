import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { BAD_TOKEN, SESSION_REVOKED } from './session-refusals.ts'
import { nullable, SuccessResponse, success } from './shapes.ts'
import { CurrentUser, USER_LOOKUP_FAILED } from './users.ts'

// Calls that maintain a session, which every page needs. Logging in is in sessions.ts, which few pages load.

export const Tokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() })
export type Tokens = Static<typeof Tokens>

export const TOKENS_FAILED = 'Failed to extract authentication tokens'

const RefreshToken = Type.String({ exact: true, minLength: 1, maxLength: 500 })

export const logout = endpoint({
	method: 'POST',
	url: '/api/auth/logout',
	config: { summary: 'End the session of a refresh token', auth: 'nobody', failure: 'Logout failed' },
	schema: {
		body: Type.Object({ refreshToken: Type.Optional(nullable(RefreshToken)) }),
		response: { 200: SuccessResponse },
	},
})

export const getMe = endpoint({
	method: 'GET',
	url: '/api/auth/me',
	config: { summary: 'Get your account', auth: 'user', failure: USER_LOOKUP_FAILED },
	schema: { response: { 200: Type.Object({ success, user: CurrentUser }) } },
})

export const refreshTokens = endpoint({
	method: 'POST',
	url: '/api/auth/refresh-token',
	config: {
		summary: 'Exchange a refresh token for new tokens; each works once',
		auth: 'nobody',
		failure: TOKENS_FAILED,
		refusals: { 401: [BAD_TOKEN, SESSION_REVOKED] },
	},
	schema: {
		body: Type.Object({ refreshToken: RefreshToken }),
		response: { 200: Type.Object({ success, tokens: Tokens }) },
	},
})
