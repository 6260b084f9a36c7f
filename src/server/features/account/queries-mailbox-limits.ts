import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Deletes counts whose last mail is older than the given time. */
export async function deleteExpiredMailCounts(db: Db, before: string): Promise<void> {
	await db.deleteFrom('mailbox_counts').where('last_sent_at', '<', before).execute()
}

/**
 * Counts a mail of a subject, or returns false if `max` were counted since the given time. One statement counts and
 * decides, so the limit holds across all processes.
 */
export async function countMailUpTo(
	db: Db,
	subject: string,
	max: number,
	{ at, since }: { at: string; since: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into mailbox_counts as counts (subject, sent, last_sent_at)
		values (${subject}, array[${at}::timestamptz(3)], ${at})
		on conflict (subject) do update set
			sent = array(select t from unnest(counts.sent) t where t > ${since}) || excluded.sent,
			last_sent_at = excluded.last_sent_at
		where (select count(*) from unnest(counts.sent) t where t > ${since}) < ${max}::float8
		returning subject`.execute(db)
	return rows.length > 0
}
