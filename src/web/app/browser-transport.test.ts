import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { getMe } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { ApiError, call } from './api-client.ts'
import { browserTransport } from './browser-transport.ts'
import { readCredentials } from './credentials.ts'

let storage: Map<string, string>
let requests: { url: string; token: string | null }[]

beforeEach(() => {
	storage = new Map()
	requests = []
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => storage.get(key) ?? null,
		setItem: (key: string, value: string) => storage.set(key, value),
		removeItem: (key: string) => storage.delete(key),
	})
})

afterEach(() => {
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

test('concurrent requests with an expired access token refresh it once', async () => {
	storeSession('old', 'refresh-1')
	serve((path, token) => {
		if (path === '/api/auth/refresh-token')
			return json(200, { success: true, tokens: { accessToken: 'new', refreshToken: 'refresh-2' } })
		return token === 'new' ? json(200, { success: true, user: {} }) : json(401, REFUSAL)
	})

	await Promise.all([
		call(browserTransport, getMe, {}),
		call(browserTransport, getMe, {}),
		call(browserTransport, getMe, {}),
	])

	expect(requests.filter(({ url }) => url === '/api/auth/refresh-token')).toHaveLength(1)
	expect(readCredentials()).toMatchObject({ accessToken: 'new', refreshToken: 'refresh-2' })
})

test('fresh tokens from another tab are used instead of refreshing again', async () => {
	storeSession('old', 'refresh-1')
	serve((_path, token) => {
		if (token === 'new') return json(200, { success: true, user: {} })
		// The other tab refreshes while this request is in flight
		storeSession('new', 'refresh-2')
		return json(401, REFUSAL)
	})

	await call(browserTransport, getMe, {})

	expect(requests.map(({ url }) => url)).toEqual(['/api/auth/me', '/api/auth/me'])
})

test('a refused refresh clears the credentials; public endpoints are then read as a visitor', async () => {
	storeSession('old', 'refresh-1')
	serve((path, token) => {
		if (path.startsWith('/api/games/popular') && token === null) return json(200, { success: true })
		return json(401, REFUSAL)
	})

	await call(browserTransport, getPopularGames, { query: {} })

	expect(readCredentials()).toEqual({ accessToken: null, refreshToken: null, user: null })
	await expect(call(browserTransport, getMe, {})).rejects.toBeInstanceOf(ApiError)
})

test('an unavailable server does not end the session', async () => {
	storeSession('old', 'refresh-1')
	serve((path) => (path === '/api/auth/refresh-token' ? json(503, REFUSAL) : json(401, REFUSAL)))

	await expect(call(browserTransport, getMe, {})).rejects.toMatchObject({
		status: 0,
		message: getMe.config.failure,
		reason: null,
	})

	expect(readCredentials()).toMatchObject({ accessToken: 'old', refreshToken: 'refresh-1' })
})

test('a hanging read is aborted after 30 seconds, a write is not', async () => {
	const clock = new AbortController()
	const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
	const isAborted = { GET: false, POST: false }
	vi.stubGlobal(
		'fetch',
		(_url: string, { method, signal }: { method: 'GET' | 'POST'; signal: AbortSignal }) =>
			new Promise((_resolve, reject) => {
				signal.addEventListener('abort', () => {
					isAborted[method] = true
					reject(signal.reason)
				})
			}),
	)

	const reading = expect(call(browserTransport, getPopularGames, { query: {} })).rejects.toMatchObject({
		status: 0,
		code: 'network',
		message: 'Failed to fetch popular games',
	})
	void call(browserTransport, login, { body: { identifier: 'ada', password: 'slow' } })
	expect(timeout.mock.calls).toEqual([[30_000]])
	clock.abort()
	await reading
	expect(isAborted).toEqual({ GET: true, POST: false })
})

test("the server's specific message is a reason; its generic ones and a body without a message are not", async () => {
	const reasons = []
	for (const answer of [
		json(400, { success: false, error: 'Game is already in the list', code: 'already_in_list' }),
		json(500, { success: false, error: 'The shelf fell down' }),
		json(500, { success: false, error: 'Something went wrong on our side.', code: 'internal' }),
		json(503, { success: false, error: 'The service is not available.', code: 'unavailable' }),
		new Response('<h1>Bad Gateway</h1>', { status: 502 }),
	]) {
		serve(() => answer)
		reasons.push(await call(browserTransport, getPopularGames, { query: {} }).catch((error: ApiError) => error.reason))
	}

	expect(reasons).toEqual(['Game is already in the list', 'The shelf fell down', null, null, null])
})

test('unauthenticated calls send no token', async () => {
	storeSession('old', 'refresh-1')
	serve(() => json(401, REFUSAL))

	await expect(call(browserTransport, login, { body: { identifier: 'ada', password: 'wrong' } })).rejects.toMatchObject(
		{ status: 401 },
	)

	expect(requests).toEqual([{ url: '/api/auth/login', token: null }])
})

const REFUSAL = { success: false, error: 'Please log in to continue', code: 'sign_in_needed' }

function storeSession(accessToken: string, refreshToken: string): void {
	storage.set('accessToken', accessToken).set('refreshToken', refreshToken).set('user', '{}')
}

function serve(answer: (path: string, token: string | null) => Response): void {
	vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
		const token = headers.authorization?.replace('Bearer ', '') ?? null
		requests.push({ url, token })
		return answer(url, token)
	})
}

function json(status: number, body: unknown): Response {
	return Response.json(body, { status })
}
