import { createHmac } from 'node:crypto'
import type { Db } from '#server/db/tables.ts'
import { now, type Services } from '#server/services.ts'
import { countMailBelow } from './queries-mailbox-limits.ts'

/** Past this many in an hour a mailbox gets no further link of a kind: nobody is to be flooded by a stranger. */
const LINKS_AN_HOUR = 5
/** And no further notice. More than an owner causes. */
const NOTICES_AN_HOUR = 20
const HOUR_MS = 60 * 60 * 1000

/** What is limited: mails to a mailbox, or requests by an account for mails to others. */
export type MailLimit =
	| { kind: 'reset-password' | 'verify-email' | 'change-email' | 'notice'; mailbox: string }
	| { kind: 'change-email'; userId: string }

/**
 * Counts a mail before it is sent; false past the limit of an hour. The count knows no accounts, so that deleting one does
 * not begin anew.
 */
export async function countMail(services: Services, db: Db, limit: MailLimit): Promise<boolean> {
	const { keys, config, clock } = services
	const whom = 'userId' in limit ? `account ${limit.userId}` : `mailbox ${limit.mailbox}`
	const subject = createHmac('sha256', keys.addresses).update(`${limit.kind} ${whom}`).digest('base64url')
	const most = (limit.kind === 'notice' ? NOTICES_AN_HOUR : LINKS_AN_HOUR) * config.rateLimitFactor
	const since = new Date(clock() - HOUR_MS).toISOString()
	return countMailBelow(db, subject, most, { at: now(services), since })
}
