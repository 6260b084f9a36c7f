import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { shownFacts } from './displayed-facts.ts'
import { recordsOf } from './queries-known-games.ts'
import { lockCatalog } from './queries-locks.ts'
import {
	countListItems,
	deleteOlderReviews,
	findDoubleListItems,
	findDoubleReviews,
	findPresentGame,
	joinListItems,
	keepPairApart,
	lockMerge,
	moveReviews,
	replaceGame,
	replaceInLists,
} from './queries-merge-games.ts'
import { showAnew } from './write-games.ts'

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
	db: Db,
	keptId: number,
	otherId: number,
	options: { clock: () => number; keepNewest?: boolean },
): Promise<Merged> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const kept = await knownGame(transaction, keptId)
		const other = await knownGame(transaction, otherId)
		if (kept === other) throw new NotMerged(`${keptId} and ${otherId} are the same game already.`)
		await lockMerge(transaction, kept, other)

		const olderReviews = await settleReviews(transaction, kept, other, options.keepNewest === true)
		const reviews = await moveReviews(transaction, other, kept)
		const lists = await countListItems(transaction, other)
		await moveListItems(transaction, kept, other)
		await replaceGame(transaction, other, kept)

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
export function keepApart(db: Db, oneId: number, otherId: number, clock: () => number): Promise<void> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const one = await knownGame(transaction, oneId)
		const other = await knownGame(transaction, otherId)
		if (one === other) throw new NotMerged(`${oneId} and ${otherId} are the same game already.`)
		await keepPairApart(transaction, one, other, new Date(clock()).toISOString())
	})
}

/** The id of a game, or of the one that it has become part of. Throws `NotMerged`. */
async function knownGame(db: Db, id: number): Promise<number> {
	const present = await findPresentGame(db, id)
	if (present === undefined) throw new NotMerged(`There is no game ${id}.`)
	return present
}

/** Leaves no one with a review of both; returns how many had. */
async function settleReviews(db: Db, kept: number, other: number, keepNewest: boolean): Promise<number> {
	const doubles = await findDoubleReviews(db, kept, other)
	if (doubles.length === 0) return 0
	if (!keepNewest)
		throw new NotMerged(
			`${doubles.length === 1 ? 'One person has' : `${doubles.length} people have`} reviewed both games, and can keep only one review. Nothing has changed. With --keep-newest the review that was written or changed last stays, with the likes and comments of both; the text and rating of the older one are deleted.`,
		)
	await deleteOlderReviews(db, doubles)
	return doubles.length
}

/** Puts the kept game where the other one stands in lists; in a list with both it takes the first of the two places, with the notes of both. */
async function moveListItems(db: Db, kept: number, other: number): Promise<void> {
	for (const double of await findDoubleListItems(db, kept, other)) {
		const notes = [...new Set(double.notes.filter((note) => note !== ''))].join('\n')
		await joinListItems(db, double, { gameId: kept, notes })
	}
	await replaceInLists(db, other, kept)
}
