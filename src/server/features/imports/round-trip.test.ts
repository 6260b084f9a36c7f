import { expect, test } from 'vitest'
import { type AccountExport, exportAccount } from '#contract/export.ts'
import { createImport, getImport, type Import } from '#contract/imports.ts'
import { getLibraryEntry, saveFavorites, saveLibraryEntry } from '#contract/library.ts'
import { createList, type ListInput } from '#contract/lists.ts'
import { reportPlayTime } from '#contract/play-reports.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { saveReviewDraft } from '#contract/review-drafts.ts'
import { createReview, updateReview } from '#contract/reviews.ts'
import { createImporter } from '#kit/imported-games.ts'
import { addJsonSource, applyAll, runImports, toItem, undoAll, uploadItems } from '#kit/imports.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

const NAMES = ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Juniper', 'Larch', 'Maple'].map(
	(tree) => `${tree} Grove`,
)
const PC = 'PC (Microsoft Windows)'

/** Fills an account with all that an import takes, in all its forms. */
async function fill(site: TestSite, games: readonly number[], ann: Player): Promise<void> {
	const [alder = 0, birch = 0, cedar = 0, elm = 0, fir = 0, hazel = 0, juniper = 0, larch = 0, maple = 0] = games
	const save = async (gameId: number, body: object) => {
		site.time.now += 2_000
		await site.call(saveLibraryEntry, { params: { gameId }, body }, ann)
	}
	const play = async (gameId: number, body: object) => {
		site.time.now += 2_000
		return site.call(createPlay, { params: { gameId }, body }, ann)
	}
	await save(alder, { status: 'playing', rating: 3.5, isWished: true, isLoved: true, platform: PC })
	await save(birch, { isWished: true })
	await save(cedar, { rating: 0.5 })
	await save(fir, { isLoved: true })
	// A status that its plays do not have, and none
	await save(elm, { status: 'backlog' })
	await play(elm, {
		outcome: 'finished',
		startedOn: '2019',
		endedOn: '2019-05',
		platform: PC,
		minutes: 0,
		note: 'Again!',
	})
	await play(elm, { outcome: 'abandoned', startedOn: '2020-02-03', note: 'Again!', minutes: 125, isReplay: false })
	await save(elm, { status: 'paused' })
	await play(fir, {})
	await play(fir, {})
	await play(fir, { note: 'Only a note' })
	await play(fir, { note: 'Only a note, and more of it', isReplay: true })
	await save(fir, { status: null })
	const { plays } = await site.call(getLibraryEntry, { params: { gameId: elm } }, ann)
	const session = { day: '2020-02-04', minutes: 90 }
	const sessions = [
		{ ...session, playId: plays[0]?.id ?? null, note: 'Late' },
		session,
		session,
		{ ...session, day: '2020-02-05' },
	]
	for (const body of sessions) await site.call(createPlaySession, { params: { gameId: elm }, body }, ann)
	await site.call(createPlaySession, { params: { gameId: hazel }, body: { day: null, minutes: 3_000 } }, ann)
	const reports = [
		{ key: '1', game: { name: NAMES[5] }, totalSeconds: 360_000 },
		{
			key: '2',
			game: { name: NAMES[5] },
			startedAt: '2020-02-06T23:50:00+01:00',
			endedAt: '2020-02-07T00:30:00+01:00',
		},
	]
	await site.call(reportPlayTime, { body: { client: 'Handheld', reports } }, ann)
	const review = { rating: 4.5, platform: PC, description: 'A calm one. ||The lamp is alive.|| Yes,\n\n**really**.' }
	const body = { ...review, gameId: juniper, timePlayed: 12, containsSpoilers: true, day: '2021-03-04' }
	const { id } = await site.call(createReview, { body }, ann)
	await site.call(createReview, { body: { ...review, gameId: larch } }, ann)
	site.time.now += 2_000
	await site.call(updateReview, { params: { id }, body: { ...body, description: 'Calm, ||alive|| and changed.' } }, ann)
	const draft = { rating: 2, platform: PC, timePlayed: 3, description: 'Half a ||thought||', containsSpoilers: true }
	await site.call(saveReviewDraft, { params: { gameId: maple }, body: { ...draft, version: null } }, ann)
	await site.call(saveReviewDraft, { params: { gameId: alder }, body: { description: '', version: null } }, ann)
	const lists: ListInput[] = [
		{
			...{ title: 'Rainy  days', description: 'For ||cats|| and\nothers', isRanked: false, tags: ['Calm', 'rain'] },
			games: [{ gameId: maple, notes: 'First ||of all||' }, { gameId: alder }, { gameId: birch, notes: 'Third' }],
		},
		{ title: 'Mine', visibility: 'private', games: [{ gameId: cedar }] },
		{ title: 'Mine', visibility: 'unlisted' },
	]
	for (const list of lists) {
		site.time.now += 1_000
		await site.call(createList, { body: list }, ann)
	}
	await site.call(saveFavorites, { body: { gameIds: [maple, elm, alder] } }, ann)
	using _source = addJsonSource()
	await applyAll(
		site,
		ann,
		await uploadItems(site, ann, [
			toItem(NAMES[7] ?? '', { sessions: [{ key: 'a', day: '2018-01-02', minutes: 5, note: null }] }),
		]),
	)
}

