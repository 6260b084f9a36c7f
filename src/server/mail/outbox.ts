import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/db/tables.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { addOutgoingMail, deleteUnreadableMails, measureOutbox } from './queries-outbox.ts'
import { seal } from './sealed-content.ts'
import type { MailCounts, SenderOptions } from './sender.ts'

/**
 * Waiting mails in the database, which every process of the site sends: a mail survives the process that queued it, and
 * while a process is sending it no other does.
 */
export interface Outbox<Content> extends Pick<Dispatcher, 'wake' | 'waitUntilIdle'> {
	/** Queues a mail with the given content, in the open transaction if there is one. Past 10,000 waiting mails it is logged and dropped. */
	add: (db: Db, mail: NewMail<Content>, log: FastifyBaseLogger) => Promise<void>
	/** Prepares for sending at the start: drops mails sealed with another secret. */
	recover: (log: FastifyBaseLogger) => Promise<void>
	/** Tries every waiting mail once, due or not. */
	flush: (log: FastifyBaseLogger) => void
	/** Flushes, stops sending at most 4.5 s after the flush began, and resolves with the number of mails that still wait, as far as it is known. */
	close: (log: FastifyBaseLogger) => Promise<number>
	/** Returns when the oldest waiting mail was queued; undefined without any. */
	findOldest: () => Promise<string | undefined>
	/** Counts the waiting mails of all processes, and returns when the oldest was queued; undefined without any. */
	measure: () => Promise<{ count: number; oldestAt: string | undefined }>
	/** Counts the mails of this process so far by outcome. */
	countMails: () => Readonly<MailCounts>
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
/** Less than the shutdown timeout of the process. */
const FLUSH_TIMEOUT_MS = 4.5 * SECOND_MS
const COUNT_TIMEOUT_MS = SECOND_MS
/** A flood of requests must not fill the disk. */
const MAX_WAITING_MAILS = 10_000

/** Creates the outbox of a process. */
export function createOutbox<Content>(options: OutboxOptions<Content>): Outbox<Content> {
	const { db, key, fingerprint, clock } = options
	const counts: MailCounts = { sent: 0, delayed: 0, lost: 0 }
	const dispatcher = createDispatcher(options, counts)
	let flushing: { beganMs: number; done: Promise<void> } | undefined
	const toTime = (ms: number) => new Date(ms).toISOString()

	function flush(log: FastifyBaseLogger) {
		flushing ??= { beganMs: performance.now(), done: dispatcher.sendWaiting(log).catch(() => {}) }
		return flushing
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
			if (await addOutgoingMail(transaction, row, MAX_WAITING_MAILS)) return
			counts.lost++
			log.error('a mail was not sent: the queue is full')
		},
		measure: () => measureOutbox(db),
		countMails: () => counts,
		wake: dispatcher.wake,
		waitUntilIdle: dispatcher.waitUntilIdle,
		async recover(log) {
			const count = await deleteUnreadableMails(db, fingerprint)
			counts.lost += count
			if (count > 0) log.error({ mails: count }, 'mails were not sent: SECRET_KEY has changed')
		},
		flush,
		async close(log) {
			const { beganMs, done } = flush(log)
			const leftMs = FLUSH_TIMEOUT_MS - (performance.now() - beganMs)
			const idle = done.then(() => dispatcher.waitUntilIdle(log)).catch(() => {})
			await Promise.race([idle, pause(Math.max(0, leftMs), undefined, { ref: false })])
			dispatcher.stop()
			// Nobody can tell while the database is away, and a stop does not wait for it
			const count = measureOutbox(db).then((facts) => facts.count)
			return Promise.race([count.catch(() => 0), pause(COUNT_TIMEOUT_MS, 0, { ref: false })])
		},
		async findOldest() {
			return (await measureOutbox(db)).oldestAt
		},
	}
}
