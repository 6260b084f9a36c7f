import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { runJob } from '#contract/admin-work.ts'
import { listRecommendations } from '#contract/recommendations.ts'
import type { Tables } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { findPages, measureAnswers, signUp } from './imports.ts'
import type { OperationFigure } from './operation.ts'
import { startServer } from './server-process.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
const POLL_MS = 100
/** About as many of them are different games. */
const DRAWS_OF_PERSON = 68
/** The account that reads recommendations likes so many games. */
const LIKES_OF_READER = 100
const READS = 50

/**
 * Measures how recommendations are learned from about fifty ratings of each of `people`, of games that are the rarer the less known they
 * are: how long it takes beside a serving site, how much more memory the process has at its peak, and how much longer other answers take
 * meanwhile; then how long a person waits for theirs.
 */
export async function measureRefresh(
	env: Readonly<Record<string, string>>,
	db: Kysely<Tables>,
	people: number,
): Promise<OperationFigure[]> {
	const ratings = await addRatings(db, people)
	// Not before it is asked for
	await sql`insert into recommendation_models (fitted_at, people, likes) values (now(), 1, 1)`.execute(db)
	await using site = await startServer(MAIN, { ...env, WORKERS: '1' })
	const headers = await signUp(site)
	await sql`update users set role = 'admin' where username = 'importer'`.execute(db)
	const pages = await findPages(db)
	// Warms up the process, whose memory grows with its first answers
	await measureAnswers(site, pages)
	const idle = await measureAnswers(site, pages)
	const restBytes = (await site.usage()).residentBytes

	await sql`update recommendation_models set fitted_at = '2020-01-01'`.execute(db)
	const startedMs = performance.now()
	const url = `http://127.0.0.1:${site.port}`
	const asked = await fetch(`${url}${runJob.url.replace(':job', 'recommendations')}`, { method: 'POST', headers })
	if (!asked.ok) throw new Error(`The site answers the job with ${asked.status}: ${await asked.text()}`)
	const answers: number[] = []
	let isOver = false
	const load = (async () => {
		while (!isOver) answers.push(await measureAnswers(site, pages))
	})()
	let peakBytes = restBytes
	const isFitted = () =>
		db.selectFrom('recommendation_models').select('likes').where('likes', '>', 1).executeTakeFirst()
	while (!(await isFitted())) {
		await sleep(POLL_MS)
		peakBytes = Math.max(peakBytes, (await site.usage()).residentBytes)
	}
	const seconds = (performance.now() - startedMs) / 1000
	isOver = true
	await load

	await addReader(db)
	const read = async () => {
		const startedMs = performance.now()
		const answer = await fetch(`${url}${listRecommendations.url}`, { headers })
		const { games } = (await answer.json()) as { games: unknown[] }
		if (games.length === 0) throw new Error('Nothing is recommended')
		return performance.now() - startedMs
	}
	const times: number[] = []
	for (let n = 0; n < READS; n++) times.push(await read())
	const { rows } = await sql<{ neighbors: number }>`select count(*)::int as neighbors from game_neighbors`.execute(db)
	const of = `recommendations of ${ratings.toLocaleString('en')} ratings`
	return [
		{ title: `${of}, refreshed`, value: seconds, unit: 's', aim: 300 },
		{ title: `${of}, more memory`, value: (peakBytes - restBytes) / MEGABYTE, unit: 'MB', aim: 300 },
		{ title: `${of}, other answers meanwhile (median)`, value: Math.max(...answers) / idle, unit: 'times', aim: 3 },
		{ title: `${of}, games with neighbors`, value: rows[0]?.neighbors ?? 0, unit: '', aim: undefined },
		{
			title: `one person's recommendations, ${LIKES_OF_READER} likes`,
			value: times.toSorted((a, b) => a - b)[READS >> 1] ?? 0,
			unit: 'ms',
			aim: 100,
		},
	]
}

/** Adds about fifty ratings of each person, of games that are the rarer the less known they are. Returns how many. */
async function addRatings(db: Kysely<Tables>, people: number): Promise<number> {
	await withoutStatementTimeout(db, async (connection) => {
		await sql`set session_replication_role = replica`.execute(connection)
		await sql`delete from library_entries`.execute(connection)
		await sql`
			insert into library_entries (user_id, game_id, status, half_stars, created_at, updated_at)
			select u.id, g.id, 'finished', 1 + least(9, floor(4 + 7 * random()))::int, at, at
			from (select id, row_number() over (order by id) as n from users limit ${people}) u
			cross join lateral (
				select distinct 1 + floor(power((select count(*) from games), random()))::int as place
				from generate_series(1, ${DRAWS_OF_PERSON}::int) where u.n > 0) drawn
			join (select id, row_number() over (order by prominence desc, id) as place from games) g using (place)
			cross join lateral (select now() - make_interval(mins => drawn.place) as at) moment`.execute(connection)
		await sql`
			update game_counts c set rating_count = n from (select game_id, count(*)::int as n from library_entries group by 1) counted
			where c.id = counted.game_id`.execute(connection)
		await sql`set session_replication_role = origin`.execute(connection)
		await sql`vacuum analyze library_entries`.execute(connection)
	})
	const { rows } = await sql<{ n: number }>`select count(*)::int as n from library_entries`.execute(db)
	return rows[0]?.n ?? 0
}

/** Lets the account that asks like popular games. */
async function addReader(db: Kysely<Tables>): Promise<void> {
	await sql`
		insert into library_entries (user_id, game_id, half_stars, created_at, updated_at)
		select u.id, g.id, 10, now(), now() from users u cross join (
			select game_id as id from game_neighbors order by game_id % 7, game_id limit ${LIKES_OF_READER}) g
		where username = 'importer'`.execute(db)
}
