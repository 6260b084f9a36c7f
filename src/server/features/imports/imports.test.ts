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
	getImports,
	stopImport,
	undoImport,
} from '#contract/imports.ts'
import { getLibraryEntry, saveLibraryEntry } from '#contract/library.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { createImporter } from '#kit/imported-games.ts'
import { addJsonSource, applyAll, runImports, toFile, toItem, toPlay, undoAll, uploadItems } from '#kit/imports.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

async function startWithGames(names: readonly string[]) {
	const site = await startSite()
	const games = names.map((name, index) => ({
		sourceId: `igdb:${index + 1}`,
		name,
		platforms: ['PC', 'Nintendo Switch'],
	}))
	await createImporter(site).load('igdb', games)
	const rows = await site.services.db.selectFrom('games').select(['id', 'name']).execute()
	const ids = new Map(rows.map(({ id, name }) => [name, id]))
	const idOf = (name: string) => ids.get(name) ?? 0
	return { site, idOf, ann: await site.register('Ann') }
}

/** The export of an account without what differs by itself. */
async function readExport(site: TestSite, player: Player): Promise<string> {
	const { exportedAt, imports, notifications, sessions, ...rest } = await site.call(exportAccount, {}, player)
	return JSON.stringify({ ...rest, notifications: notifications.filter(({ kind }) => kind !== 'import') }, null, 1)
}

const FULL = [
	toItem('Lantern Hollow', {
		...{ statuses: ['done'], rating: 4.5, platform: 'PC', isLoved: true, note: 'Shelf: Cozy', favorite: 1 },
		...{ addedAt: '2020-01-02T10:00:00Z', changedAt: '2021-05-06T10:00:00Z' },
		plays: [toPlay({ key: 'p1', startedOn: '2021-01', endedOn: '2021-02-03', outcome: 'finished', minutes: 600 })],
		sessions: [{ key: 's1', day: '2021-01-05', minutes: 90, note: 'Late', playKey: 'p1' }],
		review: {
			...{ text: 'A fine game for a rainy evening.', containsSpoilers: false, platform: 'PC', hours: 10 },
			writtenAt: '2021-02-04T12:00:00Z',
		},
		lists: [{ key: 'l1', position: 1, note: 'First' }],
	}),
	toItem('Ember Rush', { statuses: ['planned'], lists: [{ key: 'l1', position: 2, note: null }] }),
	{
		...({
			kind: 'list',
			key: 'l1',
			title: 'Rainy days',
			description: null,
			visibility: 'private',
			isRanked: true,
		} as const),
		...{ tags: [], createdAt: '2020-03-04T00:00:00Z' },
	},
]

test('an import is read, matched, shown, written, and taken back to the byte', async () => {
	using _source = addJsonSource()
	const { site, idOf, ann } = await startWithGames(['Lantern Hollow', 'Ember Rush'])
	await using _site = site
	await site.call(saveLibraryEntry, { params: { gameId: idOf('Ember Rush') }, body: { rating: 3 } }, ann)
	const before = await readExport(site, ann)
	site.time.now += 60_000
	const preview = await uploadItems(site, ann, FULL)
	expect(preview).toMatchObject({
		...{ source: 'yamtrack', state: 'preview', fileName: 'export.json', error: null },
		counts: {
			...{ rows: 2, sure: 2, unsure: 0, none: 0, undecided: 0, missing: 0, skipped: 0, reviews: 1 },
			...{ findable: 0, wanted: 0, fetched: 0 },
			...{ added: 1, changed: 1, left: 0, failed: 0 },
		},
		statuses: [
			{ theirs: 'done', ours: 'finished', rows: 1 },
			{ theirs: 'planned', ours: 'wished', rows: 1 },
		],
	})
	const { rows } = await site.call(getImportRows, { params: { id: preview.id }, query: {} }, ann)
	expect(rows).toMatchObject([
		{
			row: 1,
			title: 'Lantern Hollow',
			match: 'sure',
			effect: 'add',
			summary: 'Finished · Loved · ★ 4.5 · PC · 12 h · Review',
		},
		{ row: 2, effect: 'change' },
	])
	expect(await readExport(site, ann)).toBe(before)

	const applied = await applyAll(site, ann, preview)
	expect(applied).toMatchObject({ state: 'applied', counts: { added: 1, changed: 1 } })
	const { entry, plays, sessions } = await site.call(
		getLibraryEntry,
		{ params: { gameId: idOf('Lantern Hollow') } },
		ann,
	)
	expect(entry).toMatchObject({
		...{
			status: 'finished',
			rating: 4.5,
			isLoved: true,
			platform: 'PC (Microsoft Windows)',
			minutesPlayed: 600,
			lastPlayedOn: '2021-02-03',
		},
		...{ createdAt: '2020-01-02T10:00:00.000Z', updatedAt: '2021-05-06T10:00:00.000Z' },
	})
	expect(plays).toMatchObject([
		{ startedOn: '2021-01', endedOn: '2021-02-03', outcome: 'finished', note: 'Shelf: Cozy' },
	])
	expect(sessions).toMatchObject([{ day: '2021-01-05', minutes: 90, playId: plays[0]?.id, source: 'yamtrack' }])
	const data = await site.call(exportAccount, {}, ann)
	expect(data).toMatchObject({
		reviews: [{ description: 'A fine game for a rainy evening.', createdAt: '2021-02-04T12:00:00.000Z' }],
		lists: [{ title: 'Rainy days', visibility: 'private', items: [{ notes: 'First' }, { gameName: 'Ember Rush' }] }],
		favorites: [{ gameName: 'Lantern Hollow' }],
	})
	expect(await recount(site.services.db)).toEqual([])
	const { notifications } = await site.call(listMyNotifications, { query: {} }, ann)
	expect(notifications).toMatchObject([{ kind: 'import', text: 'Your import is done: 1 game added, 1 changed.' }])

	expect((await undoAll(site, ann, preview)).state).toBe('undone')
	expect(await readExport(site, ann)).toBe(before)
	expect(await recount(site.services.db)).toEqual([])
})

