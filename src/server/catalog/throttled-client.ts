import { setTimeout as wait } from 'node:timers/promises'
import { SourceError } from './source.ts'

/** What a reader knows of time and chance; tests bring their own. */
export interface Timing {
	clock: () => number
	/** Rejects when the signal comes first. */
	sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
	/** From 0 up to 1. */
	random: () => number
}

/** Time as it passes. */
export const SYSTEM_TIMING: Timing = {
	clock: Date.now,
	sleep: (ms, signal) => wait(ms, undefined, { signal }),
	random: Math.random,
}

/** How a service wants to be asked. */
export interface RequestPolicy {
	/** What people call the service. */
	name: string
	/** The least time from the beginning of one request to that of the next. */
	intervalMs: number
	/** Whether to leave the service alone, after each answer, for as long as it took. */
	hasAdaptivePause?: boolean
	/** How long to wait when the service says that it was too much, and not until when. */
	rateLimitWaitMs: number
	timeoutMs: number
	/** What the text of an answer holds when the service gave up on a question that takes too long. */
	timeoutPattern?: RegExp
	/** Hears why the reader waits, where that is for long. */
	onPause?: ((sentence: string) => void) | undefined
}

export interface Request {
	url: string
	headers: Record<string, string>
	body: string
}

/** The service does not take the question as it is; asking it again would not help. */
export class RequestRejected extends Error {
	readonly status: number
	readonly responseText: string

	constructor(name: string, status: number, said: string) {
		super(`${name} refuses with the status ${status}`)
		this.status = status
		this.responseText = said
	}
}

/** The service did not finish its answer in time; a smaller question may help. */
export class ServiceTimeout extends Error {}

/** What can be tried again. */
interface RetryableFailure {
	/** Goes on from the service's name. */
	problem: string
	waitMs?: number
	isTimeout?: boolean
}

/** So often a question is asked before the reader gives up: for about three minutes when nothing answers. */
export const MAX_ATTEMPTS = 8
const INITIAL_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000
/** A service that wants to be left alone for longer is asked in another run. */
const MAX_RETRY_AFTER_MS = 15 * 60_000
const MIN_REPORTED_WAIT_MS = 4_000
const MAX_RESPONSE_MEGABYTES = 32

/**
 * Returns a function that posts to a service, one question after the other, and gives the JSON of its answer. What
 * fails for a while is asked again, later each time. Throws `Refused` for an answer that will not change, `TooSlow`
 * where `gaveUp` is given and the answer took too long, and `SourceBroken` with a sentence when nothing helps.
 */
export function createThrottledClient(manners: RequestPolicy, { clock, sleep, random }: Timing = SYSTEM_TIMING) {
	const { name, intervalMs: betweenMs, hasAdaptivePause: isResting = false, timeoutPattern: gaveUp, onPause: tell } = manners
	let freeAt = 0

	return async function ask(request: Request, signal: AbortSignal): Promise<unknown> {
		for (let tries = 1; ; tries++) {
			while (clock() < freeAt) await sleep(freeAt - clock(), signal)
			const askedAt = clock()
			const answer = await post(manners, request, signal, askedAt)
			const tookMs = clock() - askedAt
			freeAt = isResting ? clock() + Math.max(betweenMs, tookMs) : askedAt + betweenMs
			if ('value' in answer) return answer.value

			const { problem, waitMs, isTimeout: isTooSlow = false } = answer
			if (isTooSlow && gaveUp) throw new ServiceTimeout(`${name} ${problem}`)
			if (waitMs !== undefined && waitMs > MAX_RETRY_AFTER_MS)
				throw new SourceError(
					`${name} asks to be left alone for ${Math.ceil(waitMs / 60_000)} minutes. Run the command again after that`,
				)
			if (tries === MAX_ATTEMPTS)
				throw new SourceError(`${name} ${problem}, ${MAX_ATTEMPTS} times in a row. Try again later`)
			const growing = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** (tries - 1))
			// Not with everyone else who was told the same
			freeAt = Math.max(freeAt, clock() + Math.max(growing, waitMs ?? 0) + random() * growing)
			const stillMs = freeAt - clock()
			if (stillMs >= MIN_REPORTED_WAIT_MS)
				tell?.(`${name} ${problem}. Asking again in ${Math.ceil(stillMs / 1000)} seconds.`)
		}
	}
}

async function post(
	{ name, timeoutMs, rateLimitWaitMs: tooMuchMs, timeoutPattern: gaveUp }: RequestPolicy,
	{ url, headers, body }: Request,
	signal: AbortSignal,
	now: number,
): Promise<{ value: unknown } | RetryableFailure> {
	const limit = AbortSignal.timeout(timeoutMs)
	let response: Response | undefined
	let text: string
	try {
		response = await fetch(url, {
			method: 'POST',
			headers: { accept: 'application/json', ...headers },
			body,
			redirect: 'manual',
			signal: AbortSignal.any([signal, limit]),
		})
		text = await readText(response)
	} catch (error) {
		if (error instanceof ResponseTooLarge)
			throw new SourceError(`${name} answers with more than ${MAX_RESPONSE_MEGABYTES} MB, which is not what was asked for`)
		if (limit.aborted) return { problem: `took longer than ${timeoutMs / 1000} seconds`, isTimeout: true }
		return { problem: response ? 'breaks its answers off' : `cannot be reached${formatErrorCode(error)}` }
	}
	const { status } = response
	const hasGivenUp = () => status === 504 || gaveUp?.test(text) === true
	if (response.ok) {
		try {
			return { value: JSON.parse(text) }
		} catch {
			if (hasGivenUp()) return { problem: 'gave up on a question that takes too long', isTimeout: true }
			return { problem: /^\s*</.test(text) ? 'answers with a page in place of data' : 'breaks its answers off' }
		}
	}
	if (status >= 300 && status < 400)
		throw new SourceError(
			`${name} points from ${new URL(url).host} to another address, which is not followed. Check the address that is set`,
		)
	const waitMs = parseRetryAfter(response.headers.get('retry-after'), response.headers.get('date'), now)
	if (status === 429) return { problem: 'says that it is asked too often', waitMs: tooMuchMs, ...waitMs }
	if (status >= 500 || status === 408)
		return { problem: `fails with the status ${status}`, isTimeout: hasGivenUp(), ...waitMs }
	throw new RequestRejected(name, status, text)
}

class ResponseTooLarge extends Error {}

async function readText(response: Response): Promise<string> {
	const chunks: Uint8Array[] = []
	let bytes = 0
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length
		// Leaving the loop ends the connection
		if (bytes > MAX_RESPONSE_MEGABYTES * 1_000_000) throw new ResponseTooLarge()
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString()
}

/** What Retry-After says: seconds, or a date by the service's own clock. */
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
