import { createHash } from 'node:crypto'
import type { Db } from '#server/db/tables.ts'
import { SEARCH_FORM_VERSION, type SearchForm, toSearchForm } from '#server/features/search/search-key.ts'
import { dedupeIds, type ExternalId, idKey, toOwnId } from './external-ids.ts'
import {
	findGamesByExternalIds,
	findGamesByNames,
	findStoredPairs,
	findRecordStates,
	findRecordsOfGames,
	type StoredRecord,
} from './queries-records.ts'
import type { GameFacts } from './record.ts'
import { type Candidate, decideMatch, REASONS, type RecordTraits } from './same-game.ts'

/** A record that is new or has changed, and the game that it is of. */
export interface MatchedRecord {
	facts: GameFacts
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
export interface MatchResult {
	matched: MatchedRecord[]
	/** What is stored of the games that they are of. */
	stored: ReadonlyMap<number, readonly StoredRecord[]>
	/** The stored records of those that have not changed. */
	unchanged: readonly number[]
}

/** Games that are not stored yet, or not with all their records, by what they may be recognized. */
export interface PendingGames {
	byId: Map<string, Set<number>>
	byName: Map<string, Set<number>>
	traits: Map<number, RecordTraits[]>
	nextId: number
}

export function emptyBatch(): PendingGames {
	return { byId: new Map(), byName: new Map(), traits: new Map(), nextId: -1 }
}

/**
 * Finds out which game each of a source's records is of. Games that come up are noted in `unstored`, so that what
 * follows finds them. Of two with the same `sourceId` the later counts.
 */
export async function matchRecords(
	db: Db,
	source: string,
	games: readonly GameFacts[],
	pending: PendingGames,
): Promise<MatchResult> {
	const latest = [...new Map(games.map((game) => [game.sourceId, game])).values()]
	const states = new Map(
		(
			await findRecordStates(
				db,
				source,
				latest.map(({ sourceId }) => sourceId),
			)
		).map((state) => [state.source_id, state]),
	)
	const unchanged: number[] = []
	const fresh = latest.flatMap((given) => {
		const hash = hashContent(given)
		const state = states.get(given.sourceId)
		if (state?.facts_hash === hash && !state.withdrawn) {
			unchanged.push(state.id)
			return []
		}
		const ids = dedupeIds([...given.externalIds, toOwnId(source, given.sourceId)])
		return [{ given, hash, ids, state, form: state ? undefined : toSearchForm(given.name) }]
	})

	const byId = groupGameIds(
		await findGamesByExternalIds(
			db,
			fresh.flatMap(({ ids }) => ids),
		),
		idKey,
	)
	const names = [...new Set(fresh.flatMap(({ form }) => form?.joined ?? []))]
	const byName = groupGameIds(await findGamesByNames(db, names), ({ joined }) => joined)
	const found = [...byId.values(), ...byName.values()].flatMap((ids) => [...ids])
	const known = fresh.flatMap(({ state }) => state?.game_id ?? [])
	const stored = Map.groupBy(await findRecordsOfGames(db, [...new Set([...found, ...known])]), ({ game_id }) => game_id)

	const candidate = (gameId: number): Candidate => ({
		gameId,
		records: [...(stored.get(gameId)?.map(toTraits) ?? []), ...(pending.traits.get(gameId) ?? [])],
	})
	const candidates = (sets: readonly (ReadonlySet<number> | undefined)[]) =>
		[...new Set(sets.flatMap((ids) => [...(ids ?? [])]))].map(candidate).filter(({ records }) => records.length > 0)

	const placed = fresh.map(({ given, hash, ids, state, form }): MatchedRecord => {
		const withSameId = candidates(ids.flatMap((id) => [byId.get(idKey(id)), pending.byId.get(idKey(id))]))
		const traits = { source, ...given }
		const place = (gameId: number, isNewGame: boolean, unsure: MatchedRecord['unsure']): MatchedRecord => {
			addPending(pending, gameId, traits, ids, form)
			const hasJoined = !isNewGame && state === undefined
			return { facts: given, hash, ids, recordId: state?.id, gameId, isNewGame, hasJoined, unsure }
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
		const withSameName = withSameId.length > 0 ? [] : candidates([byName.get(joined), pending.byName.get(joined)])
		const decision = decideMatch(traits, withSameId, withSameName)
		return 'join' in decision ? place(decision.join, false, []) : place(pending.nextId--, true, decision.unsure)
	})
	// A game that is new has none
	const noted = await findStoredPairs(
		db,
		placed.flatMap(({ gameId, isNewGame, unsure }) =>
			isNewGame ? [] : unsure.map((other) => [gameId, other.gameId] as const),
		),
	)
	const isNews = (gameId: number) => (other: { gameId: number }) => !noted.has(`${gameId} ${other.gameId}`)
	return {
		matched: placed.map((record) => ({ ...record, unsure: record.unsure.filter(isNews(record.gameId)) })),
		stored,
		unchanged,
	}
}

function addPending(
	{ byId, byName, traits }: PendingGames,
	gameId: number,
	record: RecordTraits,
	ids: readonly ExternalId[],
	form: SearchForm | undefined,
): void {
	for (const id of ids) addToSet(byId, idKey(id), gameId)
	if (form) addToSet(byName, form.joined, gameId)
	const { source, releaseDate, developers, publishers } = record
	traits.set(gameId, [...(traits.get(gameId) ?? []), { source, releaseDate, developers, publishers }])
}

function addToSet(sets: Map<string, Set<number>>, key: string, gameId: number): void {
	const set = sets.get(key)
	if (set) set.add(gameId)
	else sets.set(key, new Set([gameId]))
}

function groupGameIds<Row extends { game_id: number }>(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
): Map<string, Set<number>> {
	const sets = new Map<string, Set<number>>()
	for (const row of rows) addToSet(sets, keyOf(row), row.game_id)
	return sets
}

function toTraits({ source, facts }: StoredRecord): RecordTraits {
	return {
		source,
		releaseDate: facts.releaseDate ?? null,
		developers: facts.developers ?? [],
		publishers: facts.publishers ?? [],
	}
}

/** A hash of something that changes, too, when names are read differently. */
export function hashContent(content: unknown): string {
	return createHash('sha256')
		.update(`${SEARCH_FORM_VERSION} ${JSON.stringify(content)}`)
		.digest('base64url')
		.slice(0, 27)
}
