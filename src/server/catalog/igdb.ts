import { type IgdbSettings, igdbApi, MOST_ROWS } from './igdb-api.ts'
import { fieldsOf, igdbRecord, type Words } from './igdb-record.ts'
import { fieldsIn } from './json-fields.ts'
import { type CatalogSource, type ReadFrom, SourceBroken } from './source.ts'

// What is changed while IGDB's clock and ours disagree is read twice rather than never
const OVERLAP_MS = 60 * 60_000
/** Main games, remakes, remasters and expanded ones. */
const GAME_TYPES = '(0,8,9,10)'
const EROTIC = 42

/** Games from IGDB, by their numbers. Throws `SourceBroken` when there are no keys. */
export function igdbSource(settings: IgdbSettings): CatalogSource {
	const { askGames, wordsOf } = igdbApi(settings)

	async function countAfter(last: number, since: number | undefined, signal: AbortSignal): Promise<number | undefined> {
		const answer = await askGames('games/count', (names) => `where ${wanted(last, since, names)};`, signal)
		const { count } = fieldsIn(answer)
		return typeof count === 'number' ? count : undefined
	}

	return {
		name: 'igdb',
		isWhole: true,
		async *entries(from, signal) {
			const { last: start, since } = beginning(from)
			try {
				const words: Words = {
					websiteTypes: await wordsOf('website_types', 'type', signal),
					dateFormats: await wordsOf('date_formats', 'format', signal),
				}
				for (let last = start; ; ) {
					const rows = await askGames(
						'games',
						(names) => `${fieldsOf(names)}; where ${wanted(last, since, names)}; sort id asc; limit ${MOST_ROWS};`,
						signal,
					)
					if (!Array.isArray(rows)) throw new SourceBroken('IGDB answers with something else than a list of games')
					if (rows.length === 0) {
						// What is missing at the end would be taken for gone
						if (!(await countAfter(last, since, signal))) return
						throw new SourceBroken(`IGDB gives nothing after game ${last}, though there is more. Try again later`)
					}
					let highest = last
					for (const row of rows) {
						const { id } = fieldsIn(row)
						const isNumbered = Number.isSafeInteger(id)
						if (isNumbered) highest = Math.max(highest, id as number)
						yield { place: isNumbered ? `game ${id}` : `a game after ${last}`, ...igdbRecord(row, words) }
					}
					if (highest === last)
						throw new SourceBroken(`IGDB gives the games after number ${last} without higher numbers. Try again later`)
					last = highest
					yield { checkpoint: since === undefined ? String(last) : `${last} since ${since}` }
				}
			} catch (error) {
				if (!signal.aborted) throw error
			}
		},
		async total(from, signal) {
			const { last, since } = beginning(from)
			return await countAfter(last, since, signal).catch((error: unknown) => {
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
function wanted(last: number, since: number | undefined, { gameType }: { gameType: string }): string {
	return [
		`id > ${last}`,
		...(since === undefined ? [] : [`updated_at > ${since}`]),
		`${gameType} = ${GAME_TYPES}`,
		'version_parent = null',
		// A game without any theme may count as neither erotic nor not
		`(themes = null | themes != (${EROTIC}))`,
	].join(' & ')
}

/** A checkpoint holds the number of the last game, and for a refresh the second since which games are wanted. */
function beginning({ checkpoint = '', since }: ReadFrom): { last: number; since: number | undefined } {
	const [, last, kept] = /^(\d{1,15})(?: since (\d{1,15}))?$/.exec(checkpoint) ?? []
	if (last !== undefined) return { last: Number(last), since: kept === undefined ? undefined : Number(kept) }
	return {
		last: 0,
		since: since === undefined ? undefined : Math.max(0, Math.floor((Date.parse(since) - OVERLAP_MS) / 1000)),
	}
}
