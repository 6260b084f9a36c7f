/**
 * The plan of every read, with each filter and order.
 *
 * @module-tag ci
 */
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportAccount } from '#contract/export.ts'
import { newDatabase } from '#kit/site.ts'
import type { Tables } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { addConversation } from '../../bench/conversation.ts'
import { type DataSize, fillDatabase } from '../../bench/data.ts'
import { findFullScans, findLargeSteps } from '../../bench/plans.ts'
import { addPlayer, USERNAME } from '../../bench/player.ts'
import { findSubjects, listReadCalls, type ReadCall } from '../../bench/read-calls.ts'
import { startRecordingApi } from '../../bench/recording-api.ts'

// Enough of each that looking up is less than reading all
const SIZE: DataSize = {
	games: 3_000,
	users: 3_000,
	reviews: 4_000,
	likes: 8_000,
	comments: 4_000,
	follows: 8_000,
	lists: 3_000,
	gameReviews: 0,
	authorReviews: 0,
	reviewComments: 0,
	followers: 0,
	taggedLists: 0,
}

/** Makes every text one with spoilers, and lets a quarter mention somebody, so that pages read what decides about them. */
function spoilAndMention(db: Kysely<Tables>): Promise<void> {
	return withoutStatementTimeout(db, async (connection) => {
		for (const table of ['reviews', 'comments', 'lists'])
			await sql`update ${sql.table(table)} set mentioned = array['player_' || 10 + abs(hashtext(id::text)) % 2000]
				where hashtext(id::text) % 4 = 0`.execute(connection)
		await connection.updateTable('reviews').set({ contains_spoilers: true }).execute()
		await connection.updateTable('comments').set({ contains_spoilers: true }).execute()
		await connection.updateTable('lists').set({ description: 'All ||of it||' }).execute()
		await sql`vacuum analyze`.execute(connection)
	})
}

/**
 * Lets the reader block and mute two hundred people each, and be blocked by as many, but none whose texts the calls name: the
 * planner must not read all users because of it.
 */
function blockMany(db: Kysely<Tables>, subjects: Awaited<ReturnType<typeof findSubjects>>): Promise<void> {
	const { reader: readerId, author, list, review, comment } = subjects
	const others = sql`select id, row_number() over (order by id) % 15 as part from users where id not in (${readerId}, ${author.id})
		and id not in (select user_id from lists where id = ${list} union select user_id from reviews where id = ${review})
		and id not in (select user_id from comments where id = ${comment})`
	return withoutStatementTimeout(db, async (connection) => {
		for (const [part, into] of [
			sql`blocks (blocker_id, blocked_id, created_at) select ${readerId}::uuid, id, now()`,
			sql`blocks (blocked_id, blocker_id, created_at) select ${readerId}::uuid, id, now()`,
			sql`mutes (muter_id, muted_id, created_at) select ${readerId}::uuid, id, now()`,
		].entries())
			await sql`insert into ${into} from (${others}) others where part = ${part}`.execute(connection)
		await sql`vacuum analyze`.execute(connection)
	})
}

test('no read scans a growing table, whatever its filter and sort order', async () => {
	await using database = await newDatabase()
	await fillDatabase(database, SIZE, () => {})
	await spoilAndMention(database.db)
	const subjects = await findSubjects(database.db)
	const readings = listReadCalls(subjects)
	await using api = await startRecordingApi(database)

	// Every reading call of the API is among them
	const { paths } = (await api.app.inject({ url: '/api/openapi.json' })).json<{
		paths: Record<string, { get?: object }>
	}>()
	const asked = readings.map(({ url }) => url.replace(/\?.*/, ''))
	const isAsked = (path: string) => {
		const shape = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
		return asked.some((url) => shape.test(url))
	}
	expect(Object.entries(paths).flatMap(([path, { get }]) => (get && !isAsked(path) ? [path] : []))).toEqual([])

	const seen = new Set<string>()
	const findWrong = async (calls: readonly ReadCall[]) => {
		const wrong: string[] = []
		for (const reading of calls)
			for (const statement of await api.recordRead(reading)) {
				const key = JSON.stringify(statement)
				if (seen.has(key)) continue
				seen.add(key)
				const tables = await findFullScans(database.db, statement, { asIfLarge: true })
				if (tables.length > 0) wrong.push(`${reading.url} reads all of ${tables.join(', ')}: ${statement.text}`)
			}
		return wrong
	}
	expect(await findWrong(readings)).toEqual([])
	expect(seen.size).toBeGreaterThan(150)
	seen.clear()
	await blockMany(database.db, subjects)
	// An export has everybody whom the reader blocks, here a good part of all users
	expect(await findWrong(readings.filter(({ url }) => url !== exportAccount.url))).toEqual([])
}, 300_000)

// The most popular subjects have many times as much as a page shows, and as the average one has
const SKEWED: DataSize = {
	games: 4_000,
	users: 7_500,
	reviews: 20_000,
	likes: 8_000,
	comments: 12_000,
	follows: 16_000,
	lists: 9_000,
	gameReviews: 6_000,
	authorReviews: 3_500,
	reviewComments: 5_000,
	followers: 5_000,
	taggedLists: 2_000,
}
const MOST_ROWS = 1_500

/** Reads that grow with one person's own things, or with how many rows a combination of filters leaves out. */
const GROWING: readonly RegExp[] = [
	// All of a library: totals, genres and minutes, and orders by what an index cannot have
	/^\/api\/library\b/,
	/^\/api\/reviews\?.*sortBy=rating.*&user(Id|name)=/,
	// A word of nearly all, and all that a person wrote, are compared row by row
	/[?&]search=of$/,
	/[?&]userId=.*&search=/,
	// Up to a thousand or ten thousand rows are ranked or counted, whatever else they have
	/[?&]tag=/,
	// Where filters leave a thousand games or fewer, these are sorted; words are compared with those of the two thousand most reviewed
	/^\/api\/games\?.*(genre=.*&platform=|search=)/,
	// No index has each combination
	/&since=.*&minRating=.*&platform=/,
	/sortBy=(likes|views)&order=ASC&since=/,
	// Read in batches
	/^\/api\/auth\/export$/,
]

test('no read handles many more rows for the most popular subject than it returns', async () => {
	await using database = await newDatabase()
	await fillDatabase(database, SKEWED, () => {})
	const player = await addPlayer(database.db)
	const subjects = await findSubjects(database.db)
	await addConversation(database.db, subjects.reader)
	await withoutStatementTimeout(database.db, (db) => sql`vacuum analyze`.execute(db))
	await using api = await startRecordingApi(database)

	const calls = [subjects, { ...subjects, author: { id: player.id, username: USERNAME } }].flatMap(listReadCalls)
	const seen = new Set<string>()
	const wrong: string[] = []
	for (const call of calls.filter(({ url }) => !GROWING.some((pattern) => pattern.test(url))))
		for (const statement of await api.recordRead(call)) {
			const key = JSON.stringify(statement)
			if (seen.has(key) || /\b(insert into|update \w+ set|delete from)\b/.test(statement.text)) continue
			seen.add(key)
			const steps = await findLargeSteps(database.db, statement, MOST_ROWS)
			if (steps.length > 0) wrong.push(`${call.url}: ${steps.join(', ')}: ${statement.text}`)
		}
	expect(wrong).toEqual([])
	expect(seen.size).toBeGreaterThan(150)
}, 300_000)
