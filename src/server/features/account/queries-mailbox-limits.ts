import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Deletes counts that limit nothing any more. */
export async function dropOldMailCounts(db: Db, before: string): Promise<void> {
	await db.deleteFrom('mailbox_counts').where('last_sent_at', '<', before).execute()
}

/**
 * Counts a mail of a subject unless `most` were counted since a time; false then. One statement counts and decides, so that
 * the limit holds for all processes together.
 */
export async function countMailBelow(
	db: Db,
	subject: string,
	most: number,
	{ at, since }: { at: string; since: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into mailbox_counts as counts (subject, sent, last_sent_at)
		values (${subject}, array[${at}::timestamptz(3)], ${at})
		on conflict (subject) do update set
			sent = array(select t from unnest(counts.sent) t where t > ${since}) || excluded.sent,
			last_sent_at = excluded.last_sent_at
		where (select count(*) from unnest(counts.sent) t where t > ${since}) < ${most}::float8
		returning subject`.execute(db)
	return rows.length > 0
}
