// What is recommended, and the job that learns it from the likes of all people, against a comparison of each pair.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { exportAccount } from '#contract/export.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import {
	dismissGame,
	listRecommendations,
	NO_RECOMMENDATIONS,
	RATE_FIVE_GAMES,
	restoreGame,
	TOO_MANY_DISMISSALS,
} from '#contract/recommendations.ts'
import { countLockWaits } from '#kit/lock-waits.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { withoutTriggers } from '#kit/without-triggers.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { fitEase } from './ease.ts'
import { packLikes } from './likes.ts'
import { findNeighbors } from './neighbors.ts'
import { findTaste, listLikely } from './queries.ts'
import { listLikes } from './queries-model.ts'
import { rankGames } from './rank-unseen.ts'
import { MIN_RATINGS, refreshRecommendations } from './refresh.ts'

const SIX_HOURS_MS = 6 * 60 * 60 * 1000

/** Adds people, each of whom gives these games five stars, one second after the other. Returns their ids. */
async function addPeople({ services: { db } }: TestSite, likes: readonly (readonly number[])[]): Promise<string[]> {
	const { rows } = await sql<{ id: string }>`
		insert into users (id, username, email, email_key, created_at)
		select gen_random_uuid(), name, name || '@crowd.example', name || '@crowd.example', '2026-01-01'
		from generate_series(1, ${likes.length}::int) n, lateral (select 'crowd_' || n || '_' || left(gen_random_uuid()::text, 4) as name) named
		returning id`.execute(db)
	const ids = rows.map(({ id }) => id)
	const entries = likes.flatMap((games, person) => games.map((game, at) => [ids[person], game, at] as const))
	await withoutTriggers(db, (connection) =>
		sql`
			insert into library_entries (user_id, game_id, half_stars, created_at, updated_at)
			select person, game, 10, '2026-01-01', '2026-01-01'::timestamptz + make_interval(secs => at)
			from unnest(${entries.map(([id]) => id)}::uuid[], ${entries.map(([, game]) => game)}::int[], ${entries.map(([, , at]) => at)}::int[])
				as liked (person, game, at)`.execute(connection),
	)
	// As the triggers would have counted
	await sql`
		update game_counts c set rating_count = n, rating_sum = n * 10, rating_counts = array[0, 0, 0, 0, 0, 0, 0, 0, 0, n]
		from (select game_id, count(*)::int as n from library_entries where half_stars is not null group by game_id) counted
		where c.id = counted.game_id`.execute(db)
	return ids
}

/** Adds games, and returns their ids in order. */
async function addGames({ services: { db } }: TestSite, count: number): Promise<number[]> {
	const { rows } = await sql<{ id: number }>`
		insert into games (source, sources, source_id, facts_hash, name, cover, screenshots, created_at, updated_at)
		select 'test', '{test}', 'crowd:' || n, '', 'Game ' || n, '', '{}', now(), now() from generate_series(1, ${count}::int) n
		returning id`.execute(db)
	return rows.map(({ id }) => id).sort((a, b) => a - b)
}

const rate = async (site: TestSite, player: Player, games: readonly number[], rating = 5) => {
	for (const gameId of games) await site.call(saveLibraryEntry, { params: { gameId }, body: { rating } }, player)
}

const recommend = (site: TestSite, player: Player) => site.call(listRecommendations, {}, player)

const dismiss = (site: TestSite, player: Player, gameId: number) => site.call(dismissGame, { body: { gameId } }, player)

/** A site where two groups of people like other games: the first 20 of the ids, and the others. Returns them all. */
async function startCrowdedSite(): Promise<{ site: TestSite; games: number[] }> {
	const site = await startSite()
	const games = await addGames(site, 40)
	await addPeople(
		site,
		Array.from({ length: 80 }, (_, person) =>
			// Each leaves out a few, so that there is something to recommend
			games.slice(person % 2 ? 20 : 0, person % 2 ? 40 : 20).filter((_, at) => at % 7 !== person % 7),
		),
	)
	await refreshRecommendations(site.services)
	return { site, games }
}

/** Makes the model as old as one becomes. */
const makeOld = ({ services: { db, clock } }: TestSite) =>
	db
		.updateTable('recommendation_models')
		.set({ fitted_at: new Date(clock() - SIX_HOURS_MS).toISOString() })
		.execute()

