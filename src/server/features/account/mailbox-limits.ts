import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import type { Keys } from '#server/lifecycle/secret-keys.ts'
import { countMailUpTo } from './queries-mailbox-limits.ts'

/** Links of one kind per mailbox and hour, so that a stranger cannot flood it. */
const MAX_LINKS_PER_HOUR = 5
/** Notices per mailbox and hour, more than an owner causes. */
const MAX_NOTICES_PER_HOUR = 20
/** Links that confirm reports, of which a person sends several in a row. */
const MAX_REPORT_LINKS_PER_HOUR = 20
const HOUR_MS = 60 * 60 * 1000

const MAX_PER_HOUR = {
	'reset-password': MAX_LINKS_PER_HOUR,
	'verify-email': MAX_LINKS_PER_HOUR,
	'change-email': MAX_LINKS_PER_HOUR,
	'confirm-registration': MAX_LINKS_PER_HOUR,
	'confirm-report': MAX_REPORT_LINKS_PER_HOUR,
	notice: MAX_NOTICES_PER_HOUR,
} as const

/** The subject of a limit: mails to a mailbox, or an account's requests for mails to other addresses. */
export type MailLimit = { kind: keyof typeof MAX_PER_HOUR; mailbox: string } | { kind: 'change-email'; userId: string }

/** The parts of the services that the limits need. */
export interface MailLimitOptions {
	keys: Pick<Keys, 'addresses'>
	config: Pick<Config, 'rateLimitFactor'>
	clock: () => number
}

/**
 * Counts a mail before it is sent. Returns false past the hourly limit. A mailbox's count is independent of accounts, so
 * deleting one does not reset it.
 */
export async function countMail({ keys, config, clock }: MailLimitOptions, db: Db, limit: MailLimit): Promise<boolean> {
	const target = 'userId' in limit ? `account ${limit.userId}` : `mailbox ${limit.mailbox}`
	const subject = createHmac('sha256', keys.addresses).update(`${limit.kind} ${target}`).digest('base64url')
	const max = MAX_PER_HOUR[limit.kind] * config.rateLimitFactor
	const nowMs = clock()
	const since = new Date(nowMs - HOUR_MS).toISOString()
	return countMailUpTo(db, subject, max, { at: new Date(nowMs).toISOString(), since })
}
