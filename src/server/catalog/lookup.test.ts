import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CATALOG_CLOSED } from '#contract/catalog-growth.ts'
import { addGame, lookUpGames, TOO_MANY_GAMES } from '#contract/game-lookup.ts'
import { getGame } from '#contract/games.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { getSiteSettings, updateSiteSettings } from '#contract/site-settings.ts'
import { registerAdmin } from '#kit/admin.ts'
import { startIgdbServer } from '#kit/peers/igdb-server.ts'
import { fact, startWikidataServer, text, uri } from '#kit/peers/wikidata-server.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { createIgdbSource } from './igdb.ts'
import { importCatalog } from './import.ts'
import { releaseImportLock, tryAcquireImportLock } from './queries-locks.ts'
import type { CatalogSource } from './source.ts'
import { SYSTEM_TIMING } from './throttled-client.ts'

const LANTERN = {
	id: 7,
	name: 'Paper <b>Lantern</b>',
	slug: 'paper-lantern',
	game_type: 0,
	updated_at: 1_760_000_000,
	summary: 'A <script>alert(1)</script>quiet light.',
	cover: { id: 1, image_id: '../../evil' },
	platforms: [{ id: 1, name: 'PC' }],
	websites: [{ id: 2, url: 'javascript:alert(1)', type: 1 }],
	involved_companies: [{ id: 3, company: { id: 4, name: 'Mossgate' }, developer: true }],
}
const ADDON = { ...LANTERN, id: 8, slug: 'an-addon', name: 'Paper Lantern: More', game_type: 1 }

const item = (number: number, name: string, more: object = {}) => ({
	number,
	sitelinks: 3,
	modified: '2026-01-01T00:00:00Z',
	facts: [fact('name', text(name, 'en')), fact('developer', text('Mossgate', 'en'), { other: uri('Q2') })],
	...more,
})

/** A site that asks this IGDB, in real time: the site's clock stands still. */
async function startWithIgdb(options: Partial<Parameters<typeof startIgdbServer>[0]> = {}) {
	const server = await startIgdbServer({ games: [LANTERN, ADDON], ...options })
	const site = await startSite({ lookups: { igdb: { ...server.settings, timing: SYSTEM_TIMING } } })
	return { server, site, lookups: { igdb: { ...server.settings, timing: SYSTEM_TIMING } } }
}

async function startWithWikidata(options: Omit<Parameters<typeof startWikidataServer>[0], 'items'> = {}) {
	const server = await startWikidataServer({
		items: [
			item(11, 'Old Harbor', { aliases: ['Alter Hafen'] }),
			item(12, 'Harbor Lights', { isOther: true }),
			item(13, 'The Harbor Walk'),
		],
		...options,
	})
	const { endpoint, contact } = server.settings
	return { server, site: await startSite({ lookups: { wikidata: { endpoint, contact, timing: SYSTEM_TIMING } } }) }
}

const look = (site: TestSite, query: string, player: Player) => site.call(lookUpGames, { query: { query } }, player)
const lantern = { source: 'igdb', sourceId: '7' } as const