test('decisions, words for a status and the state of an import are kept exactly', async () => {
	using _source = addJsonSource()
	const { site, idOf, ann } = await startWithGames(['Lantern Hollow', 'Lantern Hollow II', 'Ember Rush'])
	await using _site = site
	const ben = await site.register('Ben')
	const run = await uploadItems(site, ann, [
		toItem('Lantern Hollow 2 Remastered', { statuses: ['done'] }),
		toItem('Nothing Like It', { statuses: ['odd'] }),
		toItem('Ember Rush', { statuses: ['odd'] }),
		{ kind: 'unreadable', line: 5, title: 'Bro', errors: [{ column: 'name', message: 'No name' }] },
	])
	const params = { id: run.id }
	expect(run.counts).toMatchObject({
		...{ rows: 4, sure: 1, unsure: 1, none: 1, undecided: 1, missing: 1, skipped: 0, failed: 1, added: 0 },
	})
	const read = async (state?: 'unsure' | 'none' | 'failed' | 'out') =>
		(await site.call(getImportRows, { params, query: state ? { state } : {} }, ann)).rows
	expect(await read('none')).toMatchObject([{ row: 2 }])
	expect(await read('unsure')).toMatchObject([
		{
			row: 1,
			gameId: idOf('Lantern Hollow II'),
			candidates: [{ game: { name: 'Lantern Hollow II' }, why: 'The same name without “Remastered”' }],
			effect: null,
		},
	])
	expect((await read('out')).map(({ row }) => row)).toEqual([1, 2, 4])
	expect(await read('failed')).toMatchObject([{ row: 4, line: 5, errors: [{ column: 'name', message: 'No name' }] }])
	const decided = await site.call(
		decideImportRow,
		{ params: { ...params, row: 2 }, body: { gameId: idOf('Lantern Hollow'), decision: 'take' } },
		ann,
	)
	expect(decided).toMatchObject({ decision: 'take', gameId: idOf('Lantern Hollow'), effect: 'leave' })
	expect(
		(
			await site.refusal(
				decideImportRow,
				{ params: { ...params, row: 9 }, body: { gameId: null, decision: 'skip' } },
				ann,
			)
		).code,
	).toBe('row_not_found')
	expect(
		(
			await site.refusal(
				decideImportRow,
				{ params: { ...params, row: 4 }, body: { gameId: null, decision: 'take' } },
				ann,
			)
		).status,
	).toBe(400)
	expect(
		(
			await site.refusal(
				decideImportRow,
				{ params: { ...params, row: 2 }, body: { gameId: 999_999, decision: 'take' } },
				ann,
			)
		).code,
	).toBe('game_not_found')
	await site.call(decideImportRows, { params, body: { match: 'unsure', decision: 'take' } }, ann)
	expect((await site.call(getImport, { params }, ann)).counts).toMatchObject({
		...{ added: 1, left: 2, undecided: 0, missing: 0, skipped: 0 },
	})
	const ofEffect = async (effect: 'add' | 'change' | 'leave') =>
		(await site.call(getImportRows, { params, query: { effect } }, ann)).rows.map(({ row }) => row)
	expect([await ofEffect('add'), await ofEffect('change'), await ofEffect('leave')]).toEqual([[1], [], [2, 3]])
	await site.call(
		changeImport,
		{
			params,
			body: {
				statuses: [
					{ theirs: 'odd', ours: 'abandoned' },
					{ theirs: 'unknown', ours: 'played' },
				],
			},
		},
		ann,
	)
	await runImports(site)
	const changed = await site.call(getImport, { params }, ann)
	expect(changed).toMatchObject({ state: 'preview', counts: { added: 3, left: 0 } })
	expect(changed.statuses).toEqual([
		{ theirs: 'odd', ours: 'abandoned', rows: 2 },
		{ theirs: 'done', ours: 'finished', rows: 1 },
	])

	for (const call of [getImport, getImportRows, applyImport, stopImport, undoImport] as const)
		expect((await site.refusal(call, { params, query: {}, body: {} } as never, ben)).code).toBe('import_not_found')
	expect(await site.refusal(stopImport, { params }, ann)).toMatchObject({
		status: 409,
		code: 'import_state',
		body: { import: { state: 'preview' } },
	})
	expect((await site.refusal(undoImport, { params }, ann)).code).toBe('import_state')
	await applyAll(site, ann, run)
	for (const call of [applyImport, changeImport, decideImportRows] as const)
		expect((await site.refusal(call, { params, body: { match: 'none', decision: null } } as never, ann)).code).toBe(
			'import_state',
		)
	expect((await site.call(getLibraryEntry, { params: { gameId: idOf('Ember Rush') } }, ann)).entry?.status).toBe(
		'abandoned',
	)
	await undoAll(site, ann, run)
	expect((await site.refusal(undoImport, { params }, ann)).code).toBe('import_state')
	expect((await site.call(getImports, {}, ben)).imports).toEqual([])
})

