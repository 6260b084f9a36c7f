import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { isolate } from '#contract/isolate.ts'
import type { LoggedAction } from '#contract/moderation.ts'
import { type ModerationReason, REASON_LABELS, type ReportSubject } from '#contract/report-reasons.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { getConfiguredOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { addModerationNotice } from './queries-actions.ts'
import { takeUnansweredReports } from './queries-cases.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Reports whose senders one transaction answers. */
const ANSWERED_AT_ONCE = 50
const THANKS = 'Thank you. We have reviewed your report and made a decision.'

/** What mails are queued with: the request of a moderator, or the log of an operator's command. */
export interface NotifyOptions {
	request?: FastifyRequest
	log?: FastifyBaseLogger
}

interface Decision {
	action: LoggedAction
	subject: ReportSubject
	title: string | null
	reason: ModerationReason | null
	note: string | null
	until: string | null
}

/** Names what was moderated, to its author: "Your comment on Celeste". */
export function nameSubject({ subject, title }: Pick<Decision, 'subject' | 'title'>): string {
	if (subject === 'user' || title === null) return subject === 'user' ? 'Your profile' : `Your ${subject}`
	if (subject === 'list') return `Your list “${isolate(title)}”`
	return subject === 'review' ? `Your review of ${isolate(title)}` : `Your comment on ${isolate(title)}`
}

/** Returns what the author of something is told of a decision; undefined for a dismissal. */
export function describeDecision(decision: Decision): string | undefined {
	const outcome = describeOutcome(decision)
	if (outcome === undefined) return undefined
	const { reason, note } = decision
	return [
		outcome,
		...(reason === null ? [] : [`Reason: ${REASON_LABELS[reason].toLowerCase()}.`]),
		...(note ? [`The moderators wrote: “${isolate(note)}”`] : []),
		...(isAgainst(decision.action) ? ['If you think this is wrong, you can appeal within six months.'] : []),
	].join(' ')
}

/** Whether an action takes something from its author, who can appeal it. */
export function isAgainst(action: LoggedAction): boolean {
	return !(action === 'dismiss' || action === 'restore' || action === 'unban' || action === 'delete')
}

function describeOutcome(decision: Decision): string | undefined {
	const name = nameSubject(decision)
	switch (decision.action) {
		case 'dismiss':
		case 'delete':
			return undefined
		case 'mark_spoiler':
			return `${name} was marked as a spoiler.`
		case 'remove':
			return decision.subject === 'user'
				? 'Your bio and picture were removed.'
				: `${name} was removed. Only you and moderators can see it.`
		case 'hold':
			return `${name} is waiting for a moderator. Until then only you can see it.`
		case 'restore':
			return `${name} was restored.`
		case 'warn':
			return `You’ve received a warning about ${name.replace('Your', 'your')}.`
		case 'suspend':
			return `Your account is suspended until ${formatTime(decision.until)}. You can read but not post.`
		case 'ban':
			return 'Your account is banned, and everything you posted is hidden.'
		case 'unban':
			return 'Your account is open again. Welcome back.'
	}
}

function formatTime(time: string | null): string {
	return time === null ? '' : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

/** Tells the author of something what was decided. */
export async function tellAuthor(
	db: Db,
	decision: Decision & { id: string; authorId: string | null; at: string },
): Promise<void> {
	const text = describeDecision(decision)
	if (text === undefined || decision.authorId === null) return
	await addModerationNotice(db, { userId: decision.authorId, target: decision.id, text, at: decision.at })
}

/**
 * Answers senders of closed reports, the longest waiting first: members by a notification, visitors by mail. Returns how many,
 * of at most a batch.
 */
async function thankReporters(services: Services, db: Db, log: FastifyBaseLogger): Promise<number> {
	const reports = await takeUnansweredReports(db, ANSWERED_AT_ONCE)
	for (const { id, reporter_id: userId, email, closed_at: at } of reports) {
		if (userId !== null) await addModerationNotice(db, { userId, target: id, text: THANKS, at })
		if (email === null) continue
		const notice = {
			subject: 'A decision on your report',
			paragraphs: [THANKS],
			closing: 'You’re getting this mail because you reported something on Savepoint. We don’t keep your address.',
			origin: getConfiguredOrigin(services.config),
		}
		const content = { kind: 'notice', to: { id, username: 'reader', email }, notice } as const
		await services.mail.add(db, { content, lifetimeMs: DAY_MS }, log)
	}
	return reports.length
}

/** Answers the first of those who wait after a decision, which are all but in a flood; the job answers the rest. */
export async function thankFirstReporters(
	services: Services,
	{ request, log = request?.log }: NotifyOptions,
): Promise<void> {
	if (!log) return
	try {
		const answered = await inTransaction(services.db, (db) => thankReporters(services, db, log))
		if (request && answered > 0) request.hasQueuedMail = true
	} catch (error) {
		log.error({ err: error }, 'could not answer the senders of reports, the job will')
	}
}

/** Answers everyone whose report was decided, in batches. */
export async function thankAllReporters(
	services: Services,
	log: FastifyBaseLogger,
	stopping?: AbortSignal,
): Promise<void> {
	for (let answered = ANSWERED_AT_ONCE; answered >= ANSWERED_AT_ONCE && !stopping?.aborted; )
		answered = await inTransaction(services.db, (db) => thankReporters(services, db, log))
	await services.mail.wake(log)
}
