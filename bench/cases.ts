import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { Statement } from './bare-server.ts'
import { addConversation } from './conversation.ts'
import { addPlayer } from './player.ts'
import { findSubjects } from './read-calls.ts'
import type { RecordingApi } from './recording-api.ts'
import { recordTemplate } from './statement-template.ts'

/** An HTTP request. */
export interface Request {
	method: 'GET' | 'POST' | 'PUT'
	path: string
	headers: Readonly<Record<string, string>>
	body?: string
}

/** A benchmark case, which sends its requests repeatedly. */
export interface Case {
	title: string
	/** The aim for requests per second, in percent of the bare server's; undefined if there is none. */
	aim: number | undefined
	/** The requests to send in rotation, each with the statements that it always runs. */
	samples: { request: Request; statements: Statement[] }[]
	/** Whether requests send the page's ETag as If-None-Match, so that the answer is 304. */
	revalidates?: boolean
	/** Returns the request with a number, in place of the samples: for requests that work once, such as writes and uncached pages. */
	next?: (n: number) => Request
	/** The values that replace those of the sample in the bare server's statements, one row per request. */
	rows?: string[][]
	/** Deletes the rows that the writes inserted. */
	undo?: (db: Db) => Promise<unknown>
}

const NAMES = [
	'golden',
	'hollow signal',
	'midnight',
	'winter odyssey',
	'iron',
	'jade archive',
	'copper lantern',
	'tidal',
]
const WORDS = ['rhythm', 'golden rhythm', 'humming theme', 'rainy weekend', 'bosses patience', 'tears']
const ACTOR_COUNT = 100
/** The aims in percent of the bare server. */
const READ_AIM = 60
const WRITE_AIM = 50
/** More than both servers write in all rounds. If there are fewer targets, several actors write to each. */
const MAX_WRITES = 600_000

/** Returns the read cases of the API on this database, with their recorded statements. */
export async function readCases(database: Database, api: RecordingApi): Promise<Case[]> {
	const { game, author, review, list, reader, smallReader } = await findSubjects(database.db)
	const player = await addPlayer(database.db)
	const conversation = await addConversation(database.db, reader)
	const readCase = async (title: string, userId: string | null, ...paths: string[]): Promise<Case> => {
		const headers = await api.authHeaders(userId)
		return {
			title,
			aim: READ_AIM,
			samples: await runSequentially(
				paths.map((path) => async () => ({
					request: { method: 'GET' as const, path, headers },
					statements: await api.recordRead({ url: path, userId }),
				})),
			),
		}
	}
	// Sequentially, because statements are recorded for one request at a time
	return runSequentially([
		() => readCase('reviews', reader, '/api/reviews?limit=12'),
		() => readCase('game', reader, `/api/games/${game}`),
		() => readCase('reviews of a game', reader, `/api/reviews?limit=12&gameId=${game}&sortBy=likes`),
		() => readCase('review', reader, `/api/reviews/${review}`),
		() => readCase('comments', reader, `/api/comments/review/${review}`),
		() => readCase('profile', reader, `/api/users/by-username/${author.username}`),
		() => readCase('popular games', null, '/api/games/popular?limit=12&page=1&period=week'),
		() => readCase('games', null, '/api/games?limit=12&period=week'),
		() =>
			readCase(
				'games by filters',
				null,
				'/api/games?limit=12&genre=Puzzle&genre=Adventure&platform=PC&sortBy=rating',
				'/api/games?limit=12&platform=Switch&yearFrom=2010&yearTo=2019&minRating=3',
				'/api/games?limit=12&mode=Co-op&genre=Racing&sortBy=newest',
				'/api/games?limit=12&search=golden&sortBy=name',
				'/api/games?limit=12&maxHours=10&sortBy=shortest',
			),
		() => readCase('popular reviews', null, '/api/reviews/popular-reviews?period=month'),
		() => readCase('popular users', null, '/api/reviews/popular-users?limit=12&page=1&period=week'),
		() => readCase('lists', null, '/api/lists?limit=10'),
		() => readCase('popular lists', null, '/api/lists?sortBy=popular&period=month&limit=10'),
		() => readCase('list', null, `/api/lists/${list}`),
		() =>
			readCase(
				'search of games',
				null,
				...NAMES.map((name) => `/api/games/search?limit=12&query=${encodeURIComponent(name)}`),
			),
		() =>
			readCase(
				'search of users',
				null,
				...['si', 'golden_g', 'lantern', 'crimsn_odyssey'].map((name) => `/api/users/search?query=${name}`),
			),
		() =>
			readCase(
				'search of reviews',
				null,
				...WORDS.map((words) => `/api/reviews?limit=12&search=${encodeURIComponent(words)}`),
			),
		() => readCase('feed of 100', smallReader, '/api/notifications/activities?limit=50'),
		() => readCase('unread of 100', smallReader, '/api/notifications/unread-count'),
		() => readCase('feed of 2,000', reader, '/api/notifications/activities?limit=50'),
		() => readCase('unread of 2,000', reader, '/api/notifications/unread-count'),
		() => readCase('library', player.id, '/api/library?limit=48'),
		() => readCase('library summary', player.id, '/api/library/summary'),
		() => readCase('library facets', player.id, '/api/library/facets'),
		() => readCase('library entry', player.id, `/api/library/${player.game}`),
		() => readCase('diary', player.id, '/api/library/diary?limit=50'),
		() => readCase('statistics', player.id, '/api/library/stats'),
		() => readCase('statistics of a year', player.id, '/api/library/stats?year=2020'),
		() => readCase('year in review', player.id, '/api/library/year?year=2020'),
		() => readCase('home feed of 100', smallReader, '/api/feed?limit=30'),
		() => readCase('home feed of 2,000', reader, '/api/feed?limit=30'),
		() => readCase('notifications', conversation.recipient, '/api/notifications?limit=30'),
		() => readCase('unread notifications', conversation.recipient, '/api/notifications?limit=30&unreadOnly=true'),
		() => readCase('threads', reader, `/api/comments/review/${conversation.review}`),
		() =>
			readCase(
				'replies',
				reader,
				`/api/comments/${conversation.comment}/replies?limit=50`,
				`/api/comments/review/${conversation.review}?comment=${conversation.comment}`,
			),
	])
}