/** What an import takes of an export, without ids and the times at which plays, sessions, drafts and lists were made. */
function toComparable(data: AccountExport) {
	const { library, plays, playSessions, reviews, reviewDrafts, lists, favorites, games } = data
	const playOf = new Map(plays.map(({ id, startedOn, note }) => [id, `${startedOn} ${note}`]))
	const sorted = <Row>(rows: readonly Row[]) =>
		rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
	return {
		...{ favorites, games },
		library: library.map(({ reviewId, ...entry }) => ({ ...entry, isReviewed: reviewId !== null })),
		plays: sorted(plays.map(({ id, createdAt, updatedAt, ...play }) => play)),
		sessions: sorted(
			playSessions.map(({ id, createdAt, playId, ...session }) => ({ ...session, play: playOf.get(playId ?? '') })),
		),
		reviews: sorted(reviews.map(({ id, likes, commentCount, views, impressions, ...review }) => review)),
		drafts: reviewDrafts.map(({ updatedAt, device, ...draft }) => draft),
		lists: lists.map(({ id, updatedAt, copiedFrom, likes, commentCount, ...list }) => list),
	}
}

test('an export comes into a new account whole, as JSON and as an archive, and again brings nothing', async () => {
	await using site = await startSite()
	await createImporter(site).load(
		'igdb',
		NAMES.map((name, index) => ({ sourceId: `igdb:${index + 1}`, name, platforms: ['PC', 'Switch'] })),
	)
	const games = await site.services.db.selectFrom('games').select('id').orderBy('name').execute()
	const ann = await site.register('Ann')
	await fill(
		site,
		games.map(({ id }) => id),
		ann,
	)
	const wanted = toComparable(await site.call(exportAccount, {}, ann))
	expect(wanted).toMatchObject({ sessions: { length: 7 }, plays: { length: 6 }, drafts: { length: 2 } })
	site.time.now += 60_000
	for (const format of ['json', 'zip']) {
		const { rawPayload } = await site.app.inject({
			url: `${exportAccount.url}?format=${format}`,
			headers: { authorization: `Bearer ${ann.accessToken}` },
		})
		const player = await site.register()
		const before = toComparable(await site.call(exportAccount, {}, player))
		const upload = async (bytes: Buffer): Promise<Import> => {
			const body = { file: new File([new Uint8Array(bytes)], `savepoint.${format}`) }
			const { id } = await site.call(createImport, { body }, player)
			await runImports(site)
			return site.call(getImport, { params: { id } }, player)
		}
		const run = await upload(rawPayload)
		expect(run).toMatchObject({ source: 'savepoint', state: 'preview', counts: { unsure: 0, none: 0, failed: 0 } })
		expect(await applyAll(site, player, run)).toMatchObject({ state: 'applied', counts: { failed: 0 } })
		expect(toComparable(await site.call(exportAccount, {}, player))).toEqual(wanted)
		expect(await recount(site.services.db)).toEqual([])
		if (format === 'json') {
			const again = await upload(Buffer.concat([rawPayload, Buffer.from('\n')]))
			expect(again.counts).toMatchObject({ added: 0, changed: 0 })
			await applyAll(site, player, again)
			expect(toComparable(await site.call(exportAccount, {}, player))).toEqual(wanted)
			await undoAll(site, player, again)
			expect(toComparable(await site.call(exportAccount, {}, player))).toEqual(wanted)
		}
		await undoAll(site, player, run)
		expect(toComparable(await site.call(exportAccount, {}, player))).toEqual(before)
	}
})
