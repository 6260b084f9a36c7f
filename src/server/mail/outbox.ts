import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/db/tables.ts'
import {
	addOutgoingMail,
	type ClaimedMail,
	claimDueMails,
	claimWaitingMails,
	deleteUnreadableMails,
	endClaims,
	extendLease,
	measureOutbox,
} from './queries-outbox.ts'
import { seal } from './sealed-content.ts'
import { createMailSender, type SenderOptions } from './sender.ts'

/**
 * Waiting mails in the database, which every process of the site sends: a mail survives the process that queued it, and
 * while a process is sending it no other does.
 */
export interface Outbox<Content> {
	/** Queues a mail with the given content, in the open transaction if there is one. Past 10,000 waiting mails it is logged and dropped. */
	add: (db: Db, mail: NewMail<Content>, log: FastifyBaseLogger) => Promise<void>
	/** Starts sending the mails that are due. Resolves once this process has claimed them. */
	wake: (log: FastifyBaseLogger) => Promise<void>
	/** Resolves once no mail is due and this process is sending none. */
	waitUntilIdle: (log: FastifyBaseLogger) => Promise<void>
	/**
	 * Prepares for sending at the start: drops mails sealed with another secret and, in the only process of the site, takes
	 * back the claims of the process before.
	 */
	recover: (log: FastifyBaseLogger, options: { isOnlyProcess: boolean }) => Promise<void>
	/** Tries every waiting mail once, due or not. */
	flush: (log: FastifyBaseLogger) => void
	/** Flushes, stops sending at most 4.5 s after the flush began, and resolves with the number of mails that still wait. */
	close: (log: FastifyBaseLogger) => Promise<number>
	/** Returns when the oldest waiting mail was queued; undefined without any. */
	findOldest: () => Promise<string | undefined>
}

/** A mail before it is composed. */
export interface NewMail<Content> {
	content: Content
	/** The account with which the mail is deleted. */
	userId?: string | undefined
	/** The hash of the link without which the mail is obsolete. */
	link?: string | undefined
	/** How long the mail is worth sending. */
	lifetimeMs: number
}

interface OutboxOptions<Content> extends SenderOptions<Content> {
	/** Identifies the secret that the key is derived from. */
	fingerprint: string
}

const SECOND_MS = 1000
/** After this time without an extension, another process sends the mail. */
const LEASE_MS = 30 * SECOND_MS
/** Less than the shutdown timeout of the process. */
const FLUSH_TIMEOUT_MS = 4.5 * SECOND_MS
const MAX_CONCURRENT_DELIVERIES = 4
/** A flood of requests must not fill the disk. */
const MAX_WAITING_MAILS = 10_000
const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** Creates the outbox of a process. */
export function createOutbox<Content>(options: OutboxOptions<Content>): Outbox<Content> {
	const { db, key, fingerprint, clock } = options
	const sending = new Set<Promise<void>>()
	let claiming: Promise<void> | undefined
	let isWakeDue = false
	let flushing: { beganMs: number; done: Promise<void> } | undefined
	let isClosed = false
	const send = createMailSender(options)
	const toTime = (ms: number) => new Date(ms).toISOString()
	const createClaim = () => ({
		claim: randomUUID(),
		at: toTime(clock()),
		leasedUntil: toTime(clock() + LEASE_MS),
		limit: MAX_CONCURRENT_DELIVERIES - sending.size,
	})

	function wake(log: FastifyBaseLogger): Promise<void> {
		isWakeDue = true
		// The end of a delivery wakes again
		if (isClosed || sending.size >= MAX_CONCURRENT_DELIVERIES) return Promise.resolve()
		claiming ??= startDue(log)
		return claiming
	}

	async function startDue(log: FastifyBaseLogger): Promise<void> {
		try {
			while (isWakeDue && !isClosed && sending.size < MAX_CONCURRENT_DELIVERIES) {
				isWakeDue = false
				for (const mail of await claimDueMails(db, createClaim())) start(mail, log, { isCounted: true })
			}
		} finally {
			claiming = undefined
		}
	}

	async function startWaiting(log: FastifyBaseLogger): Promise<void> {
		for (let afterId = NIL_ID; !isClosed; ) {
			if (sending.size >= MAX_CONCURRENT_DELIVERIES) {
				await Promise.race(sending)
				continue
			}
			const mails = await claimWaitingMails(db, afterId, createClaim())
			if (mails.length === 0) return
			for (const mail of mails) start(mail, log, { isCounted: false })
			afterId = mails.at(-1)?.id ?? afterId
		}
	}

	function start(mail: ClaimedMail, log: FastifyBaseLogger, attempt: { isCounted: boolean }): void {
		const renewal = setInterval(
			() => void extendLease(db, mail, toTime(clock() + LEASE_MS)).catch(() => {}),
			LEASE_MS / 3,
		)
		renewal.unref()
		const job: Promise<void> = send(mail, log, attempt)
			.catch((error: unknown) => log.error({ err: error }, 'the outcome of a mail was not stored'))
			.finally(() => {
				clearInterval(renewal)
				sending.delete(job)
				wake(log).catch(() => {})
			})
		sending.add(job)
	}

	function flush(log: FastifyBaseLogger) {
		flushing ??= { beganMs: performance.now(), done: startWaiting(log).catch(() => {}) }
		return flushing
	}

	async function waitUntilIdle(log: FastifyBaseLogger): Promise<void> {
		for (;;) {
			await wake(log)
			if (sending.size === 0) return
			await Promise.all(sending)
		}
	}

	return {
		async add(transaction, { content, userId, link, lifetimeMs }, log) {
			// Without a given time, the IDs of a process are in order, also within a millisecond
			const id = uuidv7()
			const at = clock()
			const row = {
				id,
				sealed: seal(key, id, { content }),
				sealed_by: fingerprint,
				user_id: userId ?? null,
				link: link ?? null,
				created_at: toTime(at),
				expires_at: toTime(at + lifetimeMs),
				next_attempt_at: toTime(at),
			}
			if (!(await addOutgoingMail(transaction, row, MAX_WAITING_MAILS)))
				log.error('a mail was not sent: the queue is full')
		},
		wake,
		waitUntilIdle,
		async recover(log, { isOnlyProcess }) {
			const count = await deleteUnreadableMails(db, fingerprint)
			if (count > 0) log.error({ mails: count }, 'mails were not sent: SECRET_KEY has changed')
			if (isOnlyProcess) await endClaims(db)
		},
		flush,
		async close(log) {
			const { beganMs, done } = flush(log)
			const leftMs = FLUSH_TIMEOUT_MS - (performance.now() - beganMs)
			const idle = done.then(() => waitUntilIdle(log)).catch(() => {})
			await Promise.race([idle, pause(Math.max(0, leftMs), undefined, { ref: false })])
			isClosed = true
			return measureOutbox(db).then(
				({ count }) => count,
				// Nobody can tell while the database is away
				() => 0,
			)
		},
		async findOldest() {
			return (await measureOutbox(db)).oldestAt
		},
	}
}
