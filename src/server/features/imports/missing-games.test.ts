import { expect, test } from 'vitest'
import { CATALOG_CLOSED, LOOKUP_FAILED } from '#contract/catalog-growth.ts'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { addMissingGames, getImport, getImportRows, type Import } from '#contract/imports.ts'
import { getSiteSettings, updateSiteSettings } from '#contract/site-settings.ts'
import { registerAdmin } from '#kit/admin.ts'
import { addJsonSource, applyAll, runImports, toItem, uploadItems } from '#kit/imports.ts'
import { startIgdbServer } from '#kit/peers/igdb-server.ts'
import { fact, startWikidataServer, text } from '#kit/peers/wikidata-server.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { SYSTEM_TIMING } from '#server/catalog/throttled-client.ts'

const game = (id: number, name: string, more: object = {}) => ({
	...{ id, name, slug: name.toLowerCase().replaceAll(' ', '-'), game_type: 0, updated_at: 1_760_000_000 },
	...more,
})

const GAMES = [
	game(7, 'Paper Lantern'),
	game(8, 'Quiet Harbor', { external_games: [{ id: 1, uid: '620', external_game_source: 1 }] }),
	// The number of another store
	game(9, 'Ember Rush', { external_games: [{ id: 2, uid: '621', external_game_source: 5 }] }),
	game(10, 'Glass Orchard', { websites: [{ id: 3, url: 'https://www.gog.com/en/game/glass_orchard', type: 1 }] }),
]

const ITEMS = [
	toItem('paper lantern at home', { ids: [{ source: 'igdb', id: '7' }], statuses: ['done'] }),
	toItem('Harbour, quiet', { ids: [{ source: 'steam', id: '620' }], statuses: ['done'] }),
	toItem('rushing embers', { ids: [{ source: 'steam', id: '621' }], statuses: ['done'] }),
	toItem('orchard of glass', { ids: [{ source: 'gog', id: 'glass_orchard' }], statuses: ['done'] }),
	toItem('lanterns of paper', { ids: [{ source: 'igdb-slug', id: 'paper-lantern' }], statuses: ['done'] }),
	toItem('hostile', { ids: [{ source: 'steam', id: '1" | id > (0); limit 500' }] }),
	toItem('only a name'),
]

async function startWithIgdb(options: Partial<Parameters<typeof startIgdbServer>[0]> = {}, factor = '1000') {
	const igdb = await startIgdbServer({ games: GAMES, ...options })
	const lookups = { igdb: { ...igdb.settings, timing: SYSTEM_TIMING } }
	const site = await startSite({ lookups, env: { RATE_LIMIT_FACTOR: factor } })
	return { igdb, site, lookups, ann: await site.register('Ann') }
}

/** Presses the button, and waits until the rows are looked up. */
async function lookUp(site: TestSite, player: Player, { id }: Import): Promise<Import> {
	await site.call(addMissingGames, { params: { id } }, player)
	await runImports(site)
	return site.call(getImport, { params: { id } }, player)
}

test('rows without a game are looked up by their ids, added to the catalog, and imported', async () => {
	using _source = addJsonSource()
	const { igdb, site, ann } = await startWithIgdb()
	await using _igdb = igdb
	await using _site = site
	const preview = await uploadItems(site, ann, ITEMS)
	expect(preview.counts).toMatchObject({ none: 7, missing: 7, findable: 6, wanted: 0 })
	const found = await lookUp(site, ann, preview)
	expect(found).toMatchObject({
		...{ state: 'preview', error: null },
		counts: { sure: 4, none: 3, missing: 3, findable: 0, wanted: 0, added: 3 },
	})
	const { rows } = await site.call(getImportRows, { params: { id: preview.id }, query: { state: 'sure' } }, ann)
	expect(rows.map(({ title, game }) => [title, game?.name])).toEqual([
		['paper lantern at home', 'Paper Lantern'],
		['Harbour, quiet', 'Quiet Harbor'],
		['orchard of glass', 'Glass Orchard'],
		['lanterns of paper', 'Paper Lantern'],
	])
	// Nothing is left to be asked
	const asked = igdb.asked.length
	expect(await lookUp(site, ann, preview)).toMatchObject({ state: 'preview' })
	expect(igdb.asked.length).toBe(asked)
	expect((await applyAll(site, ann, preview)).counts.added).toBe(3)
	expect((await site.refusal(addMissingGames, { params: { id: preview.id } }, ann)).code).toBe('import_state')
})

