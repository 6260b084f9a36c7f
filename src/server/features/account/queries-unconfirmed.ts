import { type Insertable, sql } from 'kysely'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Adds a request for an account that waits until its address is confirmed. */
export async function addUnconfirmed(db: Db, request: Insertable<Tables['unconfirmed_registrations']>): Promise<void> {
	await db.insertInto('unconfirmed_registrations').values(request).execute()
}

/** Counts the requests of a network that can still be confirmed. */
export async function countUnconfirmed(db: Db, network: string, at: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from unconfirmed_registrations
		where networks @> array[${network}::text] and expires_at > ${at}::timestamptz`.execute(db)
	return rows[0]?.n ?? 0
}

/** Finds the request that a link confirms; undefined if the link is invented, used or expired. */
export function findUnconfirmed(db: Db, token: string, at: string) {
	return db
		.selectFrom('unconfirmed_registrations')
		.selectAll()
		.where('token', '=', hashToken(token))
		.where('expires_at', '>', at)
		.executeTakeFirst()
}

/** Deletes a request that is confirmed. Returns false if another call has done so. */
export async function deleteUnconfirmed(db: Db, id: string): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom('unconfirmed_registrations')
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	return numDeletedRows > 0n
}

/** Deletes the requests that nobody has confirmed before they expired. */
export async function deleteExpiredUnconfirmed(db: Db, at: string): Promise<void> {
	await db.deleteFrom('unconfirmed_registrations').where('expires_at', '<', at).execute()
}
