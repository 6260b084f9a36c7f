import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { searchGames } from '#contract/search.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { loadBuiltinCatalog } from './builtin.ts'

let site: TestSite
beforeAll(async () => {
	site = await startSite()
	await loadBuiltinCatalog(site.services.db, site.services.clock, () => {})
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

function listStyles() {
	return site.services.db.selectFrom('games').select(['name', 'cover', 'screenshots', 'motif', 'palette']).execute()
}

test('the wall of covers on a new site begins with games that people know, and has no equal neighbors', async () => {
	// The covers behind the headline: see hero.tsx
	const { data } = await site.call(getPopularGames, { query: { limit: 32, period: 'all' } })
	expect(data.games.slice(0, 4).map(({ name }) => name)).toEqual([
		'Minecraft',
		'Grand Theft Auto V',
		'Tetris',
		'Pac-Man',
	])
	const styles = new Map((await listStyles()).map((game) => [game.cover, game]))
	const wall = data.games.map(({ cover }) => styles.get(cover ?? ''))
	expect(wall).toHaveLength(32)
	const css = readFileSync(new URL('../../web/features/home/hero.module.css', import.meta.url), 'utf8')
	const columns = [...css.matchAll(/grid-template-columns: repeat\((\d+), 1fr\)/g)].map(([, count]) => Number(count))
	expect(columns.length).toBeGreaterThan(0)
	for (const count of columns)
		for (const [index, game] of wall.entries())
			for (const other of [(index + 1) % count === 0 ? undefined : wall[index + 1], wall[index + count]]) {
				if (!game || !other) continue
				expect(game.motif, `${game.name} beside ${other.name} of ${count} columns`).not.toBe(other.motif)
				expect(game.palette, `${game.name} beside ${other.name} of ${count} columns`).not.toBe(other.palette)
			}
})

test('at the next start, a site with the games of an earlier version gets the new drawings', async () => {
	const { db, clock } = site.services
	const current = await listStyles()
	await sql`update game_records set facts = facts - array['motif', 'palette'], facts_hash = 'older'`.execute(db)
	await db.updateTable('games').set({ motif: null, palette: null, facts_hash: 'older' }).execute()
	await db.updateTable('catalogue_loads').set({ content_hash: 'older' }).execute()
	const covers = new Set(current.map(({ cover }) => cover))
	expect((await listStyles()).filter(({ cover }) => covers.has(cover))).toEqual([])
	await loadBuiltinCatalog(db, clock, () => {})
	expect((await listStyles()).toSorted(byCover)).toEqual(current.toSorted(byCover))
})

const byCover = (one: { cover: string }, other: { cover: string }) => (one.cover < other.cover ? -1 : 1)

test.each([
	['elden', 'Elden Ring'],
	['witch', 'The Witcher 3: Wild Hunt'],
	['the witch', 'The Witcher 3: Wild Hunt'],
	['red ded', 'Red Dead Redemption 2'],
	['pokemon blue', 'Pokémon Red Version'],
	['pubg', "PlayerUnknown's Battlegrounds"],
	['the one with the goose', 'Untitled Goose Game'],
	['a game where you are a goose', 'Untitled Goose Game'],
	['zelda', 'The Legend of Zelda: Breath of the Wild'],
	['botw', 'The Legend of Zelda: Breath of the Wild'],
	['gta', 'Grand Theft Auto V'],
	['gta 5', 'Grand Theft Auto V'],
	['mario', 'Super Mario Bros.'],
	['mario galxy', 'Super Mario Galaxy'],
	['ourer wild', 'Outer Wilds'],
	['cuphed', 'Cuphead'],
	['doom', 'Doom'],
	['half life', 'Half-Life'],
	['skyrim', 'The Elder Scrolls V: Skyrim'],
	['final fantasy', 'Final Fantasy'],
	['civ', "Sid Meier's Civilization VI"],
])('without reviews, "%s" finds %s first', async (query, name) => {
	const { games } = await site.call(searchGames, { query: { query, limit: 10, page: 1 } })
	expect(games[0]?.name, games.map(({ name }) => name).join(' · ')).toBe(name)
})
