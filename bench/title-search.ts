import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { markPopularGames } from '#server/features/search/queries-popular.ts'
import type { Request } from './cases.ts'
import { measureRequest, type RoundOptions } from './compare.ts'
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

/** Fills an empty database with titles and the counts of a million reviews, and measures searches per second among them. */
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
	return figures
}
