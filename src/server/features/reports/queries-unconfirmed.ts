import { type Insertable, sql } from 'kysely'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Adds a visitor's report that waits until its address is confirmed. */
export async function addUnconfirmedReport(db: Db, report: Insertable<Tables['unconfirmed_reports']>): Promise<void> {
	await db.insertInto('unconfirmed_reports').values(report).execute()
}

/** Counts the reports of a network about one thing that can still be confirmed. */
export async function countUnconfirmedAbout(
	db: Db,
	{ subjectId, network, at }: { subjectId: string; network: string; at: string },
): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from unconfirmed_reports
		where subject_id = ${subjectId} and networks @> array[${network}::text]
			and expires_at > ${at}::timestamptz`.execute(db)
	return rows[0]?.n ?? 0
}

/** Counts the unconfirmed reports of an address since a time. */
export async function countUnconfirmedSince(db: Db, sender: string, since: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from unconfirmed_reports
		where sender = ${sender} and created_at > ${since}::timestamptz`.execute(db)
	return rows[0]?.n ?? 0
}

/** Takes the report that a link confirms; undefined if the link is invented, used or expired. */
export function takeUnconfirmedReport(db: Db, token: string, at: string) {
	return db
		.deleteFrom('unconfirmed_reports')
		.where('token', '=', hashToken(token))
		.where('expires_at', '>', at)
		.returning(['id', 'subject', 'subject_id', 'reason', 'text', 'email', 'sender'])
		.executeTakeFirst()
}

/** Deletes the reports that nobody has confirmed before they expired. */
export async function deleteExpiredReports(db: Db, at: string): Promise<void> {
	await db.deleteFrom('unconfirmed_reports').where('expires_at', '<', at).execute()
}
