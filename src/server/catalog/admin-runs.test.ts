import { expect, test } from 'vitest'
import {
	BOTH_REVIEWED,
	cancelImport,
	GAMES_GONE,
	getCatalogImports,
	IMPORT_ENDED,
	IMPORT_NOT_FOUND,
	IMPORT_RUNNING,
	keepPairApart,
	listUnsurePairs,
	mergePair,
	SAME_GAME,
	SOURCE_NOT_CONFIGURED,
	startImport,
} from '#contract/admin-catalog.ts'
import { getGame } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
import { registerAdmin } from '#kit/admin.ts'
import { fact, startWikidataServer, text, uri } from '#kit/peers/wikidata-server.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { continueImport } from './admin-runs.ts'
import { importCatalog } from './import.ts'

const CONTACT = { CONTACT_EMAIL: 'keeper@example.org' }
const nobody = '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c17'
const item = (number: number) => ({
	number,
	sitelinks: 20,
	modified: '2026-01-01T00:00:00Z',
	facts: [fact('name', text(`Lamp ${number}`, 'en')), fact('developer', text('Mossgate', 'en'), { other: uri('Q2') })],
})
const work = ({ services, app }: TestSite, stopping?: AbortSignal) => continueImport(services, app.log, stopping)

test('an import that an admin starts runs in the background, one at a time, and tells what it did', {
	tags: ['ci'],
}, async () => {
	await using wikidata = await startWikidataServer({ items: [item(1), item(2)] })
	await using site = await startSite({
		env: { ...CONTACT, WIKIDATA_ENDPOINT: wikidata.settings.endpoint },
	})
	const admin = await registerAdmin(site)
	const list = () => site.call(getCatalogImports, {}, admin)
	expect((await list()).sources).toEqual([
		{ source: 'builtin', isConfigured: true, lastReadAt: null, isUnfinished: false },
		{ source: 'wikidata', isConfigured: true, lastReadAt: null, isUnfinished: false },
		{ source: 'igdb', isConfigured: false, lastReadAt: null, isUnfinished: false },
	])
	const begin = { body: { source: 'wikidata' } } as const
	const all = await Promise.allSettled(Array.from({ length: 5 }, () => site.call(startImport, begin, admin)))
	expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	expect((await site.refusal(startImport, begin, admin)).code).toBe(IMPORT_RUNNING.code)
	expect((await site.refusal(startImport, { body: { source: 'igdb' } }, admin)).code).toBe(SOURCE_NOT_CONFIGURED.code)
	await work(site)
	const { sources, imports } = await list()
	expect(imports).toMatchObject([{ source: 'wikidata', state: 'done', added: 2, fraction: 1, error: null }])
	expect(sources[1]).toMatchObject({ lastReadAt: new Date(site.time.now).toISOString(), isUnfinished: false })
	const ended = { params: { id: imports[0]?.id ?? '' } }
	expect((await site.refusal(cancelImport, ended, admin)).code).toBe(IMPORT_ENDED.code)
	expect((await site.refusal(cancelImport, { params: { id: nobody } }, admin)).code).toBe(IMPORT_NOT_FOUND.code)
})

test('an import goes on after the process has stopped, and is cancelled wherever it is', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site)
	const begin = { body: { source: 'builtin' } } as const
	const newest = async () => (await site.call(getCatalogImports, {}, admin)).imports[0]
	await site.call(startImport, begin, admin)
	await work(site, AbortSignal.abort())
	expect(await newest()).toMatchObject({ state: 'running', endedAt: null })
	await work(site)
	const done = await newest()
	expect(done).toMatchObject({ state: 'done', isCancelling: false, refused: 0 })
	expect(done?.added).toBeGreaterThan(100)

	site.time.now += 1000
	const waiting = await site.call(startImport, begin, admin)
	expect(await site.call(cancelImport, { params: { id: waiting.id } }, admin)).toMatchObject({ state: 'cancelled' })
	site.time.now += 1000
	const stopped = await site.call(startImport, begin, admin)
	await work(site, AbortSignal.abort())
	const cancelling = await site.call(cancelImport, { params: { id: stopped.id } }, admin)
	expect(cancelling).toMatchObject({ state: 'running', isCancelling: true })
	await work(site)
	expect(await newest()).toMatchObject({ id: stopped.id, state: 'cancelled', isCancelling: false })
	await work(site)
})