const readModel = ({ services: { db } }: TestSite) =>
	Promise.all([
		db.selectFrom('recommendation_models').selectAll().execute(),
		db.selectFrom('game_weights').selectAll().orderBy('game_id').execute(),
		db.selectFrom('game_neighbors').selectAll().orderBy('game_id').execute(),
	])

test('who has rated fewer than five games gets a sentence, and visitors are asked to log in', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const games = await addGames(site, 8)
	await rate(site, ann, games.slice(0, 4))
	expect(await recommend(site, ann)).toEqual({ games: [], message: RATE_FIVE_GAMES })
	expect((await site.refusal(listRecommendations, {})).status).toBe(401)
	// Games without any fact in common
	await rate(site, ann, games.slice(4, 5))
	expect(await recommend(site, ann)).toEqual({ games: [], message: NO_RECOMMENDATIONS })
})

test('before the site has a crowd, studios, genres and modes decide, and the reason says which', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const [first = 0, second = 0, ...others] = await addGames(site, 14)
	const { db } = site.services
	const describe = (id: number, genres: string[], developers: string[], game_modes = ['Single-player']) =>
		db.updateTable('games').set({ genres, developers, game_modes }).where('id', '=', id).execute()
	await describe(first, ['Platformer'], ['Small Lamp'])
	await describe(second, ['Platformer', 'Puzzle'], ['Moss'])
	const [sameStudio = 0, platformer = 0, puzzle = 0, coop = 0, hidden = 0, ...rest] = others
	await describe(sameStudio, ['Racing'], ['Small Lamp'])
	await describe(platformer, ['Platformer'], ['Another'])
	await describe(puzzle, ['Puzzle', 'Horror', 'Racing'], ['Yet another'])
	await describe(coop, ['Sports'], ['Big'], ['Co-op'])
	await describe(hidden, ['Platformer'], ['Small Lamp'])
	await db.updateTable('games').set({ hidden: true }).where('id', '=', hidden).execute()
	for (const id of rest) await describe(id, ['Horror'], ['None'])
	await rate(site, ann, [first, second])
	await rate(site, ann, rest.slice(0, 3), 1)
	await refreshRecommendations(site.services)
	const { games, message } = await recommend(site, ann)
	expect(message).toBeNull()
	expect(games.map(({ game, reason }) => [game.id, reason])).toEqual([
		[sameStudio, 'By Small Lamp, like Game 1'],
		[platformer, 'Platformer, like Game 2'],
		[puzzle, 'Puzzle, like Game 2'],
	])
	// What is wished for is in the library, too
	await site.call(saveLibraryEntry, { params: { gameId: sameStudio }, body: { isWished: true } }, ann)
	expect((await recommend(site, ann)).games[0]?.game.id).toBe(platformer)
})

test('before the site has a crowd, the next game of a loved series is recommended, once, in turn with the others', async () => {
	await using site = await startSite()
	const { db } = site.services
	const ann = await site.register()
	const ids = await addGames(site, 13)
	const describe = (at: number, slug: string, release_date: string | null, more: object = {}) =>
		db
			.updateTable('games')
			.set({ series: slug.toUpperCase(), series_slug: slug, release_date, ...more })
			.where('id', '=', ids[at] ?? 0)
			.execute()
	await describe(0, 'lamp', '1999')
	await describe(1, 'lamp', '2003', { kind: 'remaster' })
	await describe(2, 'lamp', '2002', { edition_of_source: 'test', edition_of_source_id: 'crowd:1' })
	await describe(3, 'lamp', '2001', { hidden: true })
	await describe(4, 'lamp', '2005', { genres: ['Puzzle'] })
	await describe(5, 'lamp', '2009')
	await describe(6, 'moss', '2000', { genres: ['Puzzle'] })
	await describe(7, 'moss', '2004')
	await describe(8, 'fern', null)
	await db
		.updateTable('games')
		.set({ genres: ['Puzzle'] })
		.where('id', '=', ids[12] ?? 0)
		.execute()
	await rate(site, ann, [ids[9] ?? 0, ids[10] ?? 0, ids[11] ?? 0], 1)
	for (const [second, at] of [0, 6, 8].entries()) {
		site.time.now += 1000 * second
		await rate(site, ann, [ids[at] ?? 0])
	}
	const listed = async () =>
		(await recommend(site, ann)).games.map(({ game, reason }) => [ids.indexOf(game.id), reason])
	expect(await listed()).toEqual([
		[7, 'The next in a series you love: MOSS'],
		[12, 'Puzzle, like Game 7'],
		[4, 'The next in a series you love: LAMP'],
	])
	// It is listed once, though it has both reasons
	await dismiss(site, ann, ids[7] ?? 0)
	expect(await listed()).toEqual([
		[4, 'The next in a series you love: LAMP'],
		[12, 'Puzzle, like Game 7'],
	])
	// The next is the one after the latest that is loved, and never one that the person has
	await site.call(saveLibraryEntry, { params: { gameId: ids[4] ?? 0 }, body: { isWished: true } }, ann)
	expect((await listed())[0]).toEqual([5, 'The next in a series you love: LAMP'])
	await rate(site, ann, [ids[5] ?? 0])
	expect(await listed()).toEqual([[12, 'Puzzle, like Game 7']])
})

