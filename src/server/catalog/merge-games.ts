import type { StoredFacts } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveDisplayedFacts } from './displayed-facts.ts'
import { joinFacts, type OpenedGame, openGame } from './edited-game.ts'
import { compareFacts } from './fact-changes.ts'
import { hashContent } from './match-records.ts'
import { addChanges, moveChanges, replaceSiteRecords } from './queries-game-changes.ts'
import { lockCatalog } from './queries-locks.ts'
import {
	absorbGame,
	countListItems,
	deleteOlderReviews,
	findListItemsOfBoth,
	findReviewsOfBoth,
	lockForMerge,
	mergeListItems,
	moveDismissals,
	moveDrafts,
	movePostponements,
	moveReviews,
	replaceInLists,
	resolveGameId,
	saveDistinctPair,
} from './queries-merge-games.ts'
import { findRecordsOfGames } from './queries-records.ts'
import type { Facts } from './record.ts'
import { updateDisplayedGames } from './write-games.ts'

/** The merge was refused; the message explains why. */
export class MergeRefused extends Error {
	readonly kind: 'unknown' | 'same' | 'both_reviewed'

	constructor(kind: MergeRefused['kind'], message: string) {
		super(message)
		this.kind = kind
	}
}

/** What moved to the remaining game. */
export interface MergeResult {
	/** The remaining game. */
	id: number
	reviews: number
	/** Deleted older reviews of people who had reviewed both. */
	olderReviews: number
	lists: number
}

/**
 * Merges two games into `targetId`: reviews, drafts, list items and records move there, and the other id redirects to it. Throws
 * `MergeRefused` if a game is unknown, or if someone has reviewed both, unless `keepNewest` is set: then the older review
 * is deleted, and its likes and comments move to the newer one.
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
		if (target === duplicate)
			throw new MergeRefused('same', `${targetId} and ${duplicateId} are already the same game.`)
		await lockForMerge(transaction, target, duplicate)

		const olderReviews = await resolveDoubleReviews(transaction, target, duplicate, options.keepNewest === true)
		const reviews = await moveReviews(transaction, duplicate, target)
		const lists = await countListItems(transaction, duplicate)
		await moveListItems(transaction, target, duplicate)
		await moveDrafts(transaction, duplicate, target)
		await moveDismissals(transaction, duplicate, target)
		await movePostponements(transaction, duplicate, target)
		const before = await openGame(transaction, target)
		const absorbed = await openGame(transaction, duplicate)
		await moveChanges(transaction, duplicate, target)
		await absorbGame(transaction, duplicate, target)
		if (before && absorbed) await joinSiteRecords(transaction, before, absorbed)
		await showMerged(transaction, target, before?.shown, new Date(options.clock()).toISOString())
		return { id: target, reviews, olderReviews, lists }
	})
}

/** Leaves one record of what the site says of both games, those of the remaining game first. */
async function joinSiteRecords(db: Db, target: OpenedGame, duplicate: OpenedGame): Promise<void> {
	const [kept] = target.ofSite
	if (!kept || duplicate.ofSite.length === 0) return
	const records = [...target.ofSite, ...duplicate.ofSite]
	const facts = joinFacts(records) as StoredFacts
	const { source, sourceId } = kept
	const ids = records.map(({ id }) => id)
	await replaceSiteRecords(db, { gameId: target.id, source, sourceId, hash: hashContent(facts), facts }, ids)
}

/** Shows what the records of both games say. */
async function showMerged(db: Db, target: number, before: Facts | undefined, at: string): Promise<void> {
	const records = await findRecordsOfGames(db, [target])
	if (records.length === 0) return
	const displayed = resolveDisplayedFacts(
		records.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts })),
	)
	await updateDisplayedGames(db, [{ gameId: target, displayed }], at)
	const facts = before ? compareFacts(before, displayed.facts) : {}
	await addChanges(db, { kind: 'merge', source: null, at }, [{ gameId: target, facts }])
}

/** Marks two games as not the same. Throws `MergeRefused` if a game is unknown. */
export function keepGamesApart(db: Db, oneId: number, otherId: number, clock: () => number): Promise<void> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const one = await requireGame(transaction, oneId)
		const other = await requireGame(transaction, otherId)
		if (one === other) throw new MergeRefused('same', `${oneId} and ${otherId} are already the same game.`)
		await saveDistinctPair(transaction, one, other, new Date(clock()).toISOString())
	})
}

/** Returns the id of a game, or of the game that it was merged into. Throws `MergeRefused` if it is unknown. */
async function requireGame(db: Db, id: number): Promise<number> {
	const resolvedId = await resolveGameId(db, id)
	if (resolvedId === undefined) throw new MergeRefused('unknown', `There is no game ${id}.`)
	return resolvedId
}

/** Leaves at most one of the two reviews per user; returns the number of deleted reviews. */
async function resolveDoubleReviews(db: Db, target: number, duplicate: number, keepNewest: boolean): Promise<number> {
	const pairs = await findReviewsOfBoth(db, target, duplicate)
	if (pairs.length === 0) return 0
	if (!keepNewest)
		throw new MergeRefused(
			'both_reviewed',
			`${pairs.length === 1 ? 'One person has' : `${pairs.length} people have`} reviewed both games, and can keep only one review. Nothing was changed. With --keep-newest the review that was written or changed last stays, with the likes and comments of both; the text and rating of the older one are deleted.`,
		)
	await deleteOlderReviews(db, pairs)
	return pairs.length
}

/** Replaces the duplicate in all lists. In a list with both, the target takes the first position, with the notes of both. */
async function moveListItems(db: Db, target: number, duplicate: number): Promise<void> {
	for (const pair of await findListItemsOfBoth(db, target, duplicate)) {
		const notes = [...new Set(pair.notes.filter((note) => note !== ''))].join('\n')
		await mergeListItems(db, pair, { gameId: target, notes })
	}
	await replaceInLists(db, duplicate, target)
}
