// Jobs of the site whose process is killed at moments of their work: what they write is whole, and written once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { addCrowd } from '#kit/crowd.ts'
import { createDatabase } from '#kit/database-server.ts'
import { runWithKills } from '#kit/killed-jobs.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import { refreshRecommendations } from '#server/features/recommendations/refresh.ts'

const AT = '2026-01-01T00:00:00Z'

/** Starts a site beside which processes can run a job, with a crowd of this size. */
async function startPlace(people: number) {
	const place = await createDatabase('seeded')
	const dataDir = await mkdtemp(path.join(tmpdir(), 'savepoint-killed-'))
	const site = await startSite({ database: await openDatabase({ url: place.url, connections: 6 }) })
	return {
		site,
		env: { ...BARE_ENV, DATABASE_URL: place.url, LOG_LEVEL: 'silent', DATA_DIR: dataDir },
		crowd: await addCrowd(site.services.db, people, AT),
		async [Symbol.asyncDispose]() {
			await site[Symbol.asyncDispose]()
			await place[Symbol.asyncDispose]()
			await rm(dataDir, { recursive: true, force: true })
		},
	}
}

/** The whole model as text, of each table its rows in order. */
async function readModel({ services: { db } }: TestSite): Promise<string> {
	const { rows } = await sql<{ model: string }>`
		select (select likes::text from recommendation_models) || coalesce((select string_agg(w::text, E'\n' order by game_id) from game_weights w), '')
			|| coalesce((select string_agg(n::text, E'\n' order by game_id) from game_neighbors n), '') as model`.execute(db)
	return rows[0]?.model ?? ''
}

test('recommendations whose job is killed at twelve moments stay those of before until all new ones are written', {
	timeout: 300_000,
}, async () => {
	await using place = await startPlace(120)
	const { site, crowd, env } = place
	const { db } = site.services
	/** Each person likes 20 of the first 60 games, from another one on. */
	const like = (shift: number) =>
		sql`
			insert into library_entries (user_id, game_id, half_stars, created_at, updated_at)
			select person, id, 10, ${AT}, ${AT} from unnest(${crowd}::uuid[]) with ordinality p (person, n)
			cross join lateral (select id, row_number() over (order by id) as place from games order by id limit 60) g
			where (g.place + n * 7 + ${shift}::int) % 60 < 20 on conflict do nothing`.execute(db)
	await like(0)
	await refreshRecommendations(site.services)
	const before = await readModel(site)
	expect(before).toMatch(/^2400/)
	await like(25)
	await sql`update recommendation_models set fitted_at = now() - interval '1 day'`.execute(db)
	await runWithKills(env, 'recommendations', {
		kills: 12,
		statements: 14,
		afterKill: async () => expect(await readModel(site)).toBe(before),
	})
	const after = await readModel(site)
	expect(after).not.toBe(before)
	await sql`update recommendation_models set fitted_at = now() - interval '1 day'`.execute(db)
	await refreshRecommendations(site.services)
	expect(await readModel(site)).toBe(after)
})

test('of releases whose job is killed at eight moments, everybody who wished for one is told once', {
	timeout: 300_000,
}, async () => {
	// Two batches of people for each of so many games
	await using place = await startPlace(600)
	const { site, crowd, env } = place
	const { db } = site.services
	const releaseDate = new Date().toISOString().slice(0, 10)
	const games: number[] = []
	for (let n = 0; n < 14; n++) games.push(await site.addGame({ name: `Lantern Hollow ${n}`, releaseDate }))
	await sql`
		insert into library_entries (user_id, game_id, is_wished, created_at, updated_at)
		select id, game, true, now(), now() from unnest(${crowd}::uuid[]) id, unnest(${games}::int[]) game`.execute(db)
	await runWithKills(env, 'releases', { kills: 8, statements: 14 })
	const { rows } = await sql<{ told: number; pairs: number }>`
		select count(*)::int as told, count(distinct (user_id, target))::int as pairs from notifications where kind = 'release'`.execute(
		db,
	)
	const wishes = crowd.length * games.length
	expect(rows).toEqual([{ told: wishes, pairs: wishes }])
	expect(await recount(db)).toEqual([])
})
