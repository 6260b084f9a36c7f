import { type RawBuilder, sql } from 'kysely'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { PUBLIC_USER } from '#server/features/users/queries.ts'
import type { PublicRow } from '#server/features/users/queries-rows.ts'

export type HiddenUserRow = PublicRow & { since: string }

interface Window {
	page: number
	limit: number
	after: readonly (string | number)[] | undefined
}

/** Blocks a user and ends the follows between the two. Returns whether the user exists, and whether the block is new. */
export async function addBlock(
	tx: Tx,
	block: { blockerId: string; blockedId: string; at: string },
): Promise<{ userExists: boolean; added: boolean }> {
	const { blockerId, blockedId, at } = block
	// One can block back, so no viewer decides who is visible
	const { rows } = await sql<{ known: boolean; added: boolean }>`
		with blocked as (select id from visible_users where id = ${blockedId}), added as (
			insert into blocks (blocker_id, blocked_id, created_at) select ${blockerId}::uuid, id, ${at}::timestamptz from blocked
			on conflict do nothing returning blocked_id
		)
		select exists (select from blocked) as known, exists (select from added) as added`.execute(tx)
	const { known = false, added = false } = rows[0] ?? {}
	if (added) await sql`select end_follows_between(${blockerId}::uuid, ${blockedId}::uuid)`.execute(tx)
	return { userExists: known, added }
}

/** Mutes a user. Returns whether the user exists for the muting one, and whether the mute is new. */
export async function addMute(
	tx: Tx,
	{ muterId, mutedId, at }: { muterId: string; mutedId: string; at: string },
): Promise<{ userExists: boolean; added: boolean }> {
	// The lock makes the limit exact
	await sql`select from user_counts where id = ${muterId} for no key update`.execute(tx)
	const { rows } = await sql<{ known: boolean; added: boolean }>`
		with muted as (select id from visible_users(${muterId}) where id = ${mutedId}), added as (
			insert into mutes (muter_id, muted_id, created_at) select ${muterId}::uuid, id, ${at}::timestamptz from muted
			on conflict do nothing returning muted_id
		)
		select exists (select from muted) as known, exists (select from added) as added`.execute(tx)
	const { known = false, added = false } = rows[0] ?? {}
	return { userExists: known, added }
}

/** Returns whether an account has blocked or muted more users than `limit`. The transaction has locked its counts. */
export async function exceedsLimit(tx: Tx, table: 'blocks' | 'mutes', userId: string, limit: number): Promise<boolean> {
	const own = sql.ref(table === 'blocks' ? 'blocker_id' : 'muter_id')
	const { rows } = await sql`
		select from ${sql.table(table)} where ${own} = ${userId} offset ${limit}::integer limit 1`.execute(tx)
	return rows.length > 0
}

export async function removeBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
	await db.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
}

export async function removeMute(db: Db, muterId: string, mutedId: string): Promise<void> {
	await db.deleteFrom('mutes').where('muter_id', '=', muterId).where('muted_id', '=', mutedId).execute()
}

/** Lists the users whom a user has blocked, latest first, and counts them: one more than the limit if there are more. */
export function listBlockRows(db: Db, userId: string, window: Window) {
	return listRows(db, sql`select blocked_id as hidden_id, created_at from blocks where blocker_id = ${userId}`, window)
}

/** The same for those whom a user has muted, without those between whom and the user is a block. */
export function listMuteRows(db: Db, userId: string, window: Window) {
	const source = sql`
		select muted_id as hidden_id, created_at from mutes where muter_id = ${userId}
			and not exists (select from blocked_pairs where viewer_id = muter_id and hidden_id = muted_id)`
	return listRows(db, source, window)
}

async function listRows(
	db: Db,
	source: RawBuilder<unknown>,
	{ page, limit, after }: Window,
): Promise<{ rows: HiddenUserRow[]; total: number }> {
	const listed = sql`from (${source}) listed where hidden_id <> all (array(select user_id from hidden_users))`
	const isNext = after ? sql`and (created_at, hidden_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
	const offset = !after && page > 1 ? sql`offset ${(page - 1) * limit}` : sql``
	// A person has a bounded number of them
	const { rows } = await sql<HiddenUserRow & { total: number }>`
		select counted.total, page.* from (select count(*)::int as total ${listed}) counted left join lateral (
			select ${PUBLIC_USER}, h.created_at as since
			from (
				select * ${listed} ${isNext}
				order by created_at desc, hidden_id desc limit ${sql.lit(roundUpLimit(limit + 1))} ${offset}
			) h
			cross join lateral (select * from visible_users where id = h.hidden_id offset 0) u
			order by h.created_at desc, h.hidden_id desc
		) page on true`.execute(db)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
