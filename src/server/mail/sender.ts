import type { KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { DeliverMail, Mail } from './delivery.ts'
import { getFailureReason, isPermanentFailure } from './failures.ts'
import { type ClaimedMail, deleteOutgoingMail, releaseMail, storeComposedMail } from './queries-outbox.ts'
import { openSealed, seal } from './sealed-content.ts'

/** A composed mail, with its account and link if these change with it. */
export interface ComposedMail {
	mail: Mail
	userId?: string
	link?: string | null
	/** Whether a retry composes the mail again, because what it says may no longer be true then. */
	isComposedAgain?: boolean
}

/** How many mails this process has sent, could not send yet, and has given up. */
export interface MailCounts {
	sent: number
	delayed: number
	lost: number
}

export interface SenderOptions<Content> {
	db: Db
	/** Encrypts waiting mails. */
	key: KeyObject
	clock: () => number
	/** Composes a mail in a transaction; undefined for none. After it succeeds it is called again only for what is composed again. */
	compose: (db: Db, content: Content) => Promise<ComposedMail | undefined>
	deliver: DeliverMail
}

/** What a row contains: at first what the mail is about, then the mail. */
type SealedContent<Content> = { content: Content } | { mail: Mail }

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** An outage of the mail server of up to an hour and a half delays mails and loses none. */
const RETRY_DELAYS_MS = [SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS]
/** The database may be away for as long as the lease lasts before a sent mail is sent again. */
const MAX_DELETE_ATTEMPTS = 30

/**
 * Creates the function that sends a claimed mail, composing it first if it is the first attempt, and stores the outcome. A
 * failed attempt is retried on schedule if it is counted, else when the mail was due anyway.
 */
export function createMailSender<Content>(
	{ db, key, clock, compose, deliver }: SenderOptions<Content>,
	counts: MailCounts,
) {
	const toTime = (ms: number) => new Date(ms).toISOString()

	async function send(claimed: ClaimedMail, log: FastifyBaseLogger, { isCounted }: { isCounted: boolean }) {
		const { id, attempts, created_at: createdAt } = claimed
		try {
			const mail = await openMail(claimed, log)
			if (mail === 'lost') return
			if (mail) {
				await deliver({ ...mail, id, createdAt }, log)
				counts.sent++
			}
		} catch (error) {
			const isRetried = !isPermanentFailure(error) && !(isCounted && attempts > RETRY_DELAYS_MS.length)
			const reason = getFailureReason(error)
			counts[isRetried ? 'delayed' : 'lost']++
			const waitMs = isCounted ? RETRY_DELAYS_MS[attempts - 1] : undefined
			log[isRetried ? 'warn' : 'error'](
				{ reason, attempt: attempts, ...(isRetried && waitMs !== undefined ? { retryInMs: waitMs } : {}) },
				isRetried ? 'a mail could not be sent yet' : 'a mail was not sent',
			)
			if (isRetried)
				return releaseMail(db, claimed, reason, waitMs === undefined ? undefined : toTime(clock() + waitMs))
		}
		await deleteMail(id)
	}

	/** Returns the mail, undefined if there is none to send, or `lost` if the row is no longer this process's to send. */
	async function openMail(claimed: ClaimedMail, log: FastifyBaseLogger): Promise<Mail | undefined | 'lost'> {
		const opened = openSealed(key, claimed.id, claimed.sealed) as SealedContent<Content> | undefined
		const obstacle = findObstacle(opened, claimed)
		if (opened === undefined || obstacle !== undefined) {
			counts.lost++
			log.error({ reason: obstacle, attempt: claimed.attempts }, 'a mail was not sent')
			return undefined
		}
		if ('mail' in opened) return opened.mail
		return composeMail(claimed, opened.content)
	}

	function findObstacle(opened: unknown, { expires_at: expiresAt, attempts }: ClaimedMail): string | undefined {
		if (opened === undefined) return 'unreadable'
		if (expiresAt <= toTime(clock())) return 'expired'
		// The process of the last attempt was killed
		return attempts > RETRY_DELAYS_MS.length + 1 ? 'interrupted' : undefined
	}

	/** Composes a mail and stores it in one transaction, so that a retry sends the same link, unless it is composed again. */
	async function composeMail(claimed: ClaimedMail, content: Content): Promise<Mail | undefined | 'lost'> {
		try {
			return await inTransaction(db, async (transaction) => {
				const composed = await compose(transaction, content)
				if (!composed) return undefined
				const { mail, isComposedAgain, ...owner } = composed
				const sealed = isComposedAgain ? claimed.sealed : seal(key, claimed.id, { mail })
				const row = { sealed, ...owner }
				if (!(await storeComposedMail(transaction, claimed, row))) throw new ClaimLostError()
				return mail
			})
		} catch (error) {
			if (error instanceof ClaimLostError) return 'lost'
			throw error
		}
	}

	async function deleteMail(id: string): Promise<void> {
		for (let attempt = 1; ; attempt++) {
			try {
				return await deleteOutgoingMail(db, id)
			} catch (error) {
				if (attempt === MAX_DELETE_ATTEMPTS) throw error
				await pause(SECOND_MS, undefined, { ref: false })
			}
		}
	}

	return send
}

/** Rolls back a composed mail whose row was deleted meanwhile, or claimed by another process. */
class ClaimLostError extends Error {}
