import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '#kit/site.ts'
import { migrate, readMigrations } from './migrate.ts'
import { recount } from './recount.ts'
import type { Db } from './tables.ts'

const REVIEWERS = 30
const GAMES = 40
const LAST_WITHOUT_LIBRARIES = '039_redrawn.contract'
const WITH_LIBRARIES = '040_library'

const MIGRATIONS = await readMigrations()
const upTo = (last: string) => MIGRATIONS.filter(({ name }) => name <= last)

/** Takes a migrated database back to nothing. */
async function empty(db: Db): Promise<void> {
	await sql`drop schema public cascade`.execute(db)
	await sql`create schema public`.execute(db)
	await sql`create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
		db,
	)
}

/** Adds people, games, and a review of each game by each of them, as the version before did. */
async function addReviews(db: Db): Promise<void> {
	await sql`insert into users (id, username, email, email_key, created_at)
		select gen_random_uuid(), 'player_' || n, n || '@example.org', n || '@example.org', now() from generate_series(1, ${REVIEWERS}::int) n`.execute(
		db,
	)
	await sql`insert into games (source, source_id, facts_hash, name, created_at, updated_at)
		select 'many', n::text, '', 'Game ' || n, now(), now() from generate_series(1, ${GAMES}::int + 1) n`.execute(db)
	await sql`insert into reviews (id, game_id, user_id, half_stars, platform, time_played, description, game_name, created_at, updated_at)
		select gen_random_uuid(), g.id, u.id, 1 + (g.id * 7 + length(u.username)) % 10, 'PC', g.id % 80, 'Worth every evening of it.', g.name, now(), now()
		from games g, users u where g.name <> 'Game 41'`.execute(db)
}

/** Writes as a process of the version before does, which knows no libraries: a review, a changed one and a deleted one. */
async function writeAsBefore(db: Db, n: number): Promise<void> {
	await sql`insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
		select gen_random_uuid(), g.id, u.id, 6, 'PC', 'Written meanwhile.', g.name, now(), now()
		from games g, users u where g.name = 'Game 41' and u.username = ${`player_${1 + (n % REVIEWERS)}`}
		on conflict do nothing`.execute(db)
	const some = sql`(select id from reviews where description = 'Worth every evening of it.' order by md5(id::text) limit 1 offset ${n % 50})`
	await sql`update reviews set half_stars = 11 - half_stars, updated_at = now() where id = ${some}`.execute(db)
	if (n % 4 === 0) await sql`delete from reviews where id = ${some}`.execute(db)
}

test('libraries are made from the reviews of a site that is written to meanwhile, and after an interruption', {
	tags: ['ci'],
}, async () => {
	await using database = await newDatabase()
	const { db } = database
	await empty(db)
	await migrate(db, upTo(LAST_WITHOUT_LIBRARIES))
	await addReviews(db)
	await migrate(db, upTo(WITH_LIBRARIES))
	// A batch was completed, and the process killed
	await sql`select fill_library(100)`.execute(db)
	let isDone = false
	const filled = migrate(db).finally(() => {
		isDone = true
	})
	let written = 0
	while (!isDone) await writeAsBefore(db, written++)
	await filled
	expect(written).toBeGreaterThan(0)
	await writeAsBefore(db, written)
	const { rows } = await sql<{ reviews: number; linked: number; rated: number; equal: number }>`select
		(select count(*)::int from reviews) as reviews, (select count(review_id)::int from library_entries) as linked,
		(select count(half_stars)::int from library_entries) as rated,
		(select count(*)::int from reviews r join library_entries e
			on e.review_id = r.id and e.user_id = r.user_id and e.game_id = r.game_id and e.half_stars = r.half_stars and e.status = 'played') as equal`.execute(
		db,
	)
	const [counts] = rows
	expect(counts?.reviews).toBeGreaterThan(1_000)
	// Entries of deleted reviews stay, without a rating
	expect(counts).toMatchObject({ linked: counts?.reviews, rated: counts?.reviews, equal: counts?.reviews })
	expect(await recount(db)).toEqual([])
	expect(await migrate(db)).toEqual([])
})
