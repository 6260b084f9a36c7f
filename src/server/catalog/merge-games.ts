import { type Kysely, sql } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { shownFacts } from './displayed-facts.ts'
import { recordsOf } from './stored-games.ts'
import { lockCatalogue, showAnew } from './write-games.ts'

/** Two games cannot become one as things are; the message says why. */
export class NotMerged extends Error {}

/** What moved from the one game to the other. */
export interface Merged {
	/** The kept game. */
	id: number
	reviews: number
	/** Reviews of people who had reviewed both: the older ones, which are deleted. */
	olderReviews: number
	lists: number
}

/**
 * Makes two games one, which keeps the first id: reviews, lists and records move along, and the other id leads to it from then on.
 * Throws `NotMerged` where a game is unknown, and where people have reviewed both, unless `keepNewest`: then the older
 * of two reviews is deleted, and its likes and comments go to the newer one.
 */
export function mergeGames(
	db: Kysely<Tables>,
	keptId: number,
	otherId: number,
	options: { clock: () => number; keepNewest?: boolean },
): Promise<Merged> {
	return inTransaction(db, async (transaction) => {
		await lockCatalogue(transaction)
		const kept = await knownGame(transaction, keptId)
		const other = await knownGame(transaction, otherId)
		if (kept === other) throw new NotMerged(`${keptId} and ${otherId} are the same game already.`)
		await lockEverything(transaction, kept, other)

		const olderReviews = await settleReviews(transaction, kept, other, options.keepNewest === true)
		const reviews = await countOf(transaction, sql`select count(*)::int as n from reviews where game_id = ${other}`)
		await sql`select move_reviews(${other}, ${kept})`.execute(transaction)
		const lists = await countOf(transaction, sql`select count(*)::int as n from list_items where game_id = ${other}`)
		await moveListItems(transaction, kept, other)

		await transaction.updateTable('game_records').set({ game_id: kept }).where('game_id', '=', other).execute()
		await sql`
			insert into game_pairs (one, other, reason, kept_apart, noted_at)
			select least(x, ${kept}::int), greatest(x, ${kept}::int), reason, kept_apart, noted_at
			from (select case one when ${other} then other else one end as x, reason, kept_apart, noted_at from game_pairs where ${other} in (one, other)) p
			where x <> ${kept}
			on conflict (one, other) do update set kept_apart = game_pairs.kept_apart or excluded.kept_apart`.execute(
			transaction,
		)
		await transaction.updateTable('merged_games').set({ game_id: kept }).where('game_id', '=', other).execute()
		await transaction.insertInto('merged_games').values({ id: other, game_id: kept }).execute()
		// pictures that the operator has taken down stay down
		await sql`update games set no_image = true where id = ${kept} and (select no_image from games where id = ${other})`.execute(
			transaction,
		)
		await transaction.deleteFrom('games').where('id', '=', other).execute()

		const records = await recordsOf(transaction, [kept])
		if (records.length > 0) {
			const known = records.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts }))
			const at = new Date(options.clock()).toISOString()
			await showAnew(transaction, [{ gameId: kept, shown: shownFacts(known) }], at)
		}
		return { id: kept, reviews, olderReviews, lists }
	})
}

/** Notes that two games are not the same, whatever they look like. Throws `NotMerged` where a game is unknown. */
export function keepApart(db: Kysely<Tables>, oneId: number, otherId: number, clock: () => number): Promise<void> {
	return inTransaction(db, async (transaction) => {
		await lockCatalogue(transaction)
		const one = await knownGame(transaction, oneId)
		const other = await knownGame(transaction, otherId)
		if (one === other) throw new NotMerged(`${oneId} and ${otherId} are the same game already.`)
		await transaction
			.insertInto('game_pairs')
			.values({
				one: Math.min(one, other),
				other: Math.max(one, other),
				reason: 'A person keeps them apart',
				kept_apart: true,
				noted_at: new Date(clock()).toISOString(),
			})
			.onConflict((conflict) => conflict.columns(['one', 'other']).doUpdateSet({ kept_apart: true }))
			.execute()
	})
}

