import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '#kit/site.ts'
import { migrate, readMigrations } from './migrate.ts'

const LAST_WITHOUT_SPOILERS = '046_feed_order_filled'
const TEXTS = ['Calm ||secret|| words', 'Bars || alone', 'One ||here|| and ||secret|| there', 'Nothing at all here']

test('earlier reviews and lists are folded, and their spans leave the search', async () => {
	await using database = await newDatabase()
	const { db } = database
	await sql`drop schema public cascade`.execute(db)
	await sql`create schema public`.execute(db)
	const migrations = await readMigrations()
	await migrate(
		db,
		migrations.filter(({ name }) => name <= LAST_WITHOUT_SPOILERS),
	)
	await sql`insert into users (id, username, email, email_key, created_at)
		select gen_random_uuid(), 'player_' || n, n || '@example.org', n || '@example.org', now() from generate_series(1, ${TEXTS.length}::int) n`.execute(
		db,
	)
	await sql`insert into games (source, source_id, facts_hash, name, created_at, updated_at) values ('one', '1', '', 'Game', now(), now())`.execute(
		db,
	)
	await sql`insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
		select gen_random_uuid(), g.id, u.id, 6, 'PC', text, g.name, now(), now()
		from games g, unnest(${TEXTS}::text[]) with ordinality t (text, n) join users u on u.username = 'player_' || n`.execute(
		db,
	)
	const listWords = async () =>
		(await sql<{ words: string }>`select words from review_search order by words`.execute(db)).rows.map(({ words }) =>
			words.split(/\s+/).filter(Boolean).join(' '),
		)
	expect((await listWords()).filter((words) => words.includes('secret'))).toHaveLength(2)

	await sql`insert into lists (id, user_id, title, description, created_at, updated_at)
		select gen_random_uuid(), id, 'Pokémon', 'Not ||secret||', now(), now() from users limit 1`.execute(db)
	await sql`update games set release_date = '1998-11'`.execute(db)

	await migrate(db)
	expect(await listWords()).toEqual(
		['game bars alone', 'game calm words', 'game one and there', 'game nothing at all here']
			.map((words) => `${words} @1998`)
			.sort(),
	)
	const { rows } = await sql<{ words: string }>`select words from lists`.execute(db)
	expect(rows).toEqual([{ words: ' pokemon not ' }])
})