test('with a crowd, the likes of others decide, and the reason names the two liked games that say most', async () => {
	const { site, games } = await startCrowdedSite()
	await using _ = site
	const ann = await site.register()
	await rate(site, ann, games.slice(0, 6))
	await rate(site, ann, games.slice(20, 21), 1)
	const found = (await recommend(site, ann)).games
	// Those of the same people, none of the other group
	expect(found.map(({ game }) => game.id).sort((a, b) => a - b)).toEqual(games.slice(6, 20))
	for (const { reason } of found) expect(reason).toMatch(/^Because you loved Game [1-6] and Game [1-6]$/)

	// With fewer than five likes, what is popular
	const ben = await site.register()
	await rate(site, ben, games.slice(0, 4))
	await rate(site, ben, games.slice(20, 21), 1)
	const popular = (await recommend(site, ben)).games
	expect(popular).toHaveLength(35)
	expect(new Set(popular.map(({ reason }) => reason))).toEqual(new Set(['Popular here']))
	// A heart is a like
	await site.call(saveLibraryEntry, { params: { gameId: games[4] ?? 0 }, body: { isLoved: true } }, ben)
	expect((await recommend(site, ben)).games[0]?.reason).toMatch(/^Because you loved /)
})

test('what is listed equals a comparison of each pair, for games of the model and beyond it', {
	timeout: 120_000,
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const games = await addGames(site, 1_100)
	// Groups of 60 games that overlap, each liked by eight people, who leave out a few
	const likes = Array.from({ length: 176 }, (_, person) =>
		Array.from({ length: 60 }, (_, at) => Math.floor(person / 8) * 50 + at)
			.filter((game) => (game + person) % 9 > 0)
			.map((game) => game % games.length),
	)
	const ids = await addPeople(
		site,
		likes.map((liked) => liked.map((game) => games[game] ?? 0)),
	)
	await refreshRecommendations(site.services)
	const packed = packLikes(likes, games.length)
	const model = fitEase(packed)
	const neighbors = new Map(Array.from(findNeighbors(packed), ({ game, neighbors }) => [game, neighbors]))
	expect(model.size).toBe(1_000)
	const weigh = (from: number, game: number) =>
		model.get(game)?.find((weight) => weight.from === from)?.weight ??
		neighbors.get(from)?.find((neighbor) => neighbor.game === game)?.similarity ??
		0
	let beyond = 0
	for (const person of [0, 9, 77, 175]) {
		const known = new Set(likes[person])
		const expected = rankGames(known, known, model, neighbors, 300)
		beyond += expected.filter(({ game }) => !model.has(game)).length
		const { liked } = await findTaste(db, ids[person] ?? '', 5)
		const listed = (await listLikely(db, ids[person] ?? '', liked, 300)).map(({ game, because }) => ({
			game: games.indexOf(game.id),
			because: because.map((name) => Number(name.replace('Game ', '')) - 1),
		}))
		const byGame = new Map(expected.map((each) => [each.game, each]))
		expect(listed.map(({ game }) => game).toSorted()).toEqual([...byGame.keys()].toSorted())
		for (const [at, { game, because }] of listed.entries()) {
			// What is stored is rounded, so what is nearly equal comes in any order
			const [ranked, next] = [expected[at], byGame.get(game)]
			expect([at, model.has(game)]).toEqual([at, model.has(ranked?.game ?? 0)])
			expect(next?.score).toBeCloseTo(ranked?.score ?? 0, 4)
			expect(because.length).toBe(next?.because.length)
			for (const [place, from] of because.entries())
				expect(weigh(from, game)).toBeCloseTo(weigh(next?.because[place] ?? -1, game), 5)
		}
	}
	expect(beyond).toBeGreaterThan(0)
})