/** The id of a game, or of the one that it has become part of. */
async function knownGame(db: Db, id: number): Promise<number> {
	const { rows } = await sql<{ id: number }>`
		select g.id from games g where g.id = coalesce((select game_id from merged_games where id = ${id}), ${id})`.execute(
		db,
	)
	if (!rows[0]) throw new NotMerged(`There is no game ${id}.`)
	return rows[0].id
}

// In the order in which all lock: the windows, lists, reviews, games, and of the users those whose older review goes. What was
// written while the games' locks were waited for is there afterwards, and nothing comes after them.
async function lockEverything(db: Db, kept: number, other: number): Promise<void> {
	const lists = sql`select from lists where id in (select list_id from list_items where game_id = ${other}) order by id for update`
	await sql`select from windows for share`.execute(db)
	await lists.execute(db)
	await sql`select from reviews where game_id in (${kept}, ${other}) order by id for update`.execute(db)
	await sql`select from games where id in (${kept}, ${other}) order by id for update`.execute(db)
	await lists.execute(db)
	await sql`
		select from users where id in (
			select k.user_id from reviews k join reviews o on o.user_id = k.user_id and o.game_id = ${other} where k.game_id = ${kept}
		) order by id for no key update`.execute(db)
}

/** Leaves no one with a review of both; returns how many had. */
async function settleReviews(db: Db, kept: number, other: number, keepNewest: boolean): Promise<number> {
	const { rows } = await sql<{ older: string; newer: string }>`
		select case when k.updated_at >= o.updated_at then o.id else k.id end as older,
			case when k.updated_at >= o.updated_at then k.id else o.id end as newer
		from reviews k join reviews o on o.user_id = k.user_id and o.game_id = ${other} where k.game_id = ${kept}`.execute(
		db,
	)
	if (rows.length === 0) return 0
	if (!keepNewest)
		throw new NotMerged(
			`${rows.length === 1 ? 'One person has' : `${rows.length} people have`} reviewed both games, and can keep only one review. Nothing has changed. With --keep-newest the review that was written or changed last stays, with the likes and comments of both; the text and rating of the older one are deleted.`,
		)
	const older = rows.map((row) => row.older)
	const pairs = sql`unnest(${older}::uuid[], ${rows.map(({ newer }) => newer)}::uuid[]) as p (older, newer)`
	await sql`
		update review_likes l set review_id = p.newer from ${pairs} where l.review_id = p.older
			and not exists (select from review_likes n where n.review_id = p.newer and n.user_id = l.user_id)`.execute(db)
	await sql`update comments c set review_id = p.newer from ${pairs} where c.review_id = p.older`.execute(db)
	await sql`delete from reviews where id = any(${older}::uuid[])`.execute(db)
	return rows.length
}

/** Puts the kept game where the other one stands in lists; in a list with both it takes the first of the two places, with the notes of both. */
async function moveListItems(db: Db, kept: number, other: number): Promise<void> {
	const { rows } = await sql<{ list_id: string; id: string; gone: string; gone_position: number; notes: string[] }>`
		select k.list_id, case when k.position < o.position then k.id else o.id end as id,
			case when k.position < o.position then o.id else k.id end as gone, greatest(k.position, o.position) as gone_position,
			case when k.position < o.position then array[k.notes, o.notes] else array[o.notes, k.notes] end as notes
		from list_items k join list_items o on o.list_id = k.list_id and o.game_id = ${other} where k.game_id = ${kept}`.execute(
		db,
	)
	for (const { list_id, id, gone, gone_position, notes } of rows) {
		const text = [...new Set(notes.filter((note) => note !== ''))].join('\n')
		await db.deleteFrom('list_items').where('id', '=', gone).execute()
		await db.updateTable('list_items').set({ game_id: kept, notes: text }).where('id', '=', id).execute()
		await sql`update list_items set position = position - 1 where list_id = ${list_id} and position > ${gone_position}`.execute(
			db,
		)
	}
	await db.updateTable('list_items').set({ game_id: kept }).where('game_id', '=', other).execute()
}

async function countOf(db: Db, query: ReturnType<typeof sql>): Promise<number> {
	const { rows } = await (query as ReturnType<typeof sql<{ n: number }>>).execute(db)
	return rows[0]?.n ?? 0
}