test('the same file is one import, and two run one after the other', async () => {
	using _source = addJsonSource()
	const { site, ann } = await startWithGames(['Lantern Hollow'])
	await using _site = site
	const items = [
		toItem('Lantern Hollow', {
			statuses: ['done'],
			plays: [toPlay({ startedOn: '2020-01-01', endedOn: '2020-02-01' })],
		}),
	]
	const body = () => ({ body: { file: toFile(items) } })
	const [one, other] = await Promise.all([site.call(createImport, body(), ann), site.call(createImport, body(), ann)])
	expect(one.id).toBe(other.id)
	const second = { body: { file: toFile([toItem('Other')]) } }
	expect((await site.refusal(createImport, second, ann)).code).toBe('import_under_way')
	await runImports(site)
	await applyAll(site, ann, one)
	expect((await site.call(createImport, body(), ann)).state).toBe('applied')
	expect((await site.refusal(createImport, { body: { file: new File(['what'], 'x.txt') } }, ann)).code).toBe(
		'import_unreadable',
	)
	expect(
		(await site.refusal(createImport, { body: { file: new File([Buffer.alloc(21 * 1024 * 1024, 91)], 'x') } }, ann))
			.code,
	).toBe('import_too_large')
	// A later file of the source brings nothing twice
	const later = await uploadItems(site, ann, [...items, toItem('Unknown Game')])
	expect(later.counts).toMatchObject({ added: 0, changed: 0, left: 1 })
	expect(await site.services.db.selectFrom('import_files').selectAll().execute()).toEqual([])
})

test('what a person has stays, is replaced or yields to the newer, and an empty cell takes nothing away', async () => {
	using _source = addJsonSource()
	const { site, idOf, ann } = await startWithGames(['Lantern Hollow'])
	await using _site = site
	const params = { gameId: idOf('Lantern Hollow') }
	const items = [toItem('Lantern Hollow', { statuses: ['done'], changedAt: '2020-01-01' })]
	for (const [conflicts, status, rating] of [
		['mine', 'playing', 2],
		['newer', 'playing', 2],
		['theirs', 'finished', 2],
	] as const) {
		await site.call(saveLibraryEntry, { params, body: { status: 'playing', rating: 2 } }, ann)
		const run = await uploadItems(site, ann, items)
		await applyAll(site, ann, run, { conflicts })
		expect((await site.call(getLibraryEntry, { params }, ann)).entry).toMatchObject({ status, rating })
		await undoAll(site, ann, run)
		expect((await site.call(getLibraryEntry, { params }, ann)).entry).toMatchObject({ status: 'playing', rating: 2 })
	}
})
