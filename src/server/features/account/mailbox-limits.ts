import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { now, type Services } from '#server/services.ts'

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
 * Counts a mail before it is sent; false past the limit of an hour. One statement counts and decides, so that the limit
 * holds for all processes together, and it knows no accounts, so that deleting one does not begin anew.
 */
export async function countMail(services: Services, db: Db, limit: MailLimit): Promise<boolean> {
	const { keys, config, clock } = services
	const whom = 'userId' in limit ? `account ${limit.userId}` : `mailbox ${limit.mailbox}`
	const subject = createHmac('sha256', keys.addresses).update(`${limit.kind} ${whom}`).digest('base64url')
	const most = (limit.kind === 'notice' ? NOTICES_AN_HOUR : LINKS_AN_HOUR) * config.rateLimitFactor
	const since = new Date(clock() - HOUR_MS).toISOString()
	const { rows } = await sql`
		insert into mailbox_counts as counts (subject, sent, last_sent_at)
		values (${subject}, array[${now(services)}::timestamptz(3)], ${now(services)})
		on conflict (subject) do update set
			sent = array(select t from unnest(counts.sent) t where t > ${since}) || excluded.sent,
			last_sent_at = excluded.last_sent_at
		where (select count(*) from unnest(counts.sent) t where t > ${since}) < ${most}::float8
		returning subject`.execute(db)
	return rows.length > 0
}

/** Deletes counts that limit nothing any more. */
export async function dropOldMailCounts(db: Db, before: string): Promise<void> {
	await db.deleteFrom('mailbox_counts').where('last_sent_at', '<', before).execute()
}
