import { refreshTokens } from '#contract/session-tokens.ts'
import type { Failure } from '#contract/shapes.ts'
import { type ApiResponse, ApiError, type ApiRequest, call, type Transport } from './api-client.ts'
import { clearCredentials, readCredentials, markUsernameNeeded, storeTokens } from './credentials.ts'
import { platform } from './platform.ts'

/**
 * Asks the server by `fetch`, as the signed-in user where there is one. On a 401 the tokens are exchanged once, whoever
 * asks, and the request is repeated; a refused exchange ends the session here, one that did not arrive fails the request.
 */
export const browserTransport: Transport = async (request) => {
	const { accessToken } = readCredentials()
	if (request.auth === 'nobody' || accessToken === null) return send(request, null)
	const answer = await send(request, accessToken)
	if (answer.status === 403 && (answer.body as Partial<Failure>)?.code === USERNAME_NEEDED_CODE) markUsernameNeeded()
	if (answer.status !== 401) return answer
	await refreshAccessToken(accessToken)
	const fresh = readCredentials().accessToken
	// What anyone may read is still read, as a visitor.
	if (fresh === null && request.auth !== 'anyone') return answer
	return send(request, fresh)
}

// The code of `USERNAME_NEEDED`, whose module has the schemas of all forms.
const USERNAME_NEEDED_CODE = 'username_needed'

/** A read that hangs is given up: the screen then says so and offers another try. What changes something is waited for. */
const READ_TIMEOUT_MS = 30_000

async function send(
	{ method, url, headers, body, signal, keepalive }: ApiRequest,
	token: string | null,
): Promise<ApiResponse> {
	const signals = signal ? [signal] : []
	if (method === 'GET') signals.push(AbortSignal.timeout(READ_TIMEOUT_MS))
	const response = await fetch(platform.apiOrigin + url, {
		method,
		headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
		credentials: 'same-origin',
		signal: AbortSignal.any(signals),
		...(body === undefined ? {} : { body }),
		...(keepalive ? { keepalive } : {}),
	})
	const text = await response.text()
	return {
		status: response.status,
		body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined,
	}
}

const LOCK_NAME = 'savepoint-refresh'
const STORAGE_SYNC_DELAY_MS = 100
let pendingRefresh: Promise<void> | null = null

/** Puts new tokens in the place of `spent`: one exchange at a time in this tab, and where the browser can, in all tabs. */
function refreshAccessToken(expired: string): Promise<void> {
	pendingRefresh ??= withRefreshLock(() => exchangeRefreshToken(expired)).finally(() => {
		pendingRefresh = null
	})
	return pendingRefresh
}

async function withRefreshLock(work: () => Promise<void>): Promise<void> {
	// Absent on plain http addresses other than localhost.
	const locks = navigator.locks as LockManager | undefined
	if (!locks) return work()
	const isDone = await locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
		if (lock) await work()
		return lock !== null
	})
	if (isDone) return
	await locks.request(LOCK_NAME, async () => {
		// Another tab had its turn; what it stored reaches this one's process a moment later.
		await new Promise((resolve) => setTimeout(resolve, STORAGE_SYNC_DELAY_MS))
		await work()
	})
}

async function exchangeRefreshToken(spent: string): Promise<void> {
	const { accessToken, refreshToken } = readCredentials()
	// Another tab was first.
	if (accessToken !== spent) return
	if (refreshToken === null) return clearCredentials()
	try {
		const { tokens } = await call((request) => send(request, null), refreshTokens, { body: { refreshToken } })
		storeTokens(tokens)
	} catch (error) {
		// A server that is away or busy has refused nothing: the session goes on, and this request has not arrived.
		const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
		if (!isRefused) throw error
		clearCredentials()
	}
}