test('Wikidata is asked by item and by the ids that it has of stores', async () => {
	using _source = addJsonSource()
	const item = (number: number, name: string, steam: string) => ({
		...{ number, sitelinks: 3, modified: '2026-01-01T00:00:00Z', ids: [steam] },
		facts: [fact('name', text(name, 'en')), fact('steam', text(steam))],
	})
	await using wikidata = await startWikidataServer({
		items: [item(11, 'Old Harbor', '700'), item(12, 'New Harbor', '701'), item(13, 'Newer Harbor', '701')],
	})
	const { endpoint, contact } = wikidata.settings
	await using site = await startSite({ lookups: { wikidata: { endpoint, contact, timing: SYSTEM_TIMING } } })
	const ann = await site.register('Ann')
	const preview = await uploadItems(site, ann, [
		toItem('harbor of old', { ids: [{ source: 'steam', id: '700' }], statuses: ['done'] }),
		// Two games have it
		toItem('some new one', { ids: [{ source: 'steam', id: '701' }], statuses: ['done'] }),
		toItem('newest', { ids: [{ source: 'wikidata', id: 'q13' }], statuses: ['done'] }),
	])
	expect((await lookUp(site, ann, preview)).counts).toMatchObject({ sure: 2, none: 1, findable: 0, added: 2 })
})

test('a source that stops answering leaves the rest for another press', async () => {
	using _source = addJsonSource()
	let isAway = false
	const { igdb, site, ann } = await startWithIgdb({ fault: () => (isAway ? { status: 500, body: '' } : undefined) })
	await using _igdb = igdb
	await using _site = site
	const preview = await uploadItems(site, ann, ITEMS.slice(0, 2))
	isAway = true
	expect(await lookUp(site, ann, preview)).toMatchObject({
		...{ state: 'preview', error: LOOKUP_FAILED.error },
		counts: { findable: 2, wanted: 0, sure: 0 },
	})
	isAway = false
	expect(await lookUp(site, ann, preview)).toMatchObject({ error: null, counts: { findable: 0, sure: 2 } })
})

test('a lookup goes on in another process, and its rows are looked up once', async () => {
	using _source = addJsonSource()
	const { igdb, site, lookups, ann } = await startWithIgdb()
	await using _igdb = igdb
	await using _site = site
	const { id } = await uploadItems(site, ann, ITEMS.slice(0, 2))
	const wanted = await site.call(addMissingGames, { params: { id } }, ann)
	expect(wanted).toMatchObject({ state: 'matching', fraction: 0, counts: { wanted: 2, fetched: 0 } })
	await using beside = await startSite({ beside: site, lookups })
	await Promise.all([runImports(site), runImports(beside)])
	expect((await site.call(getImport, { params: { id } }, ann)).counts).toMatchObject({ sure: 2, findable: 0 })
	const { rows } = await site.call(getImportRows, { params: { id }, query: {} }, ann)
	expect(new Set(rows.map(({ gameId }) => gameId)).size).toBe(2)
})

test('a press looks up as many rows as a person may in a day, and only where games may be added', {
	tags: ['ci'],
}, async () => {
	using _source = addJsonSource()
	const { igdb, site, ann } = await startWithIgdb({ games: [] }, '1')
	await using _igdb = igdb
	await using _site = site
	const many = Array.from({ length: IMPORT_LIMITS.lookups + 5 }, (_, index) =>
		toItem(`nothing like it ${index}`, { ids: [{ source: 'igdb', id: 'x' }] }),
	)
	const preview = await uploadItems(site, ann, many)
	const params = { id: preview.id }
	expect(await lookUp(site, ann, preview)).toMatchObject({ counts: { findable: 5 } })
	expect((await site.refusal(addMissingGames, { params }, ann)).code).toBe('too_many_games')
	expect(await site.call(getImport, { params }, ann)).toMatchObject({ state: 'preview', counts: { findable: 5 } })
	const ben = await site.register('Ben')
	expect((await site.refusal(addMissingGames, { params }, ben)).code).toBe('import_not_found')
	const admin = await registerAdmin(site)
	const { rulesVersion, ...settings } = (await site.call(getSiteSettings, {}, admin)).settings
	await site.call(updateSiteSettings, { body: { ...settings, catalogGrowth: 'off' } }, admin)
	expect((await site.refusal(addMissingGames, { params }, ann)).code).toBe(CATALOG_CLOSED.code)
})
