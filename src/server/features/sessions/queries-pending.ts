import { type Insertable, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { ProviderIdentity } from './queries-login-tickets.ts'

/**
 * Adds a request for an account. Returns false if another one has the name, the address or the identity, or if too many are
 * waiting: then `hasRoomForPending` is false, too.
 */
export async function addPending(db: Db, request: Insertable<Tables['registrations']>): Promise<boolean> {
	if (!(await hasRoomForPending(db))) return false
	const added = await db
		.insertInto('registrations')
		.values(request)
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

export async function hasRoomForPending(db: Db): Promise<boolean> {
	return (await countPending(db)) < LIMITS.pendingRegistrations
}

/** Counts the requests that wait, of which there are at most little more than `LIMITS.pendingRegistrations`. */
export async function countPending(db: Db): Promise<number> {
	const { rows } = await sql<{ n: number }>`select count(*)::int as n from registrations`.execute(db)
	return rows[0]?.n ?? 0
}

/** Lists requests, oldest first, after one of them, and one more than `limit`. */
export function listPending(db: Db, after: { at: string; id: string } | undefined, limit: number) {
	const rows = db
		.selectFrom('registrations')
		.select(['id', 'username', 'email_key', 'reason', 'provider', 'created_at', 'expires_at'])
		.orderBy('created_at')
		.orderBy('id')
		.limit(limit + 1)
	return (
		after ? rows.where(sql<boolean>`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`) : rows
	).execute()
}

/** Takes a request out of those that wait, in the transaction that decides. Undefined if it was decided before. */
export function takePending(db: Db, id: string) {
	return db
		.deleteFrom('registrations')
		.where('id', '=', id)
		.returning([
			'id',
			'username',
			'email',
			'email_key',
			'password_hash',
			'name',
			'provider',
			'subject',
			'email_verified',
			'rules_version',
			'created_at',
		])
		.executeTakeFirst()
}

export type PendingAccount = NonNullable<Awaited<ReturnType<typeof takePending>>>

export async function isPending(db: Db, id: string): Promise<boolean> {
	const row = await db.selectFrom('registrations').select('id').where('id', '=', id).executeTakeFirst()
	return row !== undefined
}

/** Returns whether the person of an identity at a provider, or of an address, waits for a decision. */
export async function isIdentityPending(db: Db, identity: ProviderIdentity, emailKey: string): Promise<boolean> {
	const { rows } = await sql`
		select from registrations
		where (provider = ${identity.provider} and subject = ${identity.subject}) or email_key = ${emailKey} limit 1`.execute(
		db,
	)
	return rows.length > 0
}

/** Deletes requests that nobody has decided before they expired. */
export async function deleteExpiredPending(db: Db, at: string): Promise<void> {
	await db.deleteFrom('registrations').where('expires_at', '<', at).execute()
}
