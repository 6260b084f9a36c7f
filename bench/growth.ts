import { sql } from 'kysely'
import { measureRequest, type RoundOptions } from './compare.ts'
import { type DataSize, LARGE, openServerData, scaleSize } from './data.ts'
import { findSubjects, type Subjects } from './read-calls.ts'
import { startServer } from './server-process.ts'

/** Each size has its own database, reused by later runs; the first and the last are those of the other cases. */
const SIZES: readonly { name: string; size: DataSize }[] = [
	{ name: 'savepoint_bench_small', size: scaleSize(0.01) },
	{ name: 'savepoint_bench_middle', size: scaleSize(0.1) },
	{ name: 'savepoint_bench', size: LARGE },
]

const CALLS: Readonly<Record<string, (subjects: Subjects) => string>> = {
	'newest reviews': () => '/api/reviews?limit=12',
	'most liked reviews of a game': ({ game }) => `/api/reviews?limit=12&gameId=${game}&sortBy=likes`,
	'popular reviews': () => '/api/reviews/popular-reviews?period=month',
	'popular games': () => '/api/games/popular?limit=12&page=1&period=week',
	'popular users': () => '/api/reviews/popular-users?limit=12&page=1&period=week',
	'a game': ({ game }) => `/api/games/${game}`,
	'a profile': ({ author }) => `/api/users/by-username/${author.username}`,
	'comments of a review': ({ review }) => `/api/comments/review/${review}`,
	'search of games': () => '/api/games/search?limit=12&query=midnight',
	'search of reviews, two words': () => '/api/reviews?limit=12&search=rainy%20weekend',
}

/** The figures of one call or size, one for each number of reviews. */
export interface GrowthRow {
	title: string
	values: number[]
	unit: '/s' | ' bytes per review'
}

export const GROWTH_HEAD = ['growth', ...SIZES.map(({ size }) => `${size.reviews.toLocaleString('en')} reviews`)]

/** Measures requests per second of calls, and the bytes on disk per review, at 10^4, 10^5 and 10^6 reviews. */
export async function measureGrowth(
	adminUrl: string,
	env: Readonly<Record<string, string>>,
	rounds: RoundOptions,
	log: (sentence: string) => void,
): Promise<GrowthRow[]> {
	const rows = new Map<string, GrowthRow>(Object.keys(CALLS).map((title) => [title, { title, values: [], unit: '/s' }]))
	const bytes: GrowthRow = { title: 'database', values: [], unit: ' bytes per review' }
	for (const { name, size } of SIZES) {
		log(`growth: ${size.reviews.toLocaleString('en')} reviews…`)
		const { database, url } = await openServerData(adminUrl, name, size, log)
		const subjects = await findSubjects(database.db)
		const { rows: sizes } = await sql<{ bytes: number }>`
			select pg_database_size(current_database())::float8 as bytes`.execute(database.db)
		bytes.values.push((sizes[0]?.bytes ?? 0) / size.reviews)
		await database.close()
		await using site = await startServer(new URL('../src/main.ts', import.meta.url), { ...env, DATABASE_URL: url })
		for (const [title, toPath] of Object.entries(CALLS))
			rows
				.get(title)
				?.values.push(await measureRequest(site, { method: 'GET', path: toPath(subjects), headers: {} }, rounds))
	}
	return [...rows.values(), bytes]
}
