import { type App, createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { servicesOf } from '#server/services.ts'
import type { Statement } from './bare-server.ts'
import { recorded } from './record-statements.ts'

/** One request that is measured, sent again and again. */
export interface Case {
	title: string
	/** Requests per second in percent of the bare server's; undefined: for information. */
	aim: number | undefined
	/** The path of the next request. */
	path: () => string
	headers: Readonly<Record<string, string>>
	/** Sent back as If-None-Match, so that the answer is 304. */
	revalidates?: boolean
	/** What the bare server runs for each request. */
	statements: Statement[]
}

export const SECRET_KEY = 'a secret of the benchmark, long enough to be one'

/** The calls of the API on this database, as a signed-in player who has liked and reviewed; their statements are recorded here. */
export async function apiCases(database: Database): Promise<Case[]> {
	const { kind, db } = database
	const services = servicesOf(readConfig({ LOG_LEVEL: 'silent' }), db, SECRET_KEY, Date.now)
	const app = await createApp(services)
	try {
		const newest = await db
			.selectFrom('review_likes')
			.innerJoin('reviews', 'reviews.id', 'review_id')
			.select('review_likes.user_id')
			.orderBy('reviews.created_at', 'desc')
			.limit(1)
			.executeTakeFirstOrThrow()
		const popular = await db
			.selectFrom('games')
			.select('id')
			.orderBy('reviews_total', 'desc')
			.limit(1)
			.executeTakeFirstOrThrow()
		const token = services.accessTokens.sign({ userId: newest.user_id, sessionId: newest.user_id }, Date.now())
		const headers = { authorization: `Bearer ${token}` }
		const described = async (title: string, path: string): Promise<Case> => ({
			title: `${title}, ${kind}`,
			aim: kind === 'postgresql' ? 60 : undefined,
			path: () => path,
			headers,
			statements: await statementsOf(app, path, headers),
		})
		return [await described('reviews', '/api/reviews?limit=12'), await described('game', `/api/games/${popular.id}`)]
	} finally {
		await app.close()
	}
}

/** The home page as visitors' browsers ask for it. */
export function homeCases(): Case[] {
	let renderings = 0
	const page = { headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }, statements: [] }
	return [
		{ ...page, title: 'home, cached', aim: 60, path: () => '/' },
		{ ...page, title: 'home, 304', aim: 70, path: () => '/', revalidates: true },
		// the cache keeps pages by address
		{ ...page, title: 'home, rendered each time', aim: undefined, path: () => `/?n=${++renderings}` },
	]
}

async function statementsOf(app: App, url: string, headers: Record<string, string>): Promise<Statement[]> {
	const { statements, result } = await recorded(() => app.inject({ url, headers }))
	if (result.statusCode !== 200 || statements.length === 0)
		throw new Error(`${url} answered ${result.statusCode} with ${statements.length} statements: ${result.body}`)
	return statements
}
