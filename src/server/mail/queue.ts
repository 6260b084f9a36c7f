import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createLimiter } from '#server/http/limiter.ts'
import type { DeliverMail, Mail } from './delivery.ts'

/** Takes what is to be mailed and sees to it afterwards, so that no answer waits for it or tells by its time what was sent. */
export interface MailQueue {
	/**
	 * Sends the mail that `write` gives, or none where it gives undefined. A failure is logged and tried again; the mail
	 * is written once.
	 */
	send: (write: () => Promise<Mail | undefined>, log: FastifyBaseLogger) => void
	/** Resolves when nothing is left to do. */
	waitUntilIdle: () => Promise<void>
	/** Tries what waits at once and for the last time, as it does each mail that still comes. */
	flush: () => void
	/** Hurries, takes nothing new, and resolves seconds after the hurry began with how many mails are lost. */
	close: () => Promise<number>
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** A mail server that is away for an hour and a half delays mails and loses none. */
const RETRY_DELAYS_MS = [SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS]
/** Less than a stopping process has. */
const FLUSH_TIMEOUT_MS = 4.5 * SECOND_MS
const MAX_CONCURRENT_DELIVERIES = 4
/** A flood of requests must not fill the memory. */
const MAX_QUEUED_MAILS = 10_000

/** A queue in memory: links in mails are secrets, which are written down nowhere else. */
export function createMailQueue(deliver: DeliverMail, retryDelaysMs: readonly number[] = RETRY_DELAYS_MS): MailQueue {
	const flushController = new AbortController()
	let flushStartMs: number | undefined
	let isClosed = false
	const jobs = new Set<Promise<void>>()
	const limiter = createLimiter({ maxConcurrent: MAX_CONCURRENT_DELIVERIES })

	async function run(write: () => Promise<Mail | undefined>, log: FastifyBaseLogger): Promise<void> {
		let mail: Mail | undefined
		for (let attempt = 0; ; attempt++) {
			try {
				await limiter.run(async () => {
					mail ??= await write()
					if (mail) await deliver(mail, log)
				})
				return
			} catch (error) {
				const waitMs = flushController.signal.aborted || isPermanentFailure(error) ? undefined : retryDelaysMs[attempt]
				log[waitMs === undefined ? 'error' : 'warn'](
					{ reason: getFailureReason(error), attempt: attempt + 1, ...(waitMs === undefined ? {} : { againInMs: waitMs }) },
					waitMs === undefined ? 'a mail was not sent' : 'a mail could not be sent yet',
				)
				if (waitMs === undefined) return
				// What waits when the site stops is tried at once, for the last time
				await pause(waitMs, undefined, { signal: flushController.signal, ref: false }).catch(() => {})
			}
		}
	}

	/** When the hurry began. */
	function flush(): number {
		flushController.abort()
		flushStartMs ??= performance.now()
		return flushStartMs
	}

	return {
		send(write, log) {
			if (isClosed || jobs.size >= MAX_QUEUED_MAILS) return log.error('a mail was not sent: too many wait')
			const job: Promise<void> = run(write, log).finally(() => jobs.delete(job))
			jobs.add(job)
		},
		async waitUntilIdle() {
			while (jobs.size > 0) await Promise.all(jobs)
		},
		flush: flush,
		async close() {
			isClosed = true
			const leftMs = FLUSH_TIMEOUT_MS - (performance.now() - flush())
			await Promise.race([Promise.all(jobs), pause(Math.max(0, leftMs), undefined, { ref: false })])
			return jobs.size
		},
	}
}

/** A server's `5xx` says that trying again is of no use. */
function isPermanentFailure(error: unknown): boolean {
	return (
		error instanceof Error &&
		'responseCode' in error &&
		typeof error.responseCode === 'number' &&
		error.responseCode >= 500
	)
}

/** What went wrong in a word: a mail server's own sentence may name the address. */
function getFailureReason(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown'
	const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
	return [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
}
