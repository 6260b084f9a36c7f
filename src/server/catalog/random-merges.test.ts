/**
 * Generated imports and merges, each followed by a recount.
 *
 * @module-tag ci
 */
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createReview } from '#contract/reviews.ts'
import { createImporter, type SourceRecord } from '#kit/imported-games.ts'
import { startSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'
import { resolveDisplayedFacts } from './displayed-facts.ts'
import { keepGamesApart, MergeRefused, mergeGames } from './merge-games.ts'
import { findRecordsOfGames } from './queries-records.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db, clock } = site.services
const { load, games, empty } = createImporter(site)

beforeEach(empty)

test('after any sequence of imports, merges and separations, each game displays the facts of its records and all counters are correct', async () => {
	const player = await site.register()
	for (const seed of [1, 2, 3]) {
		const random = numbers(seed)
		const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
		const record = (name: string): SourceRecord => ({
			sourceId: `${name}:${Math.floor(random() * 8)}`,
			name: one(['Lamp', 'Lamp II', 'LAMP 2', 'Pier', 'Tide']),
			releaseDate: one(['1999', '2000-02', '2005', null]),
			developers: one([['Mossgate'], ['mossgate inc'], ['Others'], []]),
			genres: one([['Puzzle'], ['Racing'], []]),
			summary: one(['Calm.', null]),
			platforms: ['Linux'],
			externalIds: one([[], [], [{ source: 'steam', id: one(['1', '2', '3']) }]]),
		})
		for (let step = 0; step < 25; step++) {
			const ids = (await games()).map(({ id }) => id)
			const act = random()
			if (act < 0.6 || ids.length < 2) {
				const name = one(['igdb', 'wikidata', 'file'])
				await load(
					name,
					Array.from({ length: 6 }, () => record(name)),
					{ isComplete: random() < 0.3 },
				)
			} else if (act < 0.8)
				await mergeGames(db, one(ids), one(ids), { clock, keepNewest: true }).catch(ignoreMergeRefused)
			else if (act < 0.9) await keepGamesApart(db, one(ids), one(ids), clock).catch(ignoreMergeRefused)
			else {
				const body = { gameId: one(ids), rating: 4, platform: 'Linux', description: 'A calm game about lamps.' }
				await site.call(createReview, { body }, player).catch(onlyTwice)
			}
		}
		const shown = await db.selectFrom('games').selectAll().execute()
		const records = Map.groupBy(
			await findRecordsOfGames(
				db,
				shown.map(({ id }) => id),
			),
			({ game_id }) => game_id,
		)
		expect(shown.length).toBeGreaterThan(3)
		for (const game of shown) {
			const known = (records.get(game.id) ?? []).map(({ source, source_id, facts }) => ({
				source,
				sourceId: source_id,
				facts,
			}))
			const { facts, source, sources } = resolveDisplayedFacts(known)
			expect([
				game.name,
				game.release_date,
				game.developers,
				game.genres,
				game.summary,
				game.source,
				game.sources,
			]).toEqual([facts.name, facts.releaseDate, facts.developers, facts.genres, facts.summary, source, sources])
		}
		const { rows } = await sql<{ key: string; name: string; hidden: boolean; search_hidden: boolean }>`
			select s.key, g.name, g.hidden, s.hidden as search_hidden from games g left join game_search s on s.game_id = g.id`.execute(
			db,
		)
		for (const { key, name, hidden, search_hidden } of rows)
			expect([key, search_hidden]).toEqual([toSearchForm(name).key, hidden])
		expect(await recount(db)).toEqual([])
		await empty()
	}
})

function ignoreMergeRefused(error: unknown): void {
	if (!(error instanceof MergeRefused)) throw error
}

function onlyTwice(error: unknown): void {
	expect(error).toMatchObject({ code: 'review_exists' })
}

/** Returns a deterministic random number generator, from 0 to 1, for a seed. */
function numbers(seed: number): () => number {
	let state = seed
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31
		return state / 2 ** 31
	}
}