async function runSequentially<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
	const results: T[] = []
	for (const work of works) results.push(await work())
	return results
}

/** Returns the write cases, in which each request of one of a hundred players inserts something new. */
export async function writeCases(database: Database, api: RecordingApi): Promise<Case[]> {
	const { db } = database
	const findIds = async (table: 'users' | 'reviews', limit: number) =>
		(await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(limit).execute()).map(({ id }) => id)
	const actors = await addActors(db)
	const headers = new Map<string, Record<string, string>>()
	for (const actor of actors)
		headers.set(actor, { ...(await api.authHeaders(actor)), 'content-type': 'application/json' })
	const buildRows = (targets: readonly string[]) => {
		// A multiple of the number of actors, so that each actor gets each target once
		const count = targets.length - (targets.length % ACTOR_COUNT)
		return Array.from({ length: Math.min(MAX_WRITES, count * ACTOR_COUNT) }, (_, n) => [
			actors[(n + Math.floor(n / count)) % ACTOR_COUNT] ?? '',
			targets[n % count] ?? '',
		])
	}

	const writeCase = async (
		title: string,
		rows: string[][],
		toRequest: (row: readonly string[]) => Omit<Request, 'headers' | 'method'> & Partial<Pick<Request, 'method'>>,
		undo: (db: Db) => Promise<unknown>,
	): Promise<Case> => {
		await undo(db)
		const createRequest = (row: readonly string[] | undefined): Request => {
			if (!row) throw new Error(`${title}: no rows remain to be written`)
			return { method: 'POST', headers: headers.get(row[0] ?? '') ?? {}, ...toRequest(row) }
		}
		// The first two rows reveal the placeholders; the servers take the others from opposite ends
		const [first, second, ...remaining] = rows
		const statements = await recordTemplate(
			api.app,
			[createRequest(first), createRequest(second)],
			[first ?? [], second ?? []],
		)
		return {
			title,
			aim: WRITE_AIM,
			samples: [{ request: createRequest(first), statements }],
			next: (n) => createRequest(remaining[n]),
			rows: remaining.toReversed(),
			undo,
		}
	}
	const reviews = await findIds('reviews', MAX_WRITES)
	const games = (await db.selectFrom('games').select('id').limit(MAX_WRITES).execute()).map(({ id }) => String(id))
	const users = (await findIds('users', MAX_WRITES + ACTOR_COUNT)).filter((id) => !actors.includes(id))
	const json = JSON.stringify
	// Without a time limit: one statement deletes what many connections wrote for seconds
	const deleteByActors =
		(table: 'review_likes' | 'comments' | 'follows' | 'library_entries', column: 'user_id' | 'follower_id') =>
		(db: Db) =>
			withoutStatementTimeout(db, (connection) =>
				sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${actors})`.execute(connection),
			)
	return runSequentially([
		() =>
			writeCase(
				'like',
				buildRows(reviews),
				([, review]) => ({ path: `/api/reviews/${review}/like` }),
				deleteByActors('review_likes', 'user_id'),
			),
		() =>
			writeCase(
				'comment',
				buildRows(reviews),
				([, reviewId]) => ({ path: '/api/comments', body: json({ reviewId, content: 'Every screen is a promise.' }) }),
				deleteByActors('comments', 'user_id'),
			),
		() =>
			writeCase(
				'follow',
				buildRows(users),
				([, followedId]) => ({ path: '/api/follows', body: json({ followedId }) }),
				deleteByActors('follows', 'follower_id'),
			),
		() =>
			writeCase(
				'rating',
				buildRows(games),
				([, gameId]) => ({ method: 'PUT', path: `/api/library/${gameId}`, body: json({ rating: 4 }) }),
				deleteByActors('library_entries', 'user_id'),
			),
	])
}

/** Adds the players who write, the same ones in each run, and returns their ids. */
async function addActors(db: Db): Promise<string[]> {
	const numbers = Array.from({ length: ACTOR_COUNT }, (_, n) => n)
	const toActorId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
	await db
		.insertInto('users')
		.values(
			numbers.map((n) => ({
				id: toActorId(n),
				username: `bench_actor_${n}`,
				email: `actor_${n}@example.org`,
				email_key: `actor_${n}@example.org`,
				created_at: new Date(0).toISOString(),
			})),
		)
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	return numbers.map(toActorId)
}

/** Returns the cases of the home page, as a visitor's browser requests it. */
export function homeCases(): Case[] {
	const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
	const page = (path: string): Request => ({ method: 'GET', path, headers })
	const samples = [{ request: page('/'), statements: [] }]
	return [
		{ title: 'home, cached', aim: 60, samples },
		{ title: 'home, 304', aim: 70, samples, revalidates: true },
		// The page cache is keyed by URL
		{ title: 'home, rendered each time', aim: undefined, samples, next: (n) => page(`/?n=${n}`) },
	]
}
