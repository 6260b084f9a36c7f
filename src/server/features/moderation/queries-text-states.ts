import { sql } from 'kysely'
import type { ReportSubject } from '#contract/report-reasons.ts'
import type { Db, Row, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'

// The states of texts, of which `features/<feature>/<feature>.sql` says what they count. The contract's decision 44 says who sees them.

export type TextKind = Exclude<ReportSubject, 'user'>
type TextState = Row<'reviews'>['state']

const KINDS: readonly TextKind[] = ['comment', 'list', 'review']
/** How many texts of a kind are released in one statement. */
const RELEASED_AT_ONCE = 500

const tableOf = (kind: TextKind) => sql.table(`${kind}s`)

/** Hides a text from all but its author and moderators, in an open transaction. Returns false if it is not there, or is hidden already. */
export async function hideText(db: Tx, kind: TextKind, id: string, state: 'held' | 'removed'): Promise<boolean> {
	await lockTexts(db, kind, [id])
	// One that is being deleted is not there either
	const { rows } = await sql`
		update ${tableOf(kind)} t set state = ${state}
		where id = ${id} and state = 'published' and exists (select from users where id = t.user_id and deleted_at is null) returning id`.execute(
		db,
	)
	if (rows.length === 0) return false
	await takeBackNews(db, [id])
	return true
}

/** Lets a held text be removed, in an open transaction. */
export async function removeHeldText(db: Tx, kind: TextKind, id: string): Promise<void> {
	await sql`update ${tableOf(kind)} set state = 'removed' where id = ${id} and state = 'held'`.execute(db)
}

/**
 * Gives a hidden text back, in an open transaction. Returns null if it is not hidden or gone, 'other_review' if its author has reviewed the
 * game again.
 */
export async function restoreText(db: Tx, kind: TextKind, id: string): Promise<'restored' | 'other_review' | null> {
	const { rows } = await sql<{ is_banned: boolean }>`
		select u.banned_at is not null as is_banned from ${tableOf(kind)} t join users u on u.id = t.user_id
		where t.id = ${id} and u.deleted_at is null for key share of u`.execute(db)
	const [author] = rows
	if (!author) return null
	await lockTexts(db, kind, [id])
	if (kind === 'review' && (await hasOtherReview(db, id))) return 'other_review'
	const state: TextState = author.is_banned ? 'withdrawn' : 'published'
	const restored = await sql`
		update ${tableOf(kind)} set state = ${state} where id = ${id} and state in ('held', 'removed') returning id`.execute(
		db,
	)
	return restored.rows.length > 0 ? 'restored' : null
}

async function hasOtherReview(db: Tx, id: string): Promise<boolean> {
	const { rows } = await sql`
		select from reviews r join reviews o on o.user_id = r.user_id and o.game_id = r.game_id and o.state in ('published', 'withdrawn')
		where r.id = ${id} and r.state in ('held', 'removed')`.execute(db)
	return rows.length > 0
}

/**
 * Withdraws up to `most` texts of a banned account, or publishes those of one that is back. It works towards what the account is now, so it
 * may be interrupted and turned around. Returns how many rows it changed; 0: done; null while another process does it.
 */
export function settleBan(db: Db, userId: string, most: number): Promise<number | null> {
	return inTransaction(db, async (tx) => {
		const locked = await sql<{ locked: boolean }>`
			select pg_try_advisory_xact_lock(hashtextextended(${userId}::text, 5091158)) as locked`.execute(tx)
		if (!locked.rows[0]?.locked) return null
		await sql`select from windows for share`.execute(tx)
		const isBanned = await findBan(tx, userId)
		if (isBanned !== undefined) {
			const changed = await settleTexts(tx, userId, isBanned, most)
			if (changed > 0) return changed
		}
		// Unless the ban began or ended meanwhile
		await sql`
			delete from ban_settlements where user_id = ${userId} and ${isBanned ?? null}::boolean is not distinct from (
				select banned_at is not null from users where id = ${userId} and deleted_at is null)`.execute(tx)
		return 0
	})
}

/** Returns whether an account is banned; undefined once it is gone. */
async function findBan(db: Tx, userId: string): Promise<boolean | undefined> {
	const { rows } = await sql<{ is_banned: boolean }>`
		select banned_at is not null as is_banned from users where id = ${userId} and deleted_at is null`.execute(db)
	return rows[0]?.is_banned
}

async function settleTexts(db: Tx, userId: string, isBanned: boolean, most: number): Promise<number> {
	const [from, to]: [TextState, TextState] = isBanned ? ['published', 'withdrawn'] : ['withdrawn', 'published']
	for (const kind of KINDS) {
		const found = await sql<{ id: string }>`
			select id from ${tableOf(kind)} where user_id = ${userId} and state = ${from} limit ${most}`.execute(db)
		const ids = found.rows.map(({ id }) => id)
		if (ids.length === 0) continue
		await lockTexts(db, kind, ids)
		await sql`update ${tableOf(kind)} set state = ${to} where id = any(${ids}::uuid[]) and user_id = ${userId} and state = ${from}`.execute(
			db,
		)
		if (isBanned) await takeBackNews(db, ids)
		return ids.length
	}
	const { numAffectedRows } = await sql`
		update library_entries set is_withdrawn = ${isBanned} where user_id = ${userId} and game_id in (
			select game_id from library_entries where user_id = ${userId} and is_withdrawn <> ${isBanned} order by game_id limit ${most} for update)`.execute(
		db,
	)
	return Number(numAffectedRows ?? 0)
}

/** Lists accounts with texts that are still to be withdrawn or published. */
export async function listUnsettledBans(db: Db): Promise<string[]> {
	const rows = await db.selectFrom('ban_settlements').select('user_id').orderBy('since').limit(1_000).execute()
	return rows.map(({ user_id }) => user_id)
}

/** Lets go of texts that were hidden before a time, which are then purged. Returns how many. */
export async function releaseHiddenTexts(db: Db, before: string, at: string): Promise<number> {
	let released = 0
	for (const kind of KINDS) {
		const { rows } = await sql`
			with released as (
				update ${tableOf(kind)} set state = 'purging' where id in (
					select id from ${tableOf(kind)} t where state in ('held', 'removed') and exists (
						select from moderation_actions where subject_id = t.id and action in ('hold', 'remove') and undone_at is null and created_at < ${before}::timestamptz
					) limit ${RELEASED_AT_ONCE} for update skip locked
				) returning id
			)
			insert into purges (id, subject, since) select id, ${kind}, ${at}::timestamptz from released returning id`.execute(
			db,
		)
		released += rows.length
	}
	return released
}

const lockTexts = (db: Tx, kind: TextKind, ids: readonly string[]) =>
	sql`select lock_texts(${kind}, ${ids}::uuid[])`.execute(db)

/** Takes back what others were notified of texts. */
const takeBackNews = (db: Tx, ids: readonly string[]) => sql`select take_back_news_of(${ids}::uuid[])`.execute(db)
