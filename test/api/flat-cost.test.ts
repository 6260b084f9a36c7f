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
import { type DataSize, fillDatabase } from '../../bench/data.ts'
import { findFullScans } from '../../bench/plans.ts'
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
