import type { ExternalId } from '#contract/external-ids.ts'
import { createIgdbClient, type IgdbSettings, MAX_ROWS_PER_REQUEST } from './igdb-client.ts'
import {
	buildFieldList,
	type FieldNames,
	type IgdbTimes,
	type IgdbVocabulary,
	parseIgdbGame,
	parseIgdbTimes,
} from './igdb-record.ts'
import { asObject } from './json-fields.ts'
import { type CatalogSource, SourceError, type SourceLookup, type StartPosition } from './source.ts'

// Clocks may differ: read some changes twice rather than miss any
const OVERLAP_MS = 60 * 60_000
/** Main games, remakes, remasters and expanded games. */
const GAME_TYPES = '(0,8,9,10)'
const EROTIC_THEME_ID = 42

/** Creates a source that reads games from IGDB, in the order of their ids. Throws `SourceError` without keys. */
export function createIgdbSource(settings: IgdbSettings): CatalogSource {
	const { askGames, askTable, fetchVocabulary } = createIgdbClient(settings)
	const fetchTimes = createTimesReader(askTable)

	async function countGamesAfter(
		last: number,
		since: number | undefined,
		signal: AbortSignal,
	): Promise<number | undefined> {
		const response = await askGames('games/count', (names) => `where ${buildFilter(last, since, names)};`, signal)
		const { count } = asObject(response)
		return typeof count === 'number' ? count : undefined
	}

	return {
		name: 'igdb',
		isComplete: true,
		async *entries(from, signal) {
			const { last: start, since } = parseStartPosition(from)
			try {
				const words = await fetchVocabulary(signal)
				for (let last = start; ; ) {
					const rows = await askGames(
						'games',
						(names) =>
							`${buildFieldList(names)}; where ${buildFilter(last, since, names)}; sort id asc; limit ${MAX_ROWS_PER_REQUEST};`,
						signal,
					)
					if (!Array.isArray(rows)) throw new SourceError('IGDB returned something other than a list of games')
					if (rows.length === 0) {
						// Games missing at the end would count as withdrawn
						if (!(await countGamesAfter(last, since, signal))) return
						throw new SourceError(`IGDB returned no games after ${last}, although there are more. Try again later`)
					}
					const times = await fetchTimes(rows, signal)
					let highest = last
					for (const row of rows) {
						const { id } = asObject(row)
						const hasId = Number.isSafeInteger(id)
						if (hasId) highest = Math.max(highest, id as number)
						yield { position: hasId ? `game ${id}` : `a game after ${last}`, ...parseIgdbGame(row, words, times) }
					}
					if (highest === last) throw new SourceError(`IGDB returned no higher ids after game ${last}. Try again later`)
					last = highest
					yield { checkpoint: since === undefined ? String(last) : `${last} since ${since}` }
				}
			} catch (error) {
				if (!signal.aborted) throw error
			}
		},
		async estimateTotal(from, signal) {
			const { last, since } = parseStartPosition(from)
			return await countGamesAfter(last, since, signal).catch((error: unknown) => {
				if (!signal.aborted) throw error
				return undefined
			})
		},
	}
}

/** Creates what asks IGDB for single games, by words of their names or by id. Throws `SourceError` without keys. */
export function createIgdbLookup(settings: IgdbSettings): SourceLookup {
	const { askGames, askTable, fetchVocabulary } = createIgdbClient(settings)
	const fetchTimes = createTimesReader(askTable)
	let words: IgdbVocabulary | undefined

	async function ask(query: (names: FieldNames) => string, signal: AbortSignal): Promise<unknown[]> {
		words ??= await fetchVocabulary(signal)
		const vocabulary = words
		const rows = await askGames('games', query, signal)
		if (!Array.isArray(rows)) throw new SourceError('IGDB returned something other than a list of games')
		const times = await fetchTimes(rows, signal)
		return rows.flatMap((row) => {
			const parsed = parseIgdbGame(row, vocabulary, times)
			return 'record' in parsed ? [parsed.record] : []
		})
	}

	return {
		find: (words, limit, signal) =>
			ask(
				(names) =>
					`search "${words.join(' ')}"; ${buildFieldList(names)}; where ${buildGameConditions(names).join(' & ')}; limit ${limit};`,
				signal,
			),
		async fetch(id, signal) {
			if (!/^\d{1,10}$/.test(id)) return []
			const only = (names: FieldNames) => [`id = (${id})`, ...buildGameConditions(names)].join(' & ')
			return ask((names) => `${buildFieldList(names)}; where ${only(names)}; limit 1;`, signal)
		},
		idKinds: ['igdb-slug', 'steam', 'gog'],
		async fetchByExternalId(id, signal) {
			const of = buildIdCondition(id)
			if (!of) return []
			const only = (names: FieldNames) => [of(names), ...buildGameConditions(names)].join(' & ')
			return ask((names) => `${buildFieldList(names)}; where ${only(names)}; limit ${MAX_SAME_ID};`, signal)
		},
	}
}

