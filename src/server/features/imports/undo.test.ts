import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { exportAccount } from '#contract/export.ts'
import { undoImport } from '#contract/imports.ts'
import { deleteLibraryEntry, getLibraryEntry, saveFavorites, saveLibraryEntry } from '#contract/library.ts'
import { createList, updateList } from '#contract/lists.ts'
import { createPlay, deletePlay, updatePlay } from '#contract/plays.ts'
import { getReview } from '#contract/reviews.ts'
import { createImporter } from '#kit/imported-games.ts'
import { addJsonSource, applyAll, toItem, toPlay, undoAll, uploadItems } from '#kit/imports.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { deleteOldImports } from './queries.ts'
import type { ImportedItem } from './sources/source.ts'

const NAMES = ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel'].map((tree) => `${tree} Grove`)

async function start() {
	const site = await startSite()
	await createImporter(site).load(
		'igdb',
		NAMES.map((name, index) => ({ sourceId: `igdb:${index + 1}`, name, platforms: ['PC'] })),
	)
	const games = await site.services.db.selectFrom('games').select(['id', 'name']).orderBy('name').execute()
	return { site, games: games.map(({ id }) => id), ann: await site.register('Ann') }
}

const GAME_ITEMS = NAMES.map((name, index) =>
	toItem(name, {
		...{
			lists: [{ key: `l${index % 2}`, position: -index, note: `At ${index}` }],
			favorite: index < 3 ? 3 - index : null,
		},
		...{ statuses: [index % 2 ? 'done' : 'owned'], rating: index % 3 ? index / 2 + 1 : null, isLoved: index === 2 },
		...{ addedAt: '2019-01-01', note: index === 4 ? 'Physical copy' : null },
		plays:
			index % 2
				? [
						toPlay({
							key: `p${index}`,
							startedOn: '2020',
							endedOn: '2021-03',
							outcome: 'finished',
							minutes: 60 * index,
						}),
					]
				: [],
		sessions: index === 1 ? [{ key: 's', day: '2020-05-05', minutes: 30, note: null }] : [],
		review:
			index === 4 || index === 5
				? {
						text: `A whole review of ${name}.`,
						containsSpoilers: false,
						platform: 'PC',
						hours: 3,
						writtenAt: '2021-04-01',
					}
				: null,
	}),
)

const ITEMS: ImportedItem[] = [
	...GAME_ITEMS,
	...['l0', 'l1'].map((key) => ({
		...{ kind: 'list' as const, key, title: `List ${key}`, description: null, visibility: 'private' as const },
		...{ isRanked: true, tags: ['brought'], createdAt: '2018-01-01' },
	})),
]
/** A later file of the source: of each game another play and session, and of some a place in a list of the first. */
const SECOND = [
	...NAMES.map((name, index) =>
		toItem(name, {
			statuses: ['playing'],
			plays: [toPlay({ key: `q${index}`, startedOn: '2022', note: 'Second' })],
			sessions: [{ key: `t${index}`, day: '2022-01-01', minutes: 10, note: null }],
			lists: index < 2 ? [{ key: `l${1 - index}`, position: 1, note: 'Later' }] : [],
		}),
	),
	...ITEMS.slice(GAME_ITEMS.length),
]

async function readLibrary(site: TestSite, player: Player) {
	const data = await site.call(exportAccount, {}, player)
	const { library, plays, playSessions, reviews, reviewDrafts, lists, favorites } = data
	return { library, plays, playSessions, reviews, reviewDrafts, lists, favorites }
}

const KINDS = ['rate', 'wish', 'status', 'platform', 'play', 'delete', 'favorite', 'list'] as const
type Act = { kind: (typeof KINDS)[number]; game: number; value: number }

const act = fc.record({
	kind: fc.constantFrom(...KINDS),
	game: fc.nat(NAMES.length - 1),
	value: fc.integer({ min: 1, max: 10 }),
})
const STATUSES = ['paused', 'playing', 'abandoned', 'completed'] as const

async function perform(site: TestSite, player: Player, gameId: number, { kind, value }: Act): Promise<void> {
	const params = { gameId }
	const save = (body: object) => site.call(saveLibraryEntry, { params, body }, player)
	if (kind === 'rate') await save({ rating: value / 2 })
	if (kind === 'wish') await save({ isWished: true })
	if (kind === 'status') await save({ status: STATUSES[value % STATUSES.length] })
	if (kind === 'platform') await save({ platform: 'PC (Microsoft Windows)' })
	if (kind === 'play')
		await site.call(createPlay, { params, body: { startedOn: '2025', note: `Play ${value}` } }, player)
	if (kind === 'favorite') await site.call(saveFavorites, { body: { gameIds: [gameId] } }, player)
	if (kind === 'list') {
		const { lists } = await site.call(exportAccount, {}, player)
		const imported = lists.find(({ title }) => title.startsWith('List l'))
		const body = { title: `Mine ${value}` }
		if (imported) await site.call(updateList, { params: { id: imported.id }, body }, player)
		else await site.call(createList, { body: { ...body, games: [{ gameId }] } }, player)
	}
	if (kind === 'delete') await site.call(deleteLibraryEntry, { params }, player).catch(() => {})
}

