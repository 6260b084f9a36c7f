import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveDisplayedFacts } from './displayed-facts.ts'
import { findRecordsOfGames } from './queries-records.ts'
import { lockCatalog } from './queries-locks.ts'
import {
	countListItems,
	deleteOlderReviews,
	findListItemsOfBoth,
	findReviewsOfBoth,
	resolveGameId,
	mergeListItems,
	saveDistinctPair,
	lockForMerge,
	moveReviews,
	absorbGame,
	replaceInLists,
} from './queries-merge-games.ts'
import { updateDisplayedGames } from './write-games.ts'

/** Two games cannot become one as things are; the message says why. */
export class MergeRefused extends Error {}

/** What moved from the one game to the other. */
export interface MergeResult {
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
	targetId: number,
	duplicateId: number,
	options: { clock: () => number; keepNewest?: boolean },
): Promise<MergeResult> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const target = await requireGame(transaction, targetId)
		const duplicate = await requireGame(transaction, duplicateId)
		if (target === duplicate) throw new MergeRefused(`${targetId} and ${duplicateId} are the same game already.`)
		await lockForMerge(transaction, target, duplicate)

		const olderReviews = await resolveDoubleReviews(transaction, target, duplicate, options.keepNewest === true)
		const reviews = await moveReviews(transaction, duplicate, target)
		const lists = await countListItems(transaction, duplicate)
		await moveListItems(transaction, target, duplicate)
		await absorbGame(transaction, duplicate, target)

		const records = await findRecordsOfGames(transaction, [target])
		if (records.length > 0) {
			const sourceRecords = records.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts }))
			const at = new Date(options.clock()).toISOString()
			await updateDisplayedGames(transaction, [{ gameId: target, shown: resolveDisplayedFacts(sourceRecords) }], at)
		}
		return { id: target, reviews, olderReviews, lists }
	})
}

/** Notes that two games are not the same, whatever they look like. Throws `NotMerged` where a game is unknown. */
export function keepGamesApart(db: Db, oneId: number, otherId: number, clock: () => number): Promise<void> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const one = await requireGame(transaction, oneId)
		const other = await requireGame(transaction, otherId)
		if (one === other) throw new MergeRefused(`${oneId} and ${otherId} are the same game already.`)
		await saveDistinctPair(transaction, one, other, new Date(clock()).toISOString())
	})
}

/** The id of a game, or of the one that it has become part of. Throws `NotMerged`. */
async function requireGame(db: Db, id: number): Promise<number> {
	const present = await resolveGameId(db, id)
	if (present === undefined) throw new MergeRefused(`There is no game ${id}.`)
	return present
}

/** Leaves no one with a review of both; returns how many had. */
async function resolveDoubleReviews(db: Db, target: number, duplicate: number, keepNewest: boolean): Promise<number> {
	const doubles = await findReviewsOfBoth(db, target, duplicate)
	if (doubles.length === 0) return 0
	if (!keepNewest)
		throw new MergeRefused(
			`${doubles.length === 1 ? 'One person has' : `${doubles.length} people have`} reviewed both games, and can keep only one review. Nothing has changed. With --keep-newest the review that was written or changed last stays, with the likes and comments of both; the text and rating of the older one are deleted.`,
		)
	await deleteOlderReviews(db, doubles)
	return doubles.length
}

/** Puts the kept game where the other one stands in lists; in a list with both it takes the first of the two places, with the notes of both. */
async function moveListItems(db: Db, target: number, duplicate: number): Promise<void> {
	for (const double of await findListItemsOfBoth(db, target, duplicate)) {
		const notes = [...new Set(double.notes.filter((note) => note !== ''))].join('\n')
		await mergeListItems(db, double, { gameId: target, notes })
	}
	await replaceInLists(db, duplicate, target)
}