test('a game that IGDB has is found, added in one press, and can be rated', async () => {
	const { server, site } = await startWithIgdb()
	await using _server = server
	await using _site = site
	const ann = await site.register()
	const startedAt = performance.now()
	const found = await look(site, 'paper lantern', ann)
	expect(found).toEqual({
		source: 'igdb',
		candidates: [
			{
				...lantern,
				name: 'Paper Lantern',
				releaseDate: null,
				platforms: ['PC (Microsoft Windows)'],
				developers: ['Mossgate'],
				gameId: null,
			},
		],
	})
	const asked = server.asked.length
	const game = await site.call(addGame, { body: lantern }, ann)
	expect(performance.now() - startedAt).toBeLessThan(3_000)
	// The press asks nobody: the candidate is still known
	expect(server.asked.length).toBe(asked)
	expect(game).toMatchObject({ name: 'Paper Lantern', summary: 'A quiet light.', websites: [] })
	expect(game.cover).toMatch(/^\/art\//)
	const params = { gameId: game.id }
	await site.call(saveLibraryEntry, { params, body: { status: 'played', rating: 4 } }, ann)
	expect((await site.call(getGame, { params: { id: game.id } })).data).toMatchObject({ ratingCount: 1 })
	expect((await look(site, 'Paper  LANTERN', ann)).candidates[0]?.gameId).toBe(game.id)
	expect(server.asked.length).toBe(asked)
	site.time.now += 61 * 60 * 1000
	await look(site, 'paper lantern', await site.register())
	expect(server.asked.length).toBeGreaterThan(asked)
})

test('lookups and additions take less than three seconds where each answer takes 300 ms', async () => {
	for (const source of ['igdb', 'wikidata'] as const) {
		const { server, site } = await (source === 'igdb'
			? startWithIgdb({ delayMs: 300 })
			: startWithWikidata({ delayMs: 300 }))
		await using _server = server
		await using _site = site
		const ann = await site.register()
		const startedAt = performance.now()
		const { candidates } = await look(site, source === 'igdb' ? 'paper lantern' : 'harbor walk', ann)
		await site.call(addGame, { body: { source, sourceId: candidates[0]?.sourceId ?? '' } }, ann)
		const ms = performance.now() - startedAt
		expect(ms, source).toBeGreaterThan(550)
		expect(ms, source).toBeLessThan(3_000)
	}
})

test('Wikidata is asked by label and alias, and only for games', async () => {
	const { server, site } = await startWithWikidata()
	await using _server = server
	await using _site = site
	const ann = await site.register()
	const names = async (query: string) => (await look(site, query, ann)).candidates.map(({ name }) => name)
	expect(await names('harbor')).toEqual(['Old Harbor', 'The Harbor Walk'])
	expect(await names('alter hafen')).toEqual(['Old Harbor'])
	expect(await names('"} DROP ALL #')).toEqual([])
	const add = (sourceId: string) => site.refusal(addGame, { body: { source: 'wikidata', sourceId } }, ann)
	// Something else, nothing, and an id of another source
	for (const id of ['Q12', 'Q99', '11']) expect((await add(id)).status, id).toBe(404)
	const game = await site.call(addGame, { body: { source: 'wikidata', sourceId: 'Q13' } }, ann)
	expect(game).toMatchObject({ name: 'The Harbor Walk', developers: ['Mossgate'] })
})

test('two who add the same game at once get the same game, in two processes as well', async () => {
	const { server, site, lookups } = await startWithIgdb()
	await using _server = server
	await using _site = site
	await using beside = await startSite({ beside: site, lookups })
	const [ann, ben] = [await site.register(), await site.register()]
	const games = await Promise.all(
		[site, beside, site, beside].map((one, index) => one.call(addGame, { body: lantern }, index < 2 ? ann : ben)),
	)
	expect(new Set(games.map(({ id }) => id)).size).toBe(1)
	const { rows } = await sql`select from games`.execute(site.services.db)
	expect(rows).toHaveLength(1)
})

test('a game added while an import runs does not wait for it, and is not missed by it', async () => {
	const { server, site } = await startWithIgdb()
	await using _server = server
	await using _site = site
	const ann = await site.register()
	// The import has passed the id of the lantern, which this IGDB does not have
	const games = Array.from({ length: 40 }, (_, index) => ({
		...LANTERN,
		id: 900 + index,
		slug: `l-${index}`,
		name: `L ${index}`,
	}))
	await using other = await startIgdbServer({ games })
	const source = createIgdbSource(other.settings)
	const slow: CatalogSource = {
		...source,
		async *entries(from, signal) {
			yield* source.entries(from, signal)
			await site.call(addGame, { body: lantern }, ann)
		},
	}
	const { clock, db } = site.services
	const report = await withoutStatementTimeout(site.services.backgroundDb, async (connection) => {
		expect(await tryAcquireImportLock(connection)).toBe(true)
		const report = await importCatalog(db, slow, { clock, batchRows: 10 })
		await releaseImportLock(connection)
		return report
	})
	expect(report).toMatchObject({ endedEarly: undefined, withdrawn: { isPlausible: true, count: 0 } })
	const { rows } = await sql<{ name: string }>`select name from games where hidden`.execute(db)
	expect(rows).toEqual([])
})

test('a game that another source has is joined instead of added', async () => {
	await using igdb = await startIgdbServer({ games: [{ ...LANTERN, name: 'Old Harbor' }] })
	const twin = item(11, 'Old Harbor')
	await using wikidata = await startWikidataServer({
		items: [{ ...twin, facts: [...twin.facts, fact('igdb', text('paper-lantern'), { more: text('7') })] }],
	})
	const { endpoint, contact } = wikidata.settings
	await using site = await startSite({
		lookups: {
			igdb: { ...igdb.settings, timing: SYSTEM_TIMING },
			wikidata: { endpoint, contact, timing: SYSTEM_TIMING },
		},
	})
	const ann = await site.register()
	const first = await site.call(addGame, { body: { source: 'wikidata', sourceId: 'Q11' } }, ann)
	expect((await look(site, 'old harbor', ann)).candidates[0]?.gameId).toBe(first.id)
	const second = await site.call(addGame, { body: lantern }, ann)
	expect(second.id).toBe(first.id)
	expect(second.platforms).toEqual(['PC (Microsoft Windows)'])
})

const FAULTS = [
	'cut',
	'cut answer',
	'half answer',
	'flood',
	{ status: 500, body: 'no' },
	{ status: 429, headers: { 'retry-after': '600' }, body: 'later' },
	{ status: 403, body: 'no' },
	{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
	{ body: '<html></html>' },
	{ body: { results: { bindings: 'none' } } },
] as const

test.each(FAULTS.map((fault) => [typeof fault === 'string' ? fault : JSON.stringify(fault), fault] as const))(
	'a source that answers %s is refused once, with a sentence, and nothing is stored',
	async (_name, fault) => {
		let isBroken = true
		const { server, site } = await startWithWikidata({ fault: () => (isBroken ? fault : undefined) })
		await using _server = server
		await using _site = site
		const ann = await site.register()
		const refusal = await site.refusal(lookUpGames, { query: { query: 'harbor' } }, ann)
		expect([refusal.status, refusal.code]).toEqual([503, 'lookup_failed'])
		const body = { source: 'wikidata', sourceId: 'Q13' } as const
		expect((await site.refusal(addGame, { body }, ann)).code).toBe('lookup_failed')
		expect(server.asked).toHaveLength(2)
		const { rows } = await sql`select from game_records`.execute(site.services.db)
		expect(rows).toHaveLength(0)
		// A failure is not remembered
		isBroken = false
		expect((await look(site, 'harbor', ann)).candidates).toHaveLength(2)
	},
)

test('a source that never answers is given up after seconds, and holds up few', { tags: ['ci'] }, async () => {
	const { server, site } = await startWithWikidata({ fault: () => 'silence' })
	await using _server = server
	await using _site = site
	const ann = await site.register()
	const startedAt = performance.now()
	const refusals = await Promise.all(
		Array.from({ length: 20 }, (_, index) => site.refusal(lookUpGames, { query: { query: `harbor ${index}` } }, ann)),
	)
	expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['lookup_failed']))
	expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('hostile records are cleaned, refused or bounded', async () => {
	const many = Array.from({ length: 40 }, (_, index) => ({
		...LANTERN,
		id: 100 + index,
		slug: `lantern-${index}`,
		name: `Lantern ${index} ${'x'.repeat(index === 3 ? 500 : 1)}`,
	}))
	const wrong = [{ ...LANTERN, id: 'seven' }, null, 'text', { ...LANTERN, id: 50, name: '<i></i>' }]
	await using server = await startIgdbServer({ games: [...wrong, ...many] })
	await using site = await startSite({ lookups: { igdb: { ...server.settings, timing: SYSTEM_TIMING } } })
	const ann = await site.register()
	const { candidates } = await look(site, 'lantern', ann)
	expect(candidates.length).toBeLessThanOrEqual(10)
	expect(candidates.every(({ name }) => !name.includes('<') && name.length <= 200)).toBe(true)
})

test('an answer about another game than the one asked for is no answer', async () => {
	await using server = await startIgdbServer({ games: [{ ...LANTERN, id: 99 }] })
	const other = { body: [{ ...LANTERN, id: 99 }] }
	await using lying = await startIgdbServer({ games: [], fault: (number) => (number === 3 ? other : undefined) })
	await using site = await startSite({ lookups: { igdb: { ...lying.settings, timing: SYSTEM_TIMING } } })
	const ann = await site.register()
	expect((await site.refusal(addGame, { body: lantern }, ann)).status).toBe(404)
	expect(server.asked).toHaveLength(0)
})

const GROWTH = [
	['members', true, true],
	['moderators', false, true],
	['off', false, false],
] as const

test.each(GROWTH)(
	'with the setting %s, members and moderators may add or not',
	async (catalogGrowth, member, moderator) => {
		const { server, site } = await startWithIgdb()
		await using _server = server
		await using _site = site
		const [ann, mod, admin] = [await site.register(), await site.register(), await registerAdmin(site)]
		await sql`update users set role = 'moderator' where id = ${mod.user.id}`.execute(site.services.db)
		const { rulesVersion, ...settings } = (await site.call(getSiteSettings, {}, admin)).settings
		await site.call(updateSiteSettings, { body: { ...settings, catalogGrowth } }, admin)
		for (const [player, may] of [
			[ann, member],
			[mod, moderator],
		] as const) {
			const { source, candidates } = await look(site, 'paper lantern', player)
			expect([source, candidates.length]).toEqual(may ? ['igdb', 1] : [null, 0])
			if (!may) expect((await site.refusal(addGame, { body: lantern }, player)).code).toBe(CATALOG_CLOSED.code)
			else expect(await site.call(addGame, { body: lantern }, player)).toMatchObject({ name: 'Paper Lantern' })
		}
	},
)

test('a person adds twenty games a day', async () => {
	const games = Array.from({ length: 22 }, (_, index) => ({
		...LANTERN,
		id: 200 + index,
		slug: `l-${index}`,
		name: `Lamp ${index}`,
	}))
	await using server = await startIgdbServer({ games })
	await using site = await startSite({
		env: { RATE_LIMIT_FACTOR: '1' },
		lookups: { igdb: server.settings },
	})
	const ann = await site.register()
	const add = (id: number) => ({ body: { source: 'igdb', sourceId: String(id) } }) as const
	for (let id = 200; id < 220; id++) await site.call(addGame, add(id), ann)
	const refusal = await site.refusal(addGame, add(220), ann)
	expect(refusal).toMatchObject({ status: 429, code: TOO_MANY_GAMES.code })
	site.time.now += 61_000
	// What is there already is no addition
	await site.call(addGame, add(200), ann)
	site.time.now += 24 * 60 * 60 * 1000
	const ben = await site.register()
	await site.call(addGame, add(220), ben)
})

test('a site without a source says so', async () => {
	await using site = await startSite({ lookups: {} })
	const ann = await site.register()
	expect(await look(site, 'anything', ann)).toEqual({ source: null, candidates: [] })
	expect((await site.refusal(addGame, { body: lantern }, ann)).code).toBe('lookup_failed')
	expect((await site.refusal(lookUpGames, { query: { query: 'anything' } })).status).toBe(401)
})