test('what was there before comes back, and what has changed since stays', { timeout: 180_000 }, async () => {
	using _source = addJsonSource()
	const { site, games, ann } = await start()
	await using _site = site
	await fc.assert(
		fc.asyncProperty(
			fc.array(act, { maxLength: 6 }),
			fc.array(act, { maxLength: 5 }),
			fc.constantFrom('mine' as const, 'theirs' as const),
			fc.constantFrom('none' as const, 'undone first' as const, 'undone last' as const),
			async (earlier, later, conflicts, second) => {
				const player = await site.register()
				for (const one of earlier) await perform(site, player, games[one.game] ?? 0, one)
				const before = await readLibrary(site, player)
				site.time.now += 60_000
				const run = await uploadItems(site, player, ITEMS)
				await applyAll(site, player, run, { conflicts })
				site.time.now += 60_000
				for (const one of later) await perform(site, player, games[one.game] ?? 0, one)
				const changed = await readLibrary(site, player)
				site.time.now += 60_000
				const other = second === 'none' ? null : await uploadItems(site, player, SECOND)
				if (other) await applyAll(site, player, other)
				site.time.now += 60_000
				if (second === 'undone first' && other) await undoAll(site, player, other)
				await undoAll(site, player, run)
				if (second === 'undone last' && other) {
					const { plays, playSessions } = await readLibrary(site, player)
					expect(plays.filter(({ note }) => note === 'Second')).toHaveLength(NAMES.length)
					expect(playSessions.filter(({ day }) => day === '2022-01-01')).toHaveLength(NAMES.length)
					await undoAll(site, player, other)
				}
				const after = await readLibrary(site, player)
				// When two imports have changed an entry, only the newest of its times is kept if the older is undone first
				if (second === 'undone last') for (const entry of [...before.library, ...after.library]) entry.updatedAt = ''
				if (!later.some(({ kind }) => kind === 'favorite')) expect(after.favorites).toEqual(before.favorites)
				const renamed = later.filter(({ kind }) => kind === 'list').map(({ value }) => `Mine ${value}`)
				const byHand = new Set([...before.lists.map(({ title }) => title), ...renamed])
				// A list that another import has added to is not the first one's alone
				if (second === 'undone last') after.lists = after.lists.filter(({ title }) => byHand.has(title))
				expect(after.lists.filter(({ title }) => !byHand.has(title))).toEqual([])
				if (renamed.length === 0) expect(after.lists).toEqual(before.lists)
				else expect(after.lists.map(({ title }) => title)).toContain(renamed.at(-1))
				const ofGames = later.filter(({ kind }) => kind !== 'favorite' && kind !== 'list')
				const touched = new Set(ofGames.map(({ game }) => games[game] ?? 0))
				const untouched = <Row extends { gameId: number }>(rows: readonly Row[]) =>
					rows.filter(({ gameId }) => !touched.has(gameId))
				for (const part of ['library', 'plays', 'playSessions', 'reviews'] as const)
					expect(untouched<{ gameId: number }>(after[part])).toEqual(untouched<{ gameId: number }>(before[part]))
				for (const { game, kind, value } of later.filter(
					({ game, kind }) => later.findLast((one) => one.game === game)?.kind === kind,
				)) {
					const entry = after.library.find(({ gameId }) => gameId === games[game])
					const then = changed.library.find(({ gameId }) => gameId === games[game])
					if (kind === 'status' && then) expect(entry?.status).toBe(then.status)
					if (kind === 'wish') expect(entry?.isWished).toBe(true)
					if (kind === 'play')
						expect(after.plays.filter(({ note }) => note === `Play ${value}`).length).toBeGreaterThan(0)
				}
			},
		),
		{ numRuns: 8 },
	)
	expect(await recount(site.services.db)).toEqual([])
	expect(ann.user.username).toBe('Ann')
})