/** Returns a function that finds how long games take, by their ids; it asks no more if IGDB has no such table. */
function createTimesReader(askTable: ReturnType<typeof createIgdbClient>['askTable']) {
	let hasTimes = true
	return async (games: readonly unknown[], signal: AbortSignal): Promise<ReadonlyMap<number, IgdbTimes>> => {
		const ids = games.map((row) => asObject(row).id).filter(Number.isSafeInteger)
		if (!hasTimes || ids.length === 0) return new Map()
		const query = `fields game_id,normally,completely; where game_id = (${ids.join(',')}); limit ${MAX_ROWS_PER_REQUEST};`
		const rows = await askTable('game_time_to_beats', query, signal)
		hasTimes = rows !== undefined
		return new Map((rows ?? []).flatMap((row) => parseIgdbTimes(row) ?? []))
	}
}

/** More games than one with an id make it useless. */
const MAX_SAME_ID = 5
/** IGDB's numbers of stores. */
const STORES = { steam: 1, gog: 5 } as const

/** Builds the condition that a game has an id elsewhere; undefined for other kinds, and for what cannot be an id. */
function buildIdCondition({ source, id }: ExternalId): ((names: FieldNames) => string) | undefined {
	if (source === 'igdb-slug') return /^[a-z0-9-]{1,200}$/.test(id) ? () => `slug = ("${id}")` : undefined
	if ((source === 'steam' || source === 'gog') && /^\d{1,15}$/.test(id))
		return ({ store }) => `external_games.uid = ("${id}") & external_games.${store} = (${STORES[source]})`
	if (source !== 'gog' || !/^[a-z0-9_]{1,200}$/.test(id)) return undefined
	const urls = ['', 'en/'].map((language) => `"https://www.gog.com/${language}game/${id}"`)
	return () => `websites.url = (${urls.join(',')})`
}

/**
 * Builds the filter for games above an id. Pages follow ids, not change times: IGDB sorts by one field only, so games
 * changed in the same second would be skipped or repeated forever.
 */
function buildFilter(last: number, since: number | undefined, names: FieldNames): string {
	return [
		`id > ${last}`,
		...(since === undefined ? [] : [`updated_at > ${since}`]),
		...buildGameConditions(names),
	].join(' & ')
}

/** The conditions under which a row is a game of the catalog. */
function buildGameConditions({ gameType }: FieldNames): string[] {
	return [
		`${gameType} = ${GAME_TYPES}`,
		'version_parent = null',
		// Without the null check, IGDB may leave out games without themes
		`(themes = null | themes != (${EROTIC_THEME_ID}))`,
	]
}

/** Parses a checkpoint: the id of the last game, and for a refresh the start of the time range in seconds. */
function parseStartPosition({ checkpoint = '', since }: StartPosition): { last: number; since: number | undefined } {
	const [, last, storedSince] = /^(\d{1,15})(?: since (\d{1,15}))?$/.exec(checkpoint) ?? []
	if (last !== undefined)
		return { last: Number(last), since: storedSince === undefined ? undefined : Number(storedSince) }
	return {
		last: 0,
		since: since === undefined ? undefined : Math.max(0, Math.floor((Date.parse(since) - OVERLAP_MS) / 1000)),
	}
}
