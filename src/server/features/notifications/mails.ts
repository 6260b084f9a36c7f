import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toPreferences } from '#server/features/preferences/preferences.ts'
import { findPreferences } from '#server/features/preferences/queries.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import { MAX_MAILED_ITEMS, type NotificationMail } from './compose-notification-mail.ts'
import {
	claimDigests,
	claimMails,
	type DueNotification,
	findMailRecipient,
	listDueDigests,
	listDueMails,
	lockMailTimes,
	postponeMails,
	setMailTime,
} from './queries-mails.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Between two mails to a person about what happens. */
const MAIL_INTERVAL_MS = HOUR_MS
const DIGEST_INTERVALS_MS = { daily: DAY_MS, weekly: 7 * DAY_MS }
/** A digest covers no more, also if the person had chosen none before or the site was off. */
const MAX_DIGEST_MS = 14 * DAY_MS
/** Transactions that were open when a digest was due may still add to what it covers. */
const DIGEST_DELAY_MS = MINUTE_MS
const BATCH_SIZE = 200
const MAX_MAILED_AT_ONCE = 500
/** Links to new passwords must not wait behind many mails of this kind. */
const MAX_WAITING_MAILS = 100
const MAIL_LIFETIME_MS = DAY_MS

/** What the jobs that queue mails about notifications need. */
export interface MailJobOptions {
	db: Db
	mail: Pick<Outbox<NotificationMail>, 'add' | 'measure' | 'wake'>
	clock: () => number
}

/** A person's notifications that are due. */
interface DueOfPerson {
	userId: string
	ids: string[]
}

type QueueMail = (db: Db, mail: NotificationMail) => Promise<void>

const toTime = (ms: number) => new Date(ms).toISOString()

/** Queues mails about what happens, to the people who chose them: one per person with all that is due, an hour apart. */
export function queueDueMails(options: MailJobOptions, log: FastifyBaseLogger, stopping?: AbortSignal): Promise<void> {
	const { db, clock } = options
	return queueInBatches(options, log, stopping, {
		listDue: () => listDueMails(db, toTime(clock()), BATCH_SIZE),
		queue: (transaction, person, queueMail) => queueMailOf(transaction, person, clock(), queueMail),
	})
}

async function queueMailOf(db: Db, { userId, ids }: DueOfPerson, nowMs: number, queueMail: QueueMail): Promise<void> {
	const recipient = await findMailRecipient(db, userId)
	// An account that is being deleted loses its notifications, too
	if (!recipient?.is_verified) return void (await claimMails(db, userId, MAX_MAILED_AT_ONCE))
	const { mailed_at: mailedAt } = await lockMailTimes(db, userId)
	const mailedMs = mailedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(mailedAt)
	// A time far ahead is of before the clock was set back
	if (Math.abs(nowMs - mailedMs) < MAIL_INTERVAL_MS) return postponeMails(db, ids, toTime(mailedMs + MAIL_INTERVAL_MS))
	const claimed = await claimMails(db, userId, MAX_MAILED_AT_ONCE)
	// Another process was faster, or they were read
	if (claimed.length === 0) return
	await setMailTime(db, userId, { column: 'mailed_at', at: toTime(nowMs) })
	await queueMail(db, {
		kind: 'notifications',
		userId,
		ids: claimed.slice(0, MAX_MAILED_ITEMS),
		count: claimed.length,
	})
}

/** Queues the digests that are due. */
export function queueDueDigests(
	options: MailJobOptions,
	log: FastifyBaseLogger,
	stopping?: AbortSignal,
): Promise<void> {
	const { db, clock } = options
	const getUntilMs = () => clock() - DIGEST_DELAY_MS
	return queueInBatches(options, log, stopping, {
		listDue: () => listDueDigests(db, toTime(getUntilMs()), BATCH_SIZE),
		queue: (transaction, person, queueMail) => queueDigestOf(transaction, person, getUntilMs(), queueMail),
	})
}

async function queueDigestOf(
	db: Db,
	{ userId, ids }: DueOfPerson,
	untilMs: number,
	queueMail: QueueMail,
): Promise<void> {
	const until = toTime(untilMs)
	const recipient = await findMailRecipient(db, userId)
	const rhythm = recipient?.is_verified ? toPreferences(await findPreferences(db, userId)).digest : 'never'
	if (rhythm === 'never') return void (await claimDigests(db, userId, { ids, rhythm, until }))
	const { digested_at: digestedAt } = await lockMailTimes(db, userId)
	const dueTimes = await claimDigests(db, userId, { ids, rhythm, until })
	const digestedMs = digestedAt === null ? Number.NEGATIVE_INFINITY : Math.min(Date.parse(digestedAt), untilMs)
	// The last digest covers what was due before it
	if (!dueTimes.some((time) => Date.parse(time) > digestedMs)) return
	await setMailTime(db, userId, { column: 'digested_at', at: until })
	const firstMs = untilMs - DIGEST_INTERVALS_MS[rhythm]
	const sinceMs = digestedAt === null ? firstMs : Math.max(digestedMs, untilMs - MAX_DIGEST_MS)
	await queueMail(db, { kind: 'digest', userId, rhythm, since: toTime(sinceMs), until })
}

interface DueWork {
	listDue: () => Promise<DueNotification[]>
	/** Takes a person's notifications out of what is due, and queues a mail about them. */
	queue: (transaction: Db, person: DueOfPerson, queueMail: QueueMail) => Promise<void>
}

/**
 * Works through what is due, one person per transaction. The mail is queued in the transaction that takes its notifications
 * out of what is due, so that no other process mails them again, nor does the next one after a kill. Ends early while many
 * mails wait; the next run continues.
 */
async function queueInBatches(
	{ db, mail }: MailJobOptions,
	log: FastifyBaseLogger,
	stopping: AbortSignal | undefined,
	{ listDue, queue }: DueWork,
): Promise<void> {
	const queueMail: QueueMail = (transaction, content) =>
		mail.add(transaction, { content, userId: content.userId, lifetimeMs: MAIL_LIFETIME_MS }, log)
	for (;;) {
		const free = MAX_WAITING_MAILS - (await mail.measure()).count
		if (free <= 0) return
		const people = [...Map.groupBy(await listDue(), ({ user_id }) => user_id)].slice(0, free)
		for (const [userId, due] of people) {
			if (stopping?.aborted) return
			const person = { userId, ids: due.map(({ id }) => id) }
			await inTransaction(db, (transaction) => queue(transaction, person, queueMail))
		}
		if (people.length === 0) return
		await mail.wake(log)
	}
}
