import { createIgdbClient, type IgdbSettings, MAX_ROWS_PER_REQUEST } from './igdb-client.ts'
import { buildFieldList, type IgdbVocabulary, parseIgdbGame } from './igdb-record.ts'
import { asObject } from './json-fields.ts'
import { type CatalogSource, SourceError, type StartPosition } from './source.ts'

// Clocks may differ: read some changes twice rather than miss any
const OVERLAP_MS = 60 * 60_000
/** Main games, remakes, remasters and expanded games. */
const GAME_TYPES = '(0,8,9,10)'
const EROTIC_THEME_ID = 42

/** Creates a source that reads games from IGDB, in the order of their ids. Throws `SourceError` without keys. */
export function createIgdbSource(settings: IgdbSettings): CatalogSource {
	const { askGames, wordsOf } = createIgdbClient(settings)

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
				const words: IgdbVocabulary = {
					websiteTypes: await wordsOf('website_types', 'type', signal),
					dateFormats: await wordsOf('date_formats', 'format', signal),
				}
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
					let highest = last
					for (const row of rows) {
						const { id } = asObject(row)
						const hasId = Number.isSafeInteger(id)
						if (hasId) highest = Math.max(highest, id as number)
						yield { position: hasId ? `game ${id}` : `a game after ${last}`, ...parseIgdbGame(row, words) }
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

/**
 * Builds the filter for games above an id. Pages follow ids, not change times: IGDB sorts by one field only, so games
 * changed in the same second would be skipped or repeated forever.
 */
function buildFilter(last: number, since: number | undefined, { gameType }: { gameType: string }): string {
	return [
		`id > ${last}`,
		...(since === undefined ? [] : [`updated_at > ${since}`]),
		`${gameType} = ${GAME_TYPES}`,
		'version_parent = null',
		// Without the null check, IGDB may leave out games without themes
		`(themes = null | themes != (${EROTIC_THEME_ID}))`,
	].join(' & ')
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
