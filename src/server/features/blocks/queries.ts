import { sql } from 'kysely'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { isNotBlocked, PUBLIC_COLUMNS, type PublicRow } from '#server/features/users/queries-rows.ts'

export type HiddenUserRow = PublicRow & { since: string }

interface Window {
	page: number
	limit: number
	after: readonly (string | number)[] | undefined
}

const USER_COLUMNS = PUBLIC_COLUMNS.map((column) => `u.${column}`).join(', ')

/** Blocks a user and ends the follows between the two. Returns whether the user exists, and whether the block is new. */
export async function addBlock(
	tx: Tx,
	block: { blockerId: string; blockedId: string; at: string },
): Promise<{ userExists: boolean; added: boolean }> {
	const { blockerId, blockedId, at } = block
	const text = `
		with blocked as (select id from visible_users where id = $2), added as (
			insert into blocks (blocker_id, blocked_id, created_at) select $1::uuid, id, $3::timestamptz from blocked
			on conflict do nothing returning blocked_id
		)
		select exists (select from blocked) as known, exists (select from added) as added`
	const [found] = await rawQuery<{ known: boolean; added: boolean }>(tx, text, [blockerId, blockedId, at])
	const { known = false, added = false } = found ?? {}
	if (added) await sql`select end_follows_between(${blockerId}::uuid, ${blockedId}::uuid)`.execute(tx)
	return { userExists: known, added }
}

/** Mutes a user. Returns whether the user exists for the muting one, and whether the mute is new. */
export async function addMute(
	tx: Tx,
	mute: { muterId: string; mutedId: string; at: string },
): Promise<{ userExists: boolean; added: boolean }> {
	// The lock makes the limit exact
	await rawQuery(tx, 'select from user_counts where id = $1 for no key update', [mute.muterId])
	const text = `
		with muted as (select id from visible_users where id = $2 and ${isNotBlocked('id', '$1')}), added as (
			insert into mutes (muter_id, muted_id, created_at) select $1::uuid, id, $3::timestamptz from muted
			on conflict do nothing returning muted_id
		)
		select exists (select from muted) as known, exists (select from added) as added`
	const [found] = await rawQuery<{ known: boolean; added: boolean }>(tx, text, [mute.muterId, mute.mutedId, mute.at])
	return { userExists: found?.known ?? false, added: found?.added ?? false }
}

/** Returns whether an account has blocked or muted more users than `limit`. The transaction has locked its counts. */
export async function exceedsLimit(tx: Tx, table: 'blocks' | 'mutes', userId: string, limit: number): Promise<boolean> {
	const own = table === 'blocks' ? 'blocker_id' : 'muter_id'
	const text = `select from ${table} where ${own} = $1 offset $2::integer limit 1`
	return (await rawQuery(tx, text, [userId, limit])).length > 0
}

export async function removeBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
	await db.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
}

export async function removeMute(db: Db, muterId: string, mutedId: string): Promise<void> {
	await db.deleteFrom('mutes').where('muter_id', '=', muterId).where('muted_id', '=', mutedId).execute()
}

/** Lists the users whom a user has blocked, latest first, and counts them: one more than the limit if there are more. */
export function listBlockRows(db: Db, userId: string, window: Window) {
	return listRows(
		db,
		`select blocked_id as hidden_id, created_at from blocks where blocker_id = $1`,
		'blocked_id',
		userId,
		window,
	)
}

/** The same for those whom a user has muted, without those between whom and the user is a block. */
export function listMuteRows(db: Db, userId: string, window: Window) {
	return listRows(
		db,
		`select muted_id as hidden_id, created_at from mutes where muter_id = $1 and ${isNotBlocked('muted_id', '$1')}`,
		'muted_id',
		userId,
		window,
	)
}

async function listRows(
	db: Db,
	source: string,
	hidden: 'blocked_id' | 'muted_id',
	userId: string,
	{ page, limit, after }: Window,
): Promise<{ rows: HiddenUserRow[]; total: number }> {
	const values: unknown[] = [userId]
	const bind = (value: unknown) => `$${values.push(value)}`
	const isNext = after ? `and (created_at, ${hidden}) < (${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)` : ''
	const offset = !after && page > 1 ? `offset ${bind((page - 1) * limit)}` : ''
	const isVisible = `${hidden} <> all (array(select user_id from hidden_users))`
	// A person has a bounded number of them
	const text = `select counted.total, page.* from (select count(*)::int as total from (${source} and ${isVisible}) hidden) counted left join lateral (
			select ${USER_COLUMNS}, h.created_at as since
			from (${source} and ${isVisible} ${isNext} order by created_at desc, ${hidden} desc limit ${roundUpLimit(limit + 1)} ${offset}) h
			cross join lateral (select * from visible_users where id = h.hidden_id offset 0) u
			order by h.created_at desc, h.hidden_id desc
		) page on true`
	const rows = await rawQuery<HiddenUserRow & { total: number }>(db, text, values)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
