import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createLimiter } from '#server/http/limiter.ts'
import type { Deliver, Mail } from './deliver.ts'

/** Takes what is to be mailed and sees to it afterwards, so that no answer waits for it or tells by its time what was sent. */
export interface MailQueue {
	/**
	 * Sends the mail that `write` gives, or none where it gives undefined. A failure is logged and tried again; the mail
	 * is written once.
	 */
	send: (write: () => Promise<Mail | undefined>, log: FastifyBaseLogger) => void
	/** Resolves when nothing is left to do. */
	settled: () => Promise<void>
	/** Tries what waits at once and for the last time, as it does each mail that still comes. */
	hurry: () => void
	/** Hurries, takes nothing new, and resolves seconds after the hurry began with how many mails are lost. */
	close: () => Promise<number>
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** A mail server that is away for an hour and a half delays mails and loses none. */
const AGAIN_AFTER_MS = [SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS]
/** Less than a stopping process has. */
const HURRY_MS = 4.5 * SECOND_MS
const AT_ONCE = 4
/** A flood of requests must not fill the memory. */
const MOST_WAITING = 10_000

/** A queue in memory: links in mails are secrets, which are written down nowhere else. */
export function mailQueue(deliver: Deliver, againAfterMs: readonly number[] = AGAIN_AFTER_MS): MailQueue {
	const hurrying = new AbortController()
	let hurriedMs: number | undefined
	let isClosed = false
	const jobs = new Set<Promise<void>>()
	const limiter = createLimiter({ atOnce: AT_ONCE })

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
				const waitMs = hurrying.signal.aborted || isFinal(error) ? undefined : againAfterMs[attempt]
				log[waitMs === undefined ? 'error' : 'warn'](
					{ reason: reasonOf(error), attempt: attempt + 1, ...(waitMs === undefined ? {} : { againInMs: waitMs }) },
					waitMs === undefined ? 'a mail was not sent' : 'a mail could not be sent yet',
				)
				if (waitMs === undefined) return
				// What waits when the site stops is tried at once, for the last time
				await pause(waitMs, undefined, { signal: hurrying.signal, ref: false }).catch(() => {})
			}
		}
	}

	/** When the hurry began. */
	function hurry(): number {
		hurrying.abort()
		hurriedMs ??= performance.now()
		return hurriedMs
	}

	return {
		send(write, log) {
			if (isClosed || jobs.size >= MOST_WAITING) return log.error('a mail was not sent: too many wait')
			const job: Promise<void> = run(write, log).finally(() => jobs.delete(job))
			jobs.add(job)
		},
		async settled() {
			while (jobs.size > 0) await Promise.all(jobs)
		},
		hurry,
		async close() {
			isClosed = true
			const leftMs = HURRY_MS - (performance.now() - hurry())
			await Promise.race([Promise.all(jobs), pause(Math.max(0, leftMs), undefined, { ref: false })])
			return jobs.size
		},
	}
}

/** A server's `5xx` says that trying again is of no use. */
function isFinal(error: unknown): boolean {
	return (
		error instanceof Error &&
		'responseCode' in error &&
		typeof error.responseCode === 'number' &&
		error.responseCode >= 500
	)
}

/** What went wrong in a word: a mail server's own sentence may name the address. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown'
	const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
	return [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
}
