import { refreshTokens } from '#contract/session-tokens.ts'
import type { Failure } from '#contract/shapes.ts'
import { ApiError, type ApiRequest, type ApiResponse, call, type Transport } from './api-client.ts'
import { clearCredentials, markUsernameNeeded, readCredentials, storeTokens } from './credentials.ts'
import type {} from './early-events.ts'
import { platform } from './platform.ts'

/**
 * Sends requests by `fetch`, as the logged-in user if there is one. On a 401 the tokens are refreshed once for all
 * waiting requests and the request is retried. A refused refresh ends the local session; one that gets no response fails
 * the request.
 */
export const browserTransport: Transport = async (request) => {
	const { accessToken } = readCredentials()
	if (request.auth === 'nobody' || accessToken === null) return send(request, null)
	const response = await send(request, accessToken)
	if (response.status === 403 && (response.body as Partial<Failure>)?.code === USERNAME_NEEDED_CODE)
		markUsernameNeeded()
	if (response.status !== 401) return response
	await refreshAccessToken(accessToken)
	const freshToken = readCredentials().accessToken
	// Public endpoints are still read, as a visitor
	if (freshToken === null && request.auth !== 'anyone') return response
	return send(request, freshToken)
}

// The code of `USERNAME_NEEDED`, not imported because its module has the schemas of all forms
const USERNAME_NEEDED_CODE = 'username_needed'

/** A hanging read is aborted, and the screen offers to retry. Writes have no timeout. */
const READ_TIMEOUT_MS = 30_000

async function send(
	{ method, url, headers, body, signal, keepalive }: ApiRequest,
	token: string | null,
): Promise<ApiResponse> {
	const signals = signal ? [signal] : []
	if (method === 'GET') signals.push(AbortSignal.timeout(READ_TIMEOUT_MS))
	const response = await ((method === 'GET' && takeEarlyRead(url, token)) ||
		fetch(platform.apiOrigin + url, {
			method,
			headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
			credentials: 'same-origin',
			signal: AbortSignal.any(signals),
			...(body === undefined ? {} : { body }),
			...(keepalive ? { keepalive } : {}),
		}))
	const text = await response.text()
	return {
		status: response.status,
		body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined,
	}
}

/** Responses that the inline script has requested are as old as the page. */
const MAX_EARLY_READ_AGE_MS = 30_000

/** Takes the response that the inline script has requested with this token, once. */
function takeEarlyRead(url: string, token: string | null): Promise<Response> | undefined {
	const early = globalThis.window?.early
	if (early?.token !== token || performance.now() > MAX_EARLY_READ_AGE_MS) return undefined
	const response = early.reads[url]
	delete early.reads[url]
	return response
}

const LOCK_NAME = 'savepoint-refresh'
const STORAGE_SYNC_DELAY_MS = 100
let pendingRefresh: Promise<void> | null = null

/** Replaces the expired access token: one refresh at a time in this tab and, with Web Locks, across all tabs. */
function refreshAccessToken(expired: string): Promise<void> {
	pendingRefresh ??= withRefreshLock(() => exchangeRefreshToken(expired)).finally(() => {
		pendingRefresh = null
	})
	return pendingRefresh
}

async function withRefreshLock(task: () => Promise<void>): Promise<void> {
	// Undefined in insecure contexts: plain HTTP on hosts other than localhost
	const locks = navigator.locks as LockManager | undefined
	if (!locks) return task()
	const isDone = await locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
		if (lock) await task()
		return lock !== null
	})
	if (isDone) return
	await locks.request(LOCK_NAME, async () => {
		// Another tab held the lock; what it stored reaches this tab's process a moment later
		await new Promise((resolve) => setTimeout(resolve, STORAGE_SYNC_DELAY_MS))
		await task()
	})
}

async function exchangeRefreshToken(spent: string): Promise<void> {
	const { accessToken, refreshToken } = readCredentials()
	// Another tab has already refreshed
	if (accessToken !== spent) return
	if (refreshToken === null) return clearCredentials()
	try {
		const { tokens } = await call((request) => send(request, null), refreshTokens, { body: { refreshToken } })
		storeTokens(tokens)
	} catch (error) {
		// An unavailable or busy server has not refused the token: keep the session and fail only this request
		const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
		if (!isRefused) throw error
		clearCredentials()
	}
}