test('the job reads the newest likes of each person, without those of the banned and the deleted', async () => {
	await using site = await startSite()
	const { db } = site.services
	const games = await addGames(site, 6)
	const ids = (await addPeople(site, [games, games.slice(0, 2), games, []])).toSorted()
	const read = async (people: number) => {
		const rows: string[] = []
		let after = '00000000-0000-0000-0000-000000000000'
		for (;;) {
			const batch = await listLikes(db, { after, people, likes: 4 })
			if (batch.length === 0) return rows
			rows.push(...batch.map(({ games }) => games))
			after = batch.at(-1)?.id ?? ''
		}
	}
	const newest = games.slice(-4).reverse().join()
	const expected = [newest, newest, '', games.slice(0, 2).reverse().join()].toSorted()
	for (const people of [1, 3, 100]) expect((await read(people)).toSorted()).toEqual(expected)
	// As a ban and a deletion leave them
	await withoutTriggers(db, async (connection) => {
		await sql`update users set banned_at = '2026-02-01' where id = ${ids[0]}`.execute(connection)
		await sql`update users set deleted_at = '2026-02-01' where id = ${ids[1]}`.execute(connection)
	})
	expect(await read(2)).toHaveLength(2)
})

test('a job that is killed while it writes leaves what was there, and the next run is whole', async () => {
	const { site, games } = await startCrowdedSite()
	await using _ = site
	await makeOld(site)
	const before = await readModel(site)
	expect(before[1]).toHaveLength(40)
	const ann = await site.register()
	await rate(site, ann, games.slice(0, 6))
	const recommended = await recommend(site, ann)
	await addPeople(site, [games.slice(10, 30)])
	await using beside = await startSite({ beside: site })
	await beside.services.db.transaction().execute(async (blocking) => {
		await sql`lock table game_neighbors in share mode`.execute(blocking)
		const run = refreshRecommendations(site.services)
		const outcome = run.then(
			() => 'written',
			() => 'failed',
		)
		await expect.poll(() => countLockWaits(beside.services.db)).toBe(1)
		// Half of it is written, and none of that is read
		expect(await recommend(beside, ann)).toEqual(recommended)
		// Another one does not wait for it
		await refreshRecommendations(beside.services)
		await sql`
			select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`.execute(blocking)
		expect(await outcome).toBe('failed')
	})
	expect(await readModel(site)).toEqual(before)
	await refreshRecommendations(site.services)
	const after = await readModel(site)
	expect(after[0]).toMatchObject([{ people: 82, fitted_at: new Date(site.time.now).toISOString() }])
	expect(after[1]).toHaveLength(40)
	expect(after[1]).not.toEqual(before[1])
})

test('two jobs at once write once, and a stopping process writes nothing', async () => {
	const { site, games } = await startCrowdedSite()
	await using _ = site
	await using beside = await startSite({ beside: site })
	const before = await readModel(site)
	await addPeople(site, [games.slice(10, 30)])
	// Not due yet
	await refreshRecommendations(site.services)
	expect(await readModel(site)).toEqual(before)
	site.time.now += SIX_HOURS_MS
	beside.time.now = site.time.now + 1
	const stopping = new AbortController()
	const stopped = refreshRecommendations(site.services, stopping.signal)
	stopping.abort()
	await stopped
	expect(await readModel(site)).toEqual(before)
	await Promise.all([refreshRecommendations(site.services), refreshRecommendations(beside.services)])
	const { rows } = await sql`
		select xmin from game_weights union select xmin from game_neighbors union select xmin from recommendation_models`.execute(
		site.services.db,
	)
	expect(rows).toHaveLength(1)
	expect((await readModel(site))[1]).toHaveLength(40)
})

test('a site that falls below a thousand ratings has no model any more', async () => {
	const { site } = await startCrowdedSite()
	await using _ = site
	site.time.now += SIX_HOURS_MS
	await sql`update game_counts set rating_count = 0`.execute(site.services.db)
	await refreshRecommendations(site.services)
	expect(await readModel(site)).toMatchObject([[{ likes: 0, people: 0 }], [], []])
	expect(MIN_RATINGS).toBe(1_000)
})

