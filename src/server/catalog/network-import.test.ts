import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startIgdbServer } from '#kit/peers/igdb-server.ts'
import { fact, startWikidataServer, text, uri } from '#kit/peers/wikidata-server.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { createIgdbSource } from './igdb.ts'
import { importCatalog } from './import.ts'
import type { CatalogSource } from './source.ts'
import { createWikidataSource } from './wikidata.ts'

const lamps = Array.from({ length: 600 }, (_, index) => ({
	id: 100 + 3 * index,
	name: `Lamp ${index}`,
	slug: `lamp-${index}`,
	game_type: 0,
	updated_at: 1_760_000_000,
}))

function load({ services }: TestSite, source: CatalogSource, options: { refresh?: boolean } = {}) {
	return importCatalog(services.db, source, { clock: services.clock, batchRows: 200, ...options })
}

async function names({ services }: TestSite): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`select name from games order by name`.execute(services.db)
	return rows.map(({ name }) => name)
}

test('a failed IGDB import resumes, and a refresh updates changed games', async () => {
	await using site = await startSite()
	let isAway = true
	const games = structuredClone(lamps)
	await using server = await startIgdbServer({ games, fault: (number) => (isAway && number >= 6 ? 'cut' : undefined) })
	const first = await load(site, createIgdbSource(server.settings))
	expect(first.endedEarly).toMatch(/^IGDB cannot be reached/)
	expect(first.added).toBeGreaterThan(0)
	isAway = false
	const second = await load(site, createIgdbSource(server.settings))
	expect([first.added + second.added, second.endedEarly]).toEqual([lamps.length, undefined])
	expect((await names(site)).length).toBe(lamps.length)

	Object.assign(games[7] ?? {}, { name: 'A changed lamp', updated_at: Math.floor(site.time.now / 1000) })
	const third = await load(site, createIgdbSource(server.settings), { refresh: true })
	expect([third.added, third.changed, third.unchanged]).toEqual([0, 1, 0])
	expect(await names(site)).toContain('A changed lamp')
})

test('the same game of Wikidata and IGDB is merged', async () => {
	await using site = await startSite()
	await using igdb = await startIgdbServer({ games: lamps.slice(0, 3) })
	await using wikidata = await startWikidataServer({
		items: [
			{
				number: 1,
				sitelinks: 20,
				modified: '2026-01-01T00:00:00Z',
				facts: [
					fact('name', text('The Lamp', 'en')),
					fact('developer', text('Mossgate', 'en'), { other: uri('Q2') }),
					fact('igdb', text('lamp-1'), { more: text('103') }),
				],
			},
		],
	})
	await load(site, createIgdbSource(igdb.settings))
	const report = await load(site, createWikidataSource(wikidata.settings))
	expect([report.added, report.joined]).toEqual([0, 1])
	expect(await names(site)).toHaveLength(3)
})
