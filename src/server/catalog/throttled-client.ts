import { setTimeout as wait } from 'node:timers/promises'
import { SourceError, type SourceFailure } from './source.ts'

/** Time and randomness, which tests replace. */
export interface Timing {
	clock: () => number
	/** Rejects if the signal aborts first. */
	sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
	/** Returns a number from 0 up to, but not including, 1. */
	random: () => number
}

/** The system clock, real timers and real randomness. */
export const SYSTEM_TIMING: Timing = {
	clock: Date.now,
	sleep: (ms, signal) => wait(ms, undefined, { signal }),
	random: Math.random,
}

/** How often and how patiently to send requests to a service. */
export interface RequestPolicy {
	/** The name of the service in messages. */
	name: string
	/** The minimum time between the starts of two requests. */
	intervalMs: number
	/** Whether to pause after each response for as long as it took. */
	hasAdaptivePause?: boolean
	/** The wait after a 429 response without a Retry-After header; of several, each after one more of them. */
	rateLimitWaitMs: number | readonly number[]
	timeoutMs: number
	/** Matches the body of a response in which the service reports that the query timed out. */
	timeoutPattern?: RegExp
	/** After how many failures it gives up, if not after eight. */
	maxAttempts?: number | undefined
	/** The size of a response that cannot be a valid one any more, if not 32. */
	maxResponseMegabytes?: number | undefined
	/** Called with the reason for a longer wait. */
	onPause?: ((sentence: string) => void) | undefined
}

/** What a client that a person waits for has otherwise than one of an import. */
export type RequestLimits = Pick<
	RequestPolicy,
	'intervalMs' | 'hasAdaptivePause' | 'timeoutMs' | 'maxAttempts' | 'maxResponseMegabytes'
>

export interface Request {
	url: string
	headers: Record<string, string>
	/** What is posted; a request without it is a GET. */
	body?: string
}

/** The service rejected the request; a retry would not help. */
export class RequestRejected extends Error {
	readonly status: number
	readonly responseText: string

	constructor(name: string, status: number, responseText: string) {
		super(`${name} rejected the request with status ${status}`)
		this.status = status
		this.responseText = responseText
	}
}

/** The service timed out; a smaller query may succeed. */
export class ServiceTimeout extends Error {}

/** A temporary failure. */
interface RetryableFailure {
	/** Completes a sentence that begins with the name of the service. */
	problem: string
	failure: SourceFailure
	waitMs?: number
	isTimeout?: boolean
}

/** With the backoff this takes about three minutes if nothing responds. */
export const MAX_ATTEMPTS = 8
const INITIAL_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000
/** A service that requests a longer wait ends the run. */
const MAX_RETRY_AFTER_MS = 15 * 60_000
const MIN_REPORTED_WAIT_MS = 4_000
const MAX_RESPONSE_MEGABYTES = 32

/**
 * Creates a function that sends requests to a service, one at a time, and returns the parsed JSON response. Retries
 * temporary failures with exponential backoff. The function throws `RequestRejected` for a permanent failure,
 * `ServiceTimeout` if the policy has a `timeoutPattern` and the service timed out, and `SourceError` once it gives up.
 */
export function createThrottledClient(policy: RequestPolicy, { clock, sleep, random }: Timing = SYSTEM_TIMING) {
	const { name, intervalMs, hasAdaptivePause = false, timeoutPattern, maxAttempts = MAX_ATTEMPTS, onPause } = policy
	let nextRequestAt = 0

	return async function send(request: Request, signal: AbortSignal): Promise<unknown> {
		for (let attempt = 1; ; attempt++) {
			while (clock() < nextRequestAt) await sleep(nextRequestAt - clock(), signal)
			const sentAt = clock()
			// Of rejected requests as well
			nextRequestAt = sentAt + intervalMs
			const result = await post(policy, request, signal, { now: sentAt, attempt })
			const tookMs = clock() - sentAt
			if (hasAdaptivePause) nextRequestAt = clock() + Math.max(intervalMs, tookMs)
			if ('value' in result) return result.value

			const { problem, failure, waitMs, isTimeout = false } = result
			if (isTimeout && timeoutPattern) throw new ServiceTimeout(`${name} ${problem}`)
			if (waitMs !== undefined && waitMs > MAX_RETRY_AFTER_MS)
				throw new SourceError(
					`${name} asks for a pause of ${Math.ceil(waitMs / 60_000)} minutes. Run the command again after that`,
					failure,
				)
			if (attempt >= maxAttempts)
				throw new SourceError(`${name} ${problem}, ${attempt} times in a row. Try again later`, failure)
			const backoffMs = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** (attempt - 1))
			// Jitter: other clients may have received the same wait
			nextRequestAt = Math.max(nextRequestAt, clock() + Math.max(backoffMs, waitMs ?? 0) + random() * backoffMs)
			const remainingMs = nextRequestAt - clock()
			if (remainingMs >= MIN_REPORTED_WAIT_MS)
				onPause?.(`${name} ${problem}. Retrying in ${Math.ceil(remainingMs / 1000)} seconds.`)
		}
	}
}

