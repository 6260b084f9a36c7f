import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { markPopularGames } from '#server/features/search/queries-popular.ts'
import type { Request } from './cases.ts'
import { measureRequest, type RoundOptions } from './compare.ts'
import { generateSteadyLoad } from './load.ts'
import type { OperationFigure } from './operation.ts'
import { startServer } from './server-process.ts'
import { fillTitles } from './titles.ts'

/** What people type, by kind: the same words are in one name or in tens of thousands. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
	'first letters': ['ze', 'th', 'su', 'mid', 'zel', 'dra', 'sky', 'min'],
	'frequent words': ['of', 'the', 'super', 'legend', 'zelda', 'mario', 'dragon', 'star'],
	names: ['final fantasy', 'grand theft auto', 'elden ring', 'witcher 3', 'doom 2', 'call of duty black', 'skyrim'],
	slips: ['zelda braeth', 'metal gaer', 'finl fantsy', 'skyrm', 'eldin rign', 'grand teft auto'],
}
const AIM = 1_000

/** Filters of pages of games, which leave from some thousand to all. */
const FILTERS: Readonly<Record<string, string>> = {
	'a studio': 'developer=Nintendo%20EAD',
	'genre and platform': 'genre=Puzzle&platform=PC%20(Microsoft%20Windows)&sortBy=rating',
	'two genres, years and a rating':
		'genre=Adventure&genre=Role-playing&yearFrom=2010&yearTo=2019&minRating=3&sortBy=newest',
	'mode and words': 'mode=Co-operative&search=the&sortBy=name',
	'no filter': 'sortBy=mostPlayed',
}
const FILTERS_AIM_MS = 40
const FILTERS_PER_SECOND = 5

/** Fills an empty database with titles and the counts of a million reviews, and measures searches per second and pages by filters among them. */
export async function measureTitleSearch(
	url: string,
	env: Readonly<Record<string, string>>,
	titles: number,
	rounds: RoundOptions,
): Promise<OperationFigure[]> {
	const database = await openDatabase({ url, statementTimeoutMs: 0 })
	try {
		await fillTitles(database, titles)
		await markPopularGames(database.db)
		// As the server does within a minute
		await sql`vacuum analyze game_search`.execute(database.db)
	} finally {
		await database.close()
	}
	await using site = await startServer(new URL('../src/main.ts', import.meta.url), { ...env, DATABASE_URL: url })
	const figures: OperationFigure[] = []
	const measure = async (title: string, queries: readonly string[], aim?: number) => {
		let sent = 0
		const next = (): Request => ({
			method: 'GET',
			path: `/api/games/search?limit=12&query=${encodeURIComponent(queries[sent++ % queries.length] ?? '')}`,
			headers: {},
		})
		figures.push({
			title: `search of ${titles.toLocaleString('en')} titles, ${title}`,
			value: await measureRequest(site, next, rounds),
			unit: '/s',
			aim,
			isFloor: true,
		})
	}
	for (const [title, queries] of Object.entries(QUERIES)) await measure(title, queries)
	await measure('all', Object.values(QUERIES).flat(), AIM)
	for (const [title, filters] of Object.entries(FILTERS)) {
		const next = () => `GET /api/games?${filters} HTTP/1.1\r\nhost: 127.0.0.1:${site.port}\r\naccept: */*\r\n\r\n`
		const { medianMs } = await generateSteadyLoad(site.port, next, 200, FILTERS_PER_SECOND, rounds.seconds)
		figures.push({
			title: `${titles.toLocaleString('en')} games with facets, ${title} (median)`,
			value: medianMs,
			unit: 'ms',
			aim: FILTERS_AIM_MS,
		})
	}
	return figures
}