test('what others or the owner have added to an imported thing keeps it, and what was deleted stays deleted', async () => {
	using _source = addJsonSource()
	const { site, games, ann } = await start()
	await using _site = site
	const ben = await site.register('Ben')
	const run = await uploadItems(site, ann, ITEMS)
	await applyAll(site, ann, run)
	const [reviewed, other] = [games[4] ?? 0, games[5] ?? 0]
	const { entry } = await site.call(getLibraryEntry, { params: { gameId: reviewed } }, ann)
	const reviewId = entry?.reviewId ?? ''
	await site.call(createComment, { body: { reviewId, content: 'So true.' } }, ben)
	const plays = (await site.call(getLibraryEntry, { params: { gameId: games[1] ?? 0 } }, ann)).plays
	await site.call(
		updatePlay,
		{ params: { id: plays[0]?.id ?? '' }, body: { startedOn: '2020', endedOn: '2021-04', outcome: 'finished' } },
		ann,
	)
	const gone = (await site.call(getLibraryEntry, { params: { gameId: other } }, ann)).plays[0]?.id ?? ''
	await site.call(deletePlay, { params: { id: gone } }, ann)
	await undoAll(site, ann, run)
	expect(await site.call(getReview, { params: { id: reviewId } })).toMatchObject({
		description: `A whole review of ${NAMES[4]}.`,
		commentCount: 1,
	})
	const kept = await site.call(getLibraryEntry, { params: { gameId: games[1] ?? 0 } }, ann)
	expect(kept).toMatchObject({ entry: { status: null, rating: null }, plays: [{ endedOn: '2021-04' }], sessions: [] })
	const data = await readLibrary(site, ann)
	expect(data.library.map(({ gameId }) => gameId).sort()).toEqual([games[1], reviewed].sort())
	expect(data.reviews).toHaveLength(1)
	expect(await recount(site.services.db)).toEqual([])
})

test('an import can be undone for 30 days, and what it wrote stays after them', async () => {
	using _source = addJsonSource()
	const { site, ann } = await start()
	await using _site = site
	const { db } = site.services
	const run = await uploadItems(site, ann, ITEMS)
	const { undoUntil } = await applyAll(site, ann, run)
	expect(undoUntil).toBe(new Date(site.time.now + 30 * 86_400_000).toISOString())
	const written = await readLibrary(site, ann)
	const purge = async (at: string) => {
		await deleteOldImports(db, { previewsBefore: at, at })
		return (await db.selectFrom('import_changes').select('id').execute()).length
	}
	expect(await purge(undoUntil ?? '')).toBeGreaterThan(0)
	const past = new Date(site.time.now - 1).toISOString()
	await db.updateTable('imports').set({ undo_until: past }).execute()
	expect((await site.refusal(undoImport, { params: { id: run.id } }, ann)).code).toBe('import_state')
	expect(await purge(new Date(site.time.now).toISOString())).toBe(0)
	expect(await db.selectFrom('import_rows').select('row').execute()).toEqual([])
	expect(await readLibrary(site, ann)).toEqual(written)
	// What the source calls its plays and lists is remembered
	await applyAll(site, ann, await uploadItems(site, ann, [...ITEMS, toItem('Unknown')]))
	expect(await readLibrary(site, ann)).toEqual(written)
})

test('texts with no place of their own become notes, and drafts where reviews are not to be published', async () => {
	using _source = addJsonSource()
	const { site, games, ann } = await start()
	await using _site = site
	const review = { text: 'Short.', containsSpoilers: false, platform: null, hours: null, writtenAt: null }
	const items = [
		toItem('Alder Grove', { rating: 3, review, note: `${'x'.repeat(2_000)}${'y'.repeat(1_000)}` }),
		toItem('Birch Grove', { rating: 3, review: { ...review, text: 'Long enough to publish.' } }),
	]
	const run = await uploadItems(site, ann, items)
	await applyAll(site, ann, run, { reviews: 'drafts' })
	const { plays } = await site.call(getLibraryEntry, { params: { gameId: games[0] ?? 0 } }, ann)
	expect(plays.map(({ note }) => note?.length ?? 0).reduce((sum, length) => sum + length, 0)).toBeGreaterThanOrEqual(
		3_006,
	)
	const data = await readLibrary(site, ann)
	expect(data.reviews).toEqual([])
	expect(data.reviewDrafts).toMatchObject([{ description: 'Long enough to publish.', rating: 3 }])
	// The same again brings nothing new
	const later = await uploadItems(site, ann, [...items, toItem('Unknown')])
	await applyAll(site, ann, later, { reviews: 'drafts' })
	const { playSessions: _, ...again } = await readLibrary(site, ann)
	const { playSessions: __, ...first } = data
	expect(again).toEqual(first)
})