async function post(
	{ name, timeoutMs, rateLimitWaitMs, timeoutPattern, maxResponseMegabytes = MAX_RESPONSE_MEGABYTES }: RequestPolicy,
	{ url, headers, body }: Request,
	signal: AbortSignal,
	{ now, attempt }: { now: number; attempt: number },
): Promise<{ value: unknown } | RetryableFailure> {
	const limit = AbortSignal.timeout(timeoutMs)
	let response: Response | undefined
	let text: string
	try {
		response = await fetch(url, {
			method: body === undefined ? 'GET' : 'POST',
			headers: { accept: 'application/json', ...headers },
			...(body !== undefined && { body }),
			redirect: 'manual',
			signal: AbortSignal.any([signal, limit]),
		})
		text = await readText(response, maxResponseMegabytes)
	} catch (error) {
		if (error instanceof ResponseTooLarge)
			throw new SourceError(
				`${name} returned more than ${maxResponseMegabytes} MB, which cannot be a valid response`,
				'tooLarge',
			)
		if (limit.aborted)
			return { problem: `took longer than ${timeoutMs / 1000} seconds`, failure: 'unreachable', isTimeout: true }
		return response
			? { problem: 'sends truncated responses', failure: 'truncated' }
			: { problem: `cannot be reached${formatErrorCode(error)}`, failure: 'unreachable' }
	}
	const { status } = response
	const isServiceTimeout = () => status === 504 || timeoutPattern?.test(text) === true
	if (response.ok) {
		try {
			return { value: JSON.parse(text) }
		} catch {
			if (isServiceTimeout()) return { problem: 'timed out on a query', failure: 'unreachable', isTimeout: true }
			const problem = /^\s*</.test(text) ? 'returns a web page instead of data' : 'sends truncated responses'
			return { problem, failure: 'truncated' }
		}
	}
	if (status >= 300 && status < 400)
		throw new SourceError(
			`${name} redirects from ${new URL(url).host} to another URL, which is not followed. Check the configured URL`,
			'unreachable',
		)
	const waitMs = parseRetryAfter(response.headers.get('retry-after'), response.headers.get('date'), now)
	if (status === 429) {
		const waits = typeof rateLimitWaitMs === 'number' ? [rateLimitWaitMs] : rateLimitWaitMs
		const ownWaitMs = waits[Math.min(attempt, waits.length) - 1] ?? 0
		return { problem: 'reports too many requests', failure: 'rateLimited', waitMs: ownWaitMs, ...waitMs }
	}
	if (status >= 500 || status === 408)
		return { problem: `fails with status ${status}`, failure: 'unreachable', isTimeout: isServiceTimeout(), ...waitMs }
	throw new RequestRejected(name, status, text)
}

class ResponseTooLarge extends Error {}

async function readText(response: Response, maxMegabytes: number): Promise<string> {
	const chunks: Uint8Array[] = []
	let bytes = 0
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length
		// Leaving the loop closes the connection
		if (bytes > maxMegabytes * 1_000_000) throw new ResponseTooLarge()
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString()
}

/** Parses Retry-After: seconds, or a date by the service's clock. */
function parseRetryAfter(retryAfter: string | null, date: string | null, now: number): { waitMs?: number } {
	if (retryAfter === null) return {}
	if (/^\s*\d{1,9}\s*$/.test(retryAfter)) return { waitMs: Number(retryAfter) * 1000 }
	const waitMs = Date.parse(retryAfter) - (date === null ? now : Date.parse(date))
	return Number.isNaN(waitMs) ? {} : { waitMs }
}

function formatErrorCode(error: unknown): string {
	const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
	return code ? ` (${code})` : ''
}
