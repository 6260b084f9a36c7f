import { sql } from 'kysely'
import type { Db, Row } from '#server/db/tables.ts'

export interface InviteRow extends Pick<Row<'invites'>, 'code' | 'uses' | 'used' | 'created_at' | 'expires_at'> {
	username: string | null
}

const COLUMNS = sql`i.code, i.uses, i.used, i.created_at, i.expires_at, u.username`

export async function addInvite(
	db: Db,
	invite: { code: string; userId: string | null; uses: number; at: string; expiresAt: string },
): Promise<void> {
	await db
		.insertInto('invites')
		.values({
			code: invite.code,
			created_by: invite.userId,
			uses: invite.uses,
			created_at: invite.at,
			expires_at: invite.expiresAt,
		})
		.execute()
}

/** Counts an account's invites since a time, revoked ones included, up to `max`. */
export async function countInvitesSince(db: Db, userId: string, since: string, max: number): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from (
			select from invites where created_by = ${userId} and created_at > ${since} limit ${max}
		) counted`.execute(db)
	return rows[0]?.n ?? 0
}

/** Counts an account's invites that still work, up to `max`. */
export async function countOpenInvites(db: Db, userId: string, at: string, max: number): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from (
			select from invites
			where created_by = ${userId} and revoked_at is null and expires_at > ${at} and used < uses limit ${max}
		) counted`.execute(db)
	return rows[0]?.n ?? 0
}

/** Lists invites that are not revoked, newest first: an account's, or with null all. One more than `limit`. */
export async function listInviteRows(
	db: Db,
	userId: string | null,
	after: { at: string; code: string } | undefined,
	limit: number,
): Promise<InviteRow[]> {
	const conditions = [
		sql`i.revoked_at is null`,
		...(userId === null ? [] : [sql`i.created_by = ${userId}`]),
		...(after ? [sql`(i.created_at, i.code) < (${after.at}::timestamptz, ${after.code})`] : []),
	]
	const { rows } = await sql<InviteRow>`
		select ${COLUMNS} from invites i left join visible_users u on u.id = i.created_by
		where ${sql.join(conditions, sql` and `)}
		order by i.created_at desc, i.code desc limit ${sql.lit(limit + 1)}`.execute(db)
	return rows
}

/** Finds an invite that works at a time. */
export async function findOpenInvite(db: Db, code: string, at: string): Promise<InviteRow | undefined> {
	const { rows } = await sql<InviteRow>`
		select ${COLUMNS} from invites i left join visible_users u on u.id = i.created_by
		where i.code = ${code} and i.revoked_at is null and i.expires_at > ${at} and i.used < i.uses`.execute(db)
	return rows[0]
}

/** Counts a use of an invite. Returns false if it does not work, or was used as often as it may be. */
export async function consumeInvite(db: Db, code: string, at: string): Promise<boolean> {
	const consumed = await db
		.updateTable('invites')
		.set({ used: sql<number>`used + 1` })
		.where('code', '=', code)
		.where('revoked_at', 'is', null)
		.where('expires_at', '>', at)
		.where('used', '<', sql<number>`uses`)
		.returning('code')
		.executeTakeFirst()
	return consumed !== undefined
}

/** Revokes an invite: an account's, or with null anyone's. Returns false if there is none, or it is revoked already. */
export async function revokeInviteRow(db: Db, code: string, userId: string | null, at: string): Promise<boolean> {
	const update = db
		.updateTable('invites')
		.set({ revoked_at: at })
		.where('code', '=', code)
		.where('revoked_at', 'is', null)
		.returning('code')
	const revoked = await (userId === null ? update : update.where('created_by', '=', userId)).executeTakeFirst()
	return revoked !== undefined
}

/** Deletes invites that expired before a time, later than a member's invites count. */
export async function deleteExpiredInvites(db: Db, before: string): Promise<void> {
	await db.deleteFrom('invites').where('expires_at', '<', before).execute()
}
