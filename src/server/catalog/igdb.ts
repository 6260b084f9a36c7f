import { type IgdbSettings, createIgdbClient, MAX_ROWS_PER_REQUEST } from './igdb-client.ts'
import { buildFieldList, parseIgdbGame, type IgdbVocabulary } from './igdb-record.ts'
import { asObject } from './json-fields.ts'
import { type CatalogSource, type StartPosition, SourceError } from './source.ts'

// What is changed while IGDB's clock and ours disagree is read twice rather than never
const OVERLAP_MS = 60 * 60_000
/** Main games, remakes, remasters and expanded ones. */
const GAME_TYPES = '(0,8,9,10)'
const EROTIC_THEME_ID = 42

/** Games from IGDB, by their numbers. Throws `SourceBroken` when there are no keys. */
export function createIgdbSource(settings: IgdbSettings): CatalogSource {
	const { askGames, wordsOf } = createIgdbClient(settings)

	async function countGamesAfter(last: number, since: number | undefined, signal: AbortSignal): Promise<number | undefined> {
		const answer = await askGames('games/count', (names) => `where ${buildFilter(last, since, names)};`, signal)
		const { count } = asObject(answer)
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
						(names) => `${buildFieldList(names)}; where ${buildFilter(last, since, names)}; sort id asc; limit ${MAX_ROWS_PER_REQUEST};`,
						signal,
					)
					if (!Array.isArray(rows)) throw new SourceError('IGDB answers with something else than a list of games')
					if (rows.length === 0) {
						// What is missing at the end would be taken for gone
						if (!(await countGamesAfter(last, since, signal))) return
						throw new SourceError(`IGDB gives nothing after game ${last}, though there is more. Try again later`)
					}
					let highest = last
					for (const row of rows) {
						const { id } = asObject(row)
						const isNumbered = Number.isSafeInteger(id)
						if (isNumbered) highest = Math.max(highest, id as number)
						yield { place: isNumbered ? `game ${id}` : `a game after ${last}`, ...parseIgdbGame(row, words) }
					}
					if (highest === last)
						throw new SourceError(`IGDB gives the games after number ${last} without higher numbers. Try again later`)
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
 * Games above a number, in the order of numbers: IGDB sorts by one field only, and among games that were changed in
 * the same second a walk by the time of change would skip some or turn in circles.
 */
function buildFilter(last: number, since: number | undefined, { gameType }: { gameType: string }): string {
	return [
		`id > ${last}`,
		...(since === undefined ? [] : [`updated_at > ${since}`]),
		`${gameType} = ${GAME_TYPES}`,
		'version_parent = null',
		// A game without any theme may count as neither erotic nor not
		`(themes = null | themes != (${EROTIC_THEME_ID}))`,
	].join(' & ')
}

/** A checkpoint holds the number of the last game, and for a refresh the second since which games are wanted. */
function parseStartPosition({ checkpoint = '', since }: StartPosition): { last: number; since: number | undefined } {
	const [, last, kept] = /^(\d{1,15})(?: since (\d{1,15}))?$/.exec(checkpoint) ?? []
	if (last !== undefined) return { last: Number(last), since: kept === undefined ? undefined : Number(kept) }
	return {
		last: 0,
		since: since === undefined ? undefined : Math.max(0, Math.floor((Date.parse(since) - OVERLAP_MS) / 1000)),
	}
}
