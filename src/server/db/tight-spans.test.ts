import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { hideSpoilers } from '#contract/spoiler-spans.ts'
import { getServerUrl } from '#kit/database-server.ts'
import { newDatabase } from '#kit/site.ts'
import '#kit/property-seed.ts'
import { toApplicationName } from './application-names.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Db } from './tables.ts'

const LAST_WITH_LOOSE_SPANS = '219'
const EARLIER_PROCESS = 'savepoint abcdef process 4711 on web-2 v39'
/** More than a batch. */
const COMMENTS = 1100
const COLUMNS = [
	['reviews', 'description'],
	['comments', 'content'],
	['lists', 'description'],
	['list_items', 'notes'],
	['review_drafts', 'description'],
] as const

/** What earlier versions sent of a text to who may not see its spoilers. */
function hideLooseSpans(text: string): string {
	const pieces = text.split('||')
	let hidden = pieces[0] ?? ''
	for (let at = 1; at < pieces.length; at++) {
		const piece = pieces[at] ?? ''
		if (at === pieces.length - 1 || piece.trim() === '') hidden += `||${piece}`
		else hidden += `▮▮▮${pieces[++at]}`
	}
	return hidden
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '')

async function connectAs(db: Db, applicationName: string): Promise<pg.Client> {
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
	const url = new URL(getServerUrl())
	url.pathname = `/${rows[0]?.name}`
	const client = new pg.Client({ connectionString: url.href, application_name: applicationName })
	// Of the end of the database, if the test fails
	client.on('error', () => {})
	await client.connect()
	return client
}

test('what earlier texts hide stays hidden, and an earlier process goes on hiding it', async () => {
	await using database = await newDatabase()
	const { db } = database
	await sql`drop schema public cascade`.execute(db)
	await sql`create schema public`.execute(db)
	const migrations = await readMigrations()
	await migrate(
		db,
		migrations.filter(({ name }) => name < LAST_WITH_LOOSE_SPANS),
	)
	const earlier = await connectAs(db, EARLIER_PROCESS)
	const text = 'So || secret || and ||\n secret|| are secretless || as code'
	await sql`insert into users (id, username, email, email_key, created_at) values
		(gen_random_uuid(), 'ann', 'a@example.org', 'a@example.org', now())`.execute(db)
	await sql`insert into games (source, source_id, facts_hash, name, created_at, updated_at) values ('one', '1', '', 'Game', now(), now())`.execute(
		db,
	)
	await sql`insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
		select gen_random_uuid(), g.id, u.id, 6, 'PC', ${text}, g.name, now(), now() from games g, users u`.execute(db)
	// Their counts are of no interest here
	await sql`alter table comments disable trigger user`.execute(db)
	await sql`insert into comments (id, review_id, user_id, content, created_at)
		select gen_random_uuid(), r.id, user_id, ${text}, now() from reviews r, generate_series(1, ${COMMENTS}::int)`.execute(
		db,
	)
	await sql`alter table comments enable trigger user`.execute(db)
	await sql`insert into lists (id, user_id, title, description, created_at, updated_at)
		select gen_random_uuid(), id, 'List', ${text}, now(), now() from users`.execute(db)
	await sql`insert into list_items (id, list_id, game_id, position, notes)
		select gen_random_uuid(), l.id, g.id, 0, ${text} from lists l, games g`.execute(db)
	await sql`insert into review_drafts (user_id, game_id, description, updated_at)
		select u.id, g.id, ${text}, now() from users u, games g`.execute(db)

	const done = await migrate(db, migrations)
	expect(done.filter((name) => /^22[0-7]_/.test(name))).toHaveLength(7)
	const tight = 'So  ||secret||  and \n ||secret|| are secretless || as code'
	const readAll = async () => {
		const texts: string[][] = []
		for (const [table, column] of COLUMNS) {
			const { rows } = await sql<{ text: string }>`
				select distinct ${sql.ref(column)} as text from ${sql.table(table)} order by 1`.execute(db)
			texts.push(rows.map((row) => row.text))
		}
		return texts
	}
	expect(await readAll()).toEqual(COLUMNS.map(() => [tight]))
	expect(withoutSpace(hideSpoilers(tight))).toBe(withoutSpace(hideLooseSpans(text)))
	const { rows: words } = await sql<{ words: string }>`
		select words from review_search union all select words from lists`.execute(db)
	expect(words.map((row) => / secret /.test(row.words))).toEqual([false, false])

	// The same with what a process of an earlier version writes from now on, but not with what one of this version does
	const current = await connectAs(db, toApplicationName('abcdef'))
	const code = 'a || b || c'
	for (const [table, column] of COLUMNS) await current.query(`update ${table} set ${column} = $1`, [code])
	expect(await readAll()).toEqual(COLUMNS.map(() => [code]))
	const { rows: found } = await sql`
		select from review_search, lists where review_search.words like '% b %' and lists.words like '% b %'`.execute(db)
	expect(found).toHaveLength(1)
	for (const [table, column] of COLUMNS) await earlier.query(`update ${table} set ${column} = $1`, [text])
	expect(await readAll()).toEqual(COLUMNS.map(() => [tight]))

	const piece = fc.constantFrom('||', '||', '|', ' ', '\n', '\u00a0', '\u3000', '\u200b', 'a', 'b', '😀')
	const texts = fc.array(
		fc.array(piece, { maxLength: 16 }).map((parts) => parts.join('')),
		{ minLength: 50, maxLength: 50 },
	)
	await fc.assert(
		fc.asyncProperty(texts, async (before) => {
			const { rows } = await sql<{ text: string; again: string }>`
				select tight_spans(body) as text, tight_spans(tight_spans(body)) as again
				from unnest(${before}::text[]) with ordinality t (body, place) order by place`.execute(db)
			expect(rows.map((row) => withoutSpace(hideSpoilers(row.text)))).toEqual(
				before.map((each) => withoutSpace(hideLooseSpans(each))),
			)
			expect(rows.map((row) => row.again)).toEqual(rows.map((row) => row.text))
			expect(rows.map((row) => withoutSpace(row.text).replaceAll('¦', '|'))).toEqual(before.map(withoutSpace))
		}),
		{ numRuns: 40 },
	)

	await earlier.end()
	await expect.poll(() => migrate(db, migrations)).toContain('227_tight_spans.contract')
	await current.end()
})