test('an import that a source ends tells why, and one that fails itself is tried three times', async () => {
	await using wikidata = await startWikidataServer({ items: [{ ...item(1), number: 1.5 }] })
	const { endpoint } = wikidata.settings
	await using site = await startSite({ env: { ...CONTACT, WIKIDATA_ENDPOINT: endpoint } })
	const admin = await registerAdmin(site)
	const newest = async () => (await site.call(getCatalogImports, {}, admin)).imports[0]
	await site.call(startImport, { body: { source: 'wikidata' } }, admin)
	await work(site)
	expect(await newest()).toMatchObject({ state: 'failed', error: expect.stringMatching(/Wikidata.*\.$/) })

	site.time.now += 1000
	await site.call(startImport, { body: { source: 'builtin' } }, admin)
	const { db } = site.services
	await db.schema.alterTable('catalogue_met').renameTo('catalogue_met_away').execute()
	try {
		for (let attempt = 0; attempt < 3; attempt++) await expect(work(site)).rejects.toThrow()
	} finally {
		await db.schema.alterTable('catalogue_met_away').renameTo('catalogue_met').execute()
	}
	expect(await newest()).toMatchObject({
		state: 'failed',
		error: expect.stringMatching(/^The import failed three times/),
	})
})

test('games that may be the same are merged or kept apart', async () => {
	await using site = await startSite()
	const { db, clock } = site.services
	const admin = await registerAdmin(site)
	for (const [source, developers] of [
		['one', 'Mossgate'],
		['two', 'Others'],
	] as const) {
		const records = [1, 2, 3].map((number) => ({
			sourceId: `${source}:${number}`,
			name: `Lamp ${number}`,
			releaseDate: '1999',
			developers: [developers],
			platforms: ['Linux'],
		}))
		const entries = async function* () {
			for (const record of records) yield { position: record.sourceId, record }
		}
		await importCatalog(db, { name: source, entries }, { clock })
	}
	const first = await site.call(listUnsurePairs, { query: { limit: 2 } }, admin)
	expect([first.totalCount, first.pairs.length]).toEqual([3, 2])
	const query = { limit: 2, cursor: first.nextCursor ?? '' }
	const second = await site.call(listUnsurePairs, { query }, admin)
	expect([second.pairs.length, second.nextCursor]).toEqual([1, null])
	const [merged, apart] = first.pairs
	const [reviewed] = second.pairs
	if (!merged || !apart || !reviewed) throw new Error('three pairs were expected')
	expect(merged).toMatchObject({
		one: { name: 'Lamp 1', developers: ['Mossgate'], sources: ['one'], reviewCount: 0 },
		other: { name: 'Lamp 1', developers: ['Others'], sources: ['two'] },
		reason: expect.stringContaining('no company'),
	})

	const merge = { keepId: merged.one.id, mergeId: merged.other.id }
	expect(await site.call(mergePair, { body: merge }, admin)).toMatchObject({ id: merged.one.id, reviews: 0 })
	expect((await site.refusal(mergePair, { body: merge }, admin)).code).toBe(SAME_GAME.code)
	const moved = await site.call(getGame, { params: { id: merged.other.id } })
	expect(moved.data.id).toBe(merged.one.id)
	await site.call(keepPairApart, { body: { oneId: apart.one.id, otherId: apart.other.id } }, admin)
	const gone = { oneId: apart.one.id, otherId: 2_000_000_000 }
	expect((await site.refusal(keepPairApart, { body: gone }, admin)).code).toBe(GAMES_GONE.code)

	const ann = await site.register()
	for (const { id } of [reviewed.one, reviewed.other]) {
		const body = { gameId: id, rating: 4, platform: 'Linux', description: 'A calm game about lamps.' }
		await site.call(createReview, { body }, ann)
	}
	const both = { keepId: reviewed.one.id, mergeId: reviewed.other.id }
	expect((await site.refusal(mergePair, { body: both }, admin)).code).toBe(BOTH_REVIEWED.code)
	await site.call(mergePair, { body: { ...both, keepNewest: true } }, admin)
	expect(await site.call(listUnsurePairs, { query: {} }, admin)).toMatchObject({ pairs: [], totalCount: 0 })
})
