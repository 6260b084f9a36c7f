import { createHash } from 'node:crypto'
import type { Db } from '#server/db/tables.ts'
import { SEARCH_FORM, type SearchForm, searchFormOf } from '#server/features/search/search-key.ts'
import { distinctIds, type ExternalId, idKey, ownId } from './external-ids.ts'
import {
	gamesByIds,
	gamesByNames,
	notedPairs,
	recordStates,
	recordsOf,
	type StoredRecord,
} from './queries-known-games.ts'
import type { GameFacts } from './record.ts'
import { type Candidate, decide, REASONS, type RecordTraits } from './same-game.ts'

/** A record that is new or has changed, and the game that it is of. */
export interface PlacedRecord {
	given: GameFacts
	hash: string
	ids: ExternalId[]
	/** The record as it is stored; undefined for one that has never been met. */
	recordId: number | undefined
	/** Of a game that is not stored yet, a negative number. */
	gameId: number
	isNewGame: boolean
	/** What it joined is a game that other records are of. */
	hasJoined: boolean
	unsure: readonly { gameId: number; reason: string }[]
}

/** A batch of a source's records, each with the game that it is of. */
export interface Placing {
	placed: PlacedRecord[]
	/** What is stored of the games that they are of. */
	stored: ReadonlyMap<number, readonly StoredRecord[]>
	/** The stored records of those that have not changed. */
	unchanged: readonly number[]
}

/** Games that are not stored yet, or not with all their records, by what they may be recognized. */
export interface Unstored {
	byId: Map<string, Set<number>>
	byName: Map<string, Set<number>>
	traits: Map<number, RecordTraits[]>
	nextId: number
}

export function noneUnstored(): Unstored {
	return { byId: new Map(), byName: new Map(), traits: new Map(), nextId: -1 }
}

/**
 * Finds out which game each of a source's records is of. Games that come up are noted in `unstored`, so that what
 * follows finds them. Of two with the same `sourceId` the later counts.
 */
export async function placeRecords(
	db: Db,
	source: string,
	games: readonly GameFacts[],
	unstored: Unstored,
): Promise<Placing> {
	const latest = [...new Map(games.map((game) => [game.sourceId, game])).values()]
	const states = new Map(
		(
			await recordStates(
				db,
				source,
				latest.map(({ sourceId }) => sourceId),
			)
		).map((state) => [state.source_id, state]),
	)
	const unchanged: number[] = []
	const fresh = latest.flatMap((given) => {
		const hash = shortHash(given)
		const state = states.get(given.sourceId)
		if (state?.facts_hash === hash && !state.withdrawn) {
			unchanged.push(state.id)
			return []
		}
		const ids = distinctIds([...given.externalIds, ownId(source, given.sourceId)])
		return [{ given, hash, ids, state, form: state ? undefined : searchFormOf(given.name) }]
	})

	const byId = grouped(
		await gamesByIds(
			db,
			fresh.flatMap(({ ids }) => ids),
		),
		idKey,
	)
	const names = [...new Set(fresh.flatMap(({ form }) => form?.joined ?? []))]
	const byName = grouped(await gamesByNames(db, names), ({ joined }) => joined)
	const found = [...byId.values(), ...byName.values()].flatMap((ids) => [...ids])
	const known = fresh.flatMap(({ state }) => state?.game_id ?? [])
	const stored = Map.groupBy(await recordsOf(db, [...new Set([...found, ...known])]), ({ game_id }) => game_id)

	const candidate = (gameId: number): Candidate => ({
		gameId,
		records: [...(stored.get(gameId)?.map(traitsOfStored) ?? []), ...(unstored.traits.get(gameId) ?? [])],
	})
	const candidates = (sets: readonly (ReadonlySet<number> | undefined)[]) =>
		[...new Set(sets.flatMap((ids) => [...(ids ?? [])]))].map(candidate).filter(({ records }) => records.length > 0)

	const placed = fresh.map(({ given, hash, ids, state, form }): PlacedRecord => {
		const withSameId = candidates(ids.flatMap((id) => [byId.get(idKey(id)), unstored.byId.get(idKey(id))]))
		const traits = { source, ...given }
		const place = (gameId: number, isNewGame: boolean, unsure: PlacedRecord['unsure']): PlacedRecord => {
			note(unstored, gameId, traits, ids, form)
			const hasJoined = !isNewGame && state === undefined
			return { given, hash, ids, recordId: state?.id, gameId, isNewGame, hasJoined, unsure }
		}
		if (state) {
			const others = withSameId.filter(({ gameId }) => gameId !== state.game_id)
			return place(
				state.game_id,
				false,
				others.map(({ gameId }) => ({ gameId, reason: REASONS.twoGames })),
			)
		}
		const joined = form?.joined ?? ''
		const withSameName = withSameId.length > 0 ? [] : candidates([byName.get(joined), unstored.byName.get(joined)])
		const decision = decide(traits, withSameId, withSameName)
		return 'join' in decision ? place(decision.join, false, []) : place(unstored.nextId--, true, decision.unsure)
	})
	// A game that is new has none
	const noted = await notedPairs(
		db,
		placed.flatMap(({ gameId, isNewGame, unsure }) =>
			isNewGame ? [] : unsure.map((other) => [gameId, other.gameId] as const),
		),
	)
	const isNews = (gameId: number) => (other: { gameId: number }) => !noted.has(`${gameId} ${other.gameId}`)
	return {
		placed: placed.map((record) => ({ ...record, unsure: record.unsure.filter(isNews(record.gameId)) })),
		stored,
		unchanged,
	}
}

function note(
	{ byId, byName, traits }: Unstored,
	gameId: number,
	record: RecordTraits,
	ids: readonly ExternalId[],
	form: SearchForm | undefined,
): void {
	for (const id of ids) add(byId, idKey(id), gameId)
	if (form) add(byName, form.joined, gameId)
	const { source, releaseDate, developers, publishers } = record
	traits.set(gameId, [...(traits.get(gameId) ?? []), { source, releaseDate, developers, publishers }])
}

function add(sets: Map<string, Set<number>>, key: string, gameId: number): void {
	const set = sets.get(key)
	if (set) set.add(gameId)
	else sets.set(key, new Set([gameId]))
}

function grouped<Row extends { game_id: number }>(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
): Map<string, Set<number>> {
	const sets = new Map<string, Set<number>>()
	for (const row of rows) add(sets, keyOf(row), row.game_id)
	return sets
}

function traitsOfStored({ source, facts }: StoredRecord): RecordTraits {
	return {
		source,
		releaseDate: facts.releaseDate ?? null,
		developers: facts.developers ?? [],
		publishers: facts.publishers ?? [],
	}
}

/** A hash of something that changes, too, when names are read differently. */
export function shortHash(content: unknown): string {
	return createHash('sha256')
		.update(`${SEARCH_FORM} ${JSON.stringify(content)}`)
		.digest('base64url')
		.slice(0, 27)
}
