import { expect, test } from 'vitest'
import { exportAccount } from '#contract/export.ts'
import {
	applyImport,
	changeImport,
	createImport,
	decideImportRow,
	decideImportRows,
	getImport,
	getImportRows,
	stopImport,
	undoImport,
} from '#contract/imports.ts'
import { createImporter } from '#kit/imported-games.ts'
import { addJsonSource, applyAll, runImports, toItem, toPlay, undoAll, uploadItems } from '#kit/imports.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

const NAMES = Array.from({ length: 8 }, (_, index) => `Grove ${'abcdefgh'[index]}lder`)
const ITEMS = NAMES.map((name, index) =>
	toItem(name, { statuses: ['done'], plays: [toPlay({ key: `p${index}`, startedOn: '2020', minutes: 60 })] }),
)

async function start() {
	const site = await startSite()
	await createImporter(site).load(
		'igdb',
		NAMES.map((name, index) => ({ sourceId: `igdb:${index + 1}`, name, platforms: ['PC'] })),
	)
	return { site, ann: await site.register('Ann') }
}

/** Returns the codes of what was refused; anything but a conflict fails. */
async function act(calls: readonly Promise<unknown>[]): Promise<string[]> {
	const outcomes = await Promise.allSettled(calls)
	return outcomes.flatMap((outcome) => {
		if (outcome.status === 'fulfilled') return []
		const error = outcome.reason as ApiError
		expect(error).toBeInstanceOf(ApiError)
		expect(error.status).toBe(409)
		return [error.code]
	})
}

async function readGames(site: TestSite, player: Player) {
	const { library, plays } = await site.call(exportAccount, {}, player)
	return { library: library.length, plays: plays.length }
}

test('two tabs that apply, stop and undo at once, while two processes work, write once or nothing', async () => {
	using _source = addJsonSource()
	const { site, ann } = await start()
	await using _site = site
	const { id } = await uploadItems(site, ann, ITEMS)
	const params = { id }
	const apply = () => site.call(applyImport, { params, body: {} }, ann)
	const work = () => Promise.all([runImports(site), runImports(site)])
	for (let round = 0; round < 4; round++) {
		await act([apply(), apply(), site.call(stopImport, { params }, ann), site.call(undoImport, { params }, ann)])
		await Promise.all([work(), act([site.call(stopImport, { params }, ann), apply()])])
	}
	await work()
	const { state } = await site.call(getImport, { params }, ann)
	expect(['applied', 'stopped', 'undone']).toContain(state)
	if (state === 'stopped') await applyAll(site, ann, { id })
	if (state !== 'undone') {
		expect(await readGames(site, ann)).toEqual({ library: NAMES.length, plays: NAMES.length })
		await undoAll(site, ann, { id })
	}
	expect(await readGames(site, ann)).toEqual({ library: 0, plays: 0 })
	expect(await recount(site.services.db)).toEqual([])
})

test('of several imports that are applied at once one is, and the others are refused', async () => {
	using _source = addJsonSource()
	const { site, ann } = await start()
	await using _site = site
	const runs = [
		await uploadItems(site, ann, ITEMS.slice(0, 3)),
		await uploadItems(site, ann, ITEMS.slice(3, 5)),
		await uploadItems(site, ann, ITEMS.slice(5)),
	]
	const refused = await act(runs.map(({ id }) => site.call(applyImport, { params: { id }, body: {} }, ann)))
	expect(refused).toEqual(['import_under_way', 'import_under_way'])
	await runImports(site)
	expect((await readGames(site, ann)).library).toBeGreaterThan(0)
})

test("a stranger can do nothing with somebody's import", async () => {
	using _source = addJsonSource()
	const { site, ann } = await start()
	await using _site = site
	const ben = await site.register('Ben')
	const { id } = await uploadItems(site, ann, ITEMS)
	const params = { id, row: 1 }
	const calls = [
		getImport,
		getImportRows,
		decideImportRow,
		decideImportRows,
		changeImport,
		applyImport,
		stopImport,
		undoImport,
	]
	for (const call of calls) {
		const body = { gameId: null, decision: 'skip', match: 'none', statuses: [] }
		expect((await site.refusal(call, { params, query: {}, body } as never, ben)).code).toBe('import_not_found')
	}
	// The same bytes of another person are an import of their own
	const { rows } = await site.call(getImportRows, { params: { id }, query: {} }, ann)
	const other = await uploadItems(site, ben, ITEMS)
	expect(other.id).not.toBe(id)
	expect((await site.call(getImportRows, { params: { id }, query: {} }, ann)).rows).toEqual(rows)
	const cursor = (await site.call(getImportRows, { params: { id }, query: { limit: 1 } }, ann)).nextCursor ?? ''
	const refused = await site.refusal(getImportRows, { params: { id: other.id }, query: { cursor } }, ben)
	expect([refused.status, refused.code]).toEqual([400, 'bad_cursor'])
})

test.each([
	['JSON as deep as it is long', `{"format":"savepoint-account-1","library":[${'['.repeat(3_000_000)}`],
	['objects in each other', `{"format":"savepoint-account-1","library":[${'{"a":'.repeat(700_000)}`],
	['one line of 19 MB', `{"format":"savepoint-account-1","library":[{"gameName":"${'x'.repeat(19 * 1024 * 1024)}"}]}`],
	[
		'rows that are no rows',
		'{"format":"savepoint-account-1","library":[null,1,"x",[],{"gameName":{}},{"gameName":"__proto__","rating":1e308}]}',
	],
])('%s end as a preview or with a sentence', { tags: ['ci'] }, async (_, content) => {
	const { site, ann } = await start()
	await using _site = site
	const { id } = await site.call(createImport, { body: { file: new File([content], 'savepoint.json') } }, ann)
	await runImports(site)
	const run = await site.call(getImport, { params: { id } }, ann)
	expect(run.state === 'preview' || run.error).toBeTruthy()
	expect(run.counts.sure).toBe(0)
})
