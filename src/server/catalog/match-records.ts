import { createHash } from 'node:crypto'
import { dedupeIds, type ExternalId, idKey, toOwnId } from '#contract/external-ids.ts'
import type { Db } from '#server/db/tables.ts'
import { SEARCH_FORM_VERSION, type SearchForm, toSearchForm } from '#server/features/search/search-key.ts'
import {
	findGamesByExternalIds,
	findGamesByNames,
	findRecordStates,
	findRecordsOfGames,
	findStoredPairs,
	type RecordState,
	type StoredRecord,
} from './queries-records.ts'
import type { GameFacts } from './record.ts'
import { type Candidate, decideMatch, REASONS, type RecordTraits } from './same-game.ts'
import { isOfEdit } from './site-source.ts'

/** A new or changed record, and the game that it belongs to. */
export interface MatchedRecord {
	facts: GameFacts
	hash: string
	ids: ExternalId[]
	/** The id of the stored record; undefined for a new one. */
	recordId: number | undefined
	/** Negative for a game that is not stored yet. */
	gameId: number
	isNewGame: boolean
	/** Whether a new record matched an existing game. */
	hasJoined: boolean
	unsure: readonly { gameId: number; reason: string }[]
}

/** The matches of a batch of a source's records. */
export interface MatchResult {
	matched: MatchedRecord[]
	/** The stored records of all candidate games. */
	stored: ReadonlyMap<number, readonly StoredRecord[]>
	/** The ids of stored records that have not changed. */
	unchanged: readonly number[]
}

/** Matched but not yet stored games and records, indexed for matching. */
export interface PendingGames {
	byId: Map<string, Set<number>>
	byName: Map<string, Set<number>>
	traits: Map<number, RecordTraits[]>
	nextId: number
}

interface ChangedRecord {
	facts: GameFacts
	hash: string
	ids: ExternalId[]
	/** The stored state; undefined for a new record. */
	state: RecordState | undefined
	/** Set only for a new record: stored ones are not matched by name. */
	form: SearchForm | undefined
}

/** Returns an empty index of pending games. */
export function emptyBatch(): PendingGames {
	return { byId: new Map(), byName: new Map(), traits: new Map(), nextId: -1 }
}

/**
 * Finds the game that each of a source's records belongs to. Adds the matches to `pending`, so that later records can
 * match them. The last of several records with the same `sourceId` wins.
 */
export async function matchRecords(
	db: Db,
	source: string,
	games: readonly GameFacts[],
	pending: PendingGames,
): Promise<MatchResult> {
	const { changed, unchanged } = await findChangedRecords(db, source, games)
	const { byId, byName, stored } = await findStoredCandidates(db, changed)

	const toCandidate = (gameId: number): Candidate => ({
		gameId,
		records: [...(stored.get(gameId)?.map(toTraits) ?? []), ...(pending.traits.get(gameId) ?? [])],
	})
	const toCandidates = (sets: readonly (ReadonlySet<number> | undefined)[]) =>
		[...new Set(sets.flatMap((ids) => [...(ids ?? [])]))].map(toCandidate).filter(({ records }) => records.length > 0)

	const matched = changed.map(({ facts, hash, ids, state, form }): MatchedRecord => {
		const withSameId = toCandidates(ids.flatMap((id) => [byId.get(idKey(id)), pending.byId.get(idKey(id))]))
		const traits = { source, ...facts }
		const match = (gameId: number, isNewGame: boolean, unsure: MatchedRecord['unsure']): MatchedRecord => {
			addPending(pending, gameId, traits, ids, form)
			const hasJoined = !isNewGame && state === undefined
			return { facts, hash, ids, recordId: state?.id, gameId, isNewGame, hasJoined, unsure }
		}
		if (state) {
			const others = withSameId.filter(({ gameId }) => gameId !== state.game_id)
			return match(
				state.game_id,
				false,
				others.map(({ gameId }) => ({ gameId, reason: REASONS.twoGames })),
			)
		}
		const joined = form?.joined ?? ''
		const withSameName = withSameId.length > 0 ? [] : toCandidates([byName.get(joined), pending.byName.get(joined)])
		const decision = decideMatch(traits, withSameId, withSameName)
		return 'join' in decision ? match(decision.join, false, []) : match(pending.nextId--, true, decision.unsure)
	})
	return { matched: await omitStoredPairs(db, matched), stored, unchanged }
}

async function findChangedRecords(
	db: Db,
	source: string,
	games: readonly GameFacts[],
): Promise<{ changed: ChangedRecord[]; unchanged: number[] }> {
	const latest = [...new Map(games.map((game) => [game.sourceId, game])).values()]
	const sourceIds = latest.map(({ sourceId }) => sourceId)
	const states = new Map((await findRecordStates(db, source, sourceIds)).map((state) => [state.source_id, state]))
	const unchanged: number[] = []
	const changed = latest.flatMap((facts): ChangedRecord[] => {
		const hash = hashContent(facts)
		const state = states.get(facts.sourceId)
		if (state?.facts_hash === hash && !state.withdrawn) {
			unchanged.push(state.id)
			return []
		}
		const ids = dedupeIds([...facts.externalIds, toOwnId(source, facts.sourceId)])
		return [{ facts, hash, ids, state, form: state ? undefined : toSearchForm(facts.name) }]
	})
	return { changed, unchanged }
}

/** Finds the stored games that share an external id or a name with the records, and all records of those games. */
async function findStoredCandidates(db: Db, changed: readonly ChangedRecord[]) {
	const externalIds = changed.flatMap(({ ids }) => ids)
	const byId = groupGameIds(await findGamesByExternalIds(db, externalIds), idKey)
	const names = [...new Set(changed.flatMap(({ form }) => form?.joined ?? []))]
	const byName = groupGameIds(await findGamesByNames(db, names), ({ joined }) => joined)
	const candidateIds = [...byId.values(), ...byName.values()].flatMap((ids) => [...ids])
	const currentIds = changed.flatMap(({ state }) => state?.game_id ?? [])
	const records = await findRecordsOfGames(db, [...new Set([...candidateIds, ...currentIds])])
	return { byId, byName, stored: Map.groupBy(records, ({ game_id }) => game_id) }
}

/** Removes unsure pairs that are already stored. New games cannot have any. */
async function omitStoredPairs(db: Db, matched: readonly MatchedRecord[]): Promise<MatchedRecord[]> {
	const stored = await findStoredPairs(
		db,
		matched.flatMap(({ gameId, isNewGame, unsure }) =>
			isNewGame ? [] : unsure.map((other) => [gameId, other.gameId] as const),
		),
	)
	return matched.map((record) => ({
		...record,
		unsure: record.unsure.filter((other) => !stored.has(`${record.gameId} ${other.gameId}`)),
	}))
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

function toTraits({ source, source_id, facts }: StoredRecord): RecordTraits {
	return {
		// An edit does not make the game one of the site's own, which a suggestion could not be the same as
		source: isOfEdit({ source, sourceId: source_id }) ? '' : source,
		releaseDate: facts.releaseDate ?? null,
		developers: facts.developers ?? [],
		publishers: facts.publishers ?? [],
	}
}

/** Hashes content together with the search form version, so that a new version counts as a change. */
export function hashContent(content: unknown): string {
	return createHash('sha256')
		.update(`${SEARCH_FORM_VERSION} ${JSON.stringify(content)}`)
		.digest('base64url')
		.slice(0, 27)
}