test('a dismissed game is never recommended to that person, until they take it back', async () => {
	const { site, games } = await startCrowdedSite()
	await using _ = site
	const [ann, ben] = [await site.register(), await site.register()]
	for (const player of [ann, ben]) await rate(site, player, games.slice(0, 6))
	const before = await recommend(site, ann)
	const gameId = before.games[0]?.game.id ?? 0
	await dismiss(site, ann, gameId)
	await dismiss(site, ann, gameId)
	expect((await recommend(site, ann)).games).toEqual(before.games.slice(1))
	expect(await recommend(site, ben)).toEqual(before)
	// Taken back by somebody else, it stays
	await site.call(restoreGame, { params: { gameId } }, ben)
	expect((await recommend(site, ann)).games).toEqual(before.games.slice(1))
	await site.call(restoreGame, { params: { gameId } }, ann)
	await site.call(restoreGame, { params: { gameId } }, ann)
	expect(await recommend(site, ann)).toEqual(before)
	expect(await site.refusal(dismissGame, { body: { gameId: 999_999 } }, ann)).toMatchObject({
		status: 404,
		code: 'game_not_found',
	})
	// Gone from the catalog
	await site.services.db.updateTable('games').set({ hidden: true }).where('id', '=', gameId).execute()
	expect((await recommend(site, ann)).games).toEqual(before.games.slice(1))
	await dismiss(site, ann, gameId)
	await site.services.db.updateTable('games').set({ hidden: false }).where('id', '=', gameId).execute()
	expect((await recommend(site, ann)).games).toEqual(before.games.slice(1))
})

test('ten thousand games can be dismissed, exactly', async () => {
	const { site, games } = await startCrowdedSite()
	await using _ = site
	const ann = await site.register()
	await rate(site, ann, games.slice(0, 6))
	await withoutTriggers(site.services.db, (connection) =>
		sql`insert into dismissals (user_id, game_id, created_at)
			select ${ann.user.id}::uuid, 1000000 + n, now() from generate_series(1, 9998) n`.execute(connection),
	)
	const [first = 0, second = 0, third = 0] = (await recommend(site, ann)).games.map(({ game }) => game.id)
	await dismiss(site, ann, first)
	const both = await Promise.allSettled([dismiss(site, ann, second), dismiss(site, ann, third)])
	expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
	expect(await site.refusal(dismissGame, { body: { gameId: games[0] ?? 0 } }, ann)).toMatchObject({
		status: 400,
		code: TOO_MANY_DISMISSALS.code,
	})
	// One that is dismissed already is no further one
	await dismiss(site, ann, first)
	expect((await recommend(site, ann)).games).toHaveLength(12)
})

test('a merge moves dismissals, and the other id takes them back; a merged game is recommended once', async () => {
	const { site, games } = await startCrowdedSite()
	await using _ = site
	const { db, clock } = site.services
	const [ann, ben] = [await site.register(), await site.register()]
	for (const player of [ann, ben]) await rate(site, player, games.slice(0, 6))
	const [kept = 0, other = 0] = games.slice(8)
	await dismiss(site, ann, kept)
	await dismiss(site, ann, other)
	await dismiss(site, ben, other)
	await mergeGames(db, kept, other, { clock })
	expect(await db.selectFrom('dismissals').select('game_id').execute()).toEqual([{ game_id: kept }, { game_id: kept }])
	const listed = async () => (await recommend(site, ben)).games.map(({ game }) => game.id)
	expect(await listed()).not.toContain(kept)
	await site.call(restoreGame, { params: { gameId: other } }, ben)
	expect(await listed()).toContain(kept)
	expect(await listed()).not.toContain(other)
	await dismiss(site, ben, other)
	expect(await listed()).not.toContain(kept)
})

test('dismissals are in the export, and go with the account', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const gameId = await site.addGame({ name: 'Lantern Hollow' })
	await dismiss(site, ann, gameId)
	const { dismissals } = await site.call(exportAccount, {}, ann)
	expect(dismissals).toEqual([{ gameId, gameName: 'Lantern Hollow', createdAt: new Date(site.time.now).toISOString() }])
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	await site.services.purges.resume()
	expect(await site.services.db.selectFrom('dismissals').selectAll().execute()).toEqual([])
})
