import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type ClaimedMail, claimDueMails, claimWaitingMails, extendLease } from './queries-outbox.ts'
import { createMailSender, type MailCounts, type SenderOptions } from './sender.ts'

/** Claims mails and sends a few of them at a time. */
export interface Dispatcher {
	/** Starts sending the mails that are due. Resolves once they are claimed. */
	wake: (log: FastifyBaseLogger) => Promise<void>
	/** Sends every waiting mail once, due or not. Resolves once all are claimed. */
	sendWaiting: (log: FastifyBaseLogger) => Promise<void>
	/** Resolves once no mail is due and this process is sending none. */
	waitUntilIdle: (log: FastifyBaseLogger) => Promise<void>
	/** Claims no more mails. */
	stop: () => void
}

const SECOND_MS = 1000
/** After this time without an extension, another process sends the mail. */
const LEASE_MS = 30 * SECOND_MS
const MAX_CONCURRENT_DELIVERIES = 4
const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** Creates the dispatcher of a process. */
export function createDispatcher<Content>(options: SenderOptions<Content>, counts: MailCounts): Dispatcher {
	const { db, clock } = options
	const send = createMailSender(options, counts)
	const sending = new Set<Promise<void>>()
	let claiming: Promise<void> | undefined
	let isWakeDue = false
	let isStopped = false
	const toLeaseEnd = () => new Date(clock() + LEASE_MS).toISOString()
	const createClaim = () => ({
		claim: randomUUID(),
		at: new Date(clock()).toISOString(),
		leasedUntil: toLeaseEnd(),
		limit: MAX_CONCURRENT_DELIVERIES - sending.size,
	})

	function wake(log: FastifyBaseLogger): Promise<void> {
		isWakeDue = true
		// The end of a delivery wakes again
		if (isStopped || sending.size >= MAX_CONCURRENT_DELIVERIES) return Promise.resolve()
		claiming ??= startDue(log)
		return claiming
	}

	async function startDue(log: FastifyBaseLogger): Promise<void> {
		try {
			while (isWakeDue && !isStopped && sending.size < MAX_CONCURRENT_DELIVERIES) {
				isWakeDue = false
				for (const mail of await claimDueMails(db, createClaim())) start(mail, log, { isCounted: true })
			}
		} finally {
			claiming = undefined
		}
	}

	function start(mail: ClaimedMail, log: FastifyBaseLogger, attempt: { isCounted: boolean }): void {
		const extend = () => void extendLease(db, mail, toLeaseEnd()).catch(() => {})
		const extension = setInterval(extend, LEASE_MS / 3)
		extension.unref()
		const job: Promise<void> = send(mail, log, attempt)
			.catch((error: unknown) => log.error({ err: error }, 'the outcome of a mail was not stored'))
			.finally(() => {
				clearInterval(extension)
				sending.delete(job)
				// A job repeats this, and logs failures
				wake(log).catch(() => {})
			})
		sending.add(job)
	}

	return {
		wake,
		async sendWaiting(log) {
			for (let afterId = NIL_ID; !isStopped; ) {
				if (sending.size >= MAX_CONCURRENT_DELIVERIES) {
					await Promise.race(sending)
					continue
				}
				const mails = await claimWaitingMails(db, afterId, createClaim())
				if (mails.length === 0) return
				for (const mail of mails) start(mail, log, { isCounted: false })
				afterId = mails.at(-1)?.id ?? afterId
			}
		},
		async waitUntilIdle(log) {
			for (;;) {
				await wake(log)
				if (sending.size === 0) return
				await Promise.all(sending)
			}
		},
		stop() {
			isStopped = true
		},
	}
}
