import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createLimiter } from '#server/http/limiter.ts'
import type { DeliverMail, Mail } from './delivery.ts'

/** Sends mails in the background, so that responses do not wait for them or reveal by their timing whether one was sent. */
export interface MailQueue {
	/**
	 * Queues a mail. `compose` returns it, or undefined for none, and is not called again after it succeeds. Failures are
	 * logged and retried.
	 */
	send: (compose: () => Promise<Mail | undefined>, log: FastifyBaseLogger) => void
	/** Resolves once the queue is empty. */
	waitUntilIdle: () => Promise<void>
	/** Retries waiting mails immediately and for the last time. Mails queued later get one attempt. */
	flush: () => void
	/** Flushes, rejects new mails, and resolves at most 4.5 s after the flush began with the number of lost mails. */
	close: () => Promise<number>
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** An outage of the mail server of up to an hour and a half delays mails and loses none. */
const RETRY_DELAYS_MS = [SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS]
/** Less than the shutdown timeout of the process. */
const FLUSH_TIMEOUT_MS = 4.5 * SECOND_MS
const MAX_CONCURRENT_DELIVERIES = 4
/** A flood of requests must not fill memory. */
const MAX_QUEUED_MAILS = 10_000

/** Creates an in-memory queue: links in mails are secrets, which must not be stored. */
export function createMailQueue(deliver: DeliverMail, retryDelaysMs: readonly number[] = RETRY_DELAYS_MS): MailQueue {
	const flushController = new AbortController()
	let flushStartMs: number | undefined
	let isClosed = false
	const jobs = new Set<Promise<void>>()
	const limiter = createLimiter({ maxConcurrent: MAX_CONCURRENT_DELIVERIES })

	async function run(compose: () => Promise<Mail | undefined>, log: FastifyBaseLogger): Promise<void> {
		let mail: Mail | undefined
		for (let attempt = 0; ; attempt++) {
			try {
				await limiter.run(async () => {
					mail ??= await compose()
					if (mail) await deliver(mail, log)
				})
				return
			} catch (error) {
				const waitMs = flushController.signal.aborted || isPermanentFailure(error) ? undefined : retryDelaysMs[attempt]
				log[waitMs === undefined ? 'error' : 'warn'](
					{
						reason: getFailureReason(error),
						attempt: attempt + 1,
						...(waitMs === undefined ? {} : { retryInMs: waitMs }),
					},
					waitMs === undefined ? 'a mail was not sent' : 'a mail could not be sent yet',
				)
				if (waitMs === undefined) return
				// A flush ends the pause, for a last attempt
				await pause(waitMs, undefined, { signal: flushController.signal, ref: false }).catch(() => {})
			}
		}
	}

	/** Starts the flush, and returns its start time. */
	function flush(): number {
		flushController.abort()
		flushStartMs ??= performance.now()
		return flushStartMs
	}

	return {
		send(compose, log) {
			if (isClosed || jobs.size >= MAX_QUEUED_MAILS) return log.error('a mail was not sent: the queue is full')
			const job: Promise<void> = run(compose, log).finally(() => jobs.delete(job))
			jobs.add(job)
		},
		async waitUntilIdle() {
			while (jobs.size > 0) await Promise.all(jobs)
		},
		flush,
		async close() {
			isClosed = true
			const leftMs = FLUSH_TIMEOUT_MS - (performance.now() - flush())
			await Promise.race([Promise.all(jobs), pause(Math.max(0, leftMs), undefined, { ref: false })])
			return jobs.size
		},
	}
}

/** Checks for a `5xx` of the mail server, after which a retry is pointless. */
function isPermanentFailure(error: unknown): boolean {
	return (
		error instanceof Error &&
		'responseCode' in error &&
		typeof error.responseCode === 'number' &&
		error.responseCode >= 500
	)
}

/** Returns an error's code or name: the mail server's own sentence can contain the address. */
function getFailureReason(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown'
	const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
	return [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
}
