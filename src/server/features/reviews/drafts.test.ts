import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportAccount } from '#contract/export.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	DRAFT_CHANGED,
	deleteReviewDraft,
	getReviewDraft,
	listReviewDrafts,
	type SavedReviewDraft,
	saveReviewDraft,
	TOO_MANY_DRAFTS,
} from '#contract/review-drafts.ts'
import { createReview, listReviews, updateReview } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { ApiError } from '#web/app/api-client.ts'
import { deleteOldDrafts } from './queries-drafts.ts'

const REVIEW = { rating: 4, platform: 'PC', description: 'Long enough to be published.' }

const get = async (site: TestSite, player: Player, gameId: number) =>
	(await site.call(getReviewDraft, { params: { gameId } }, player)).draft
const save = async (site: TestSite, player: Player, gameId: number, body: SavedReviewDraft) =>
	(await site.call(saveReviewDraft, { params: { gameId }, body }, player)).draft
const refuse = (site: TestSite, player: Player, gameId: number, body: SavedReviewDraft) =>
	site.refusal(saveReviewDraft, { params: { gameId }, body }, player)

test('a draft may be incomplete, and is changed from the version that one knows', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	expect(await get(site, ann, gameId)).toBeNull()
	const first = await save(site, ann, gameId, { description: '', version: null })
	expect(first).toMatchObject({
		rating: null,
		platform: null,
		timePlayed: null,
		description: '',
		containsSpoilers: false,
	})
	site.time.now += 1000
	const content = { rating: 0.5, platform: 'PC', timePlayed: 12, description: 'Half a', containsSpoilers: true }
	const second = await save(site, ann, gameId, { ...content, version: first.version })
	expect(second).toEqual({
		...content,
		version: second.version,
		device: 'Unknown device',
		updatedAt: '2026-11-21T12:00:01.000Z',
	})
	expect(second.version).not.toBe(first.version)
	expect(await get(site, ann, gameId)).toEqual(second)
	expect(await get(site, ben, gameId)).toBeNull()
})

test('a change from another version is refused with the present draft, and nothing is overwritten', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const gameId = await site.addGame()
	const first = await save(site, ann, gameId, { description: 'One' })
	const present = await save(site, ann, gameId, { description: 'Two', version: first.version })
	for (const version of [null, undefined, first.version, present.version + 1]) {
		const refusal = await refuse(site, ann, gameId, { description: 'Three', ...(version !== undefined && { version }) })
		expect([refusal.status, refusal.code, refusal.message]).toEqual([409, 'draft_changed', DRAFT_CHANGED.error])
		expect(refusal.body).toMatchObject({ draft: present })
	}
	expect(await get(site, ann, gameId)).toEqual(present)
})

test('a draft that was deleted and begun again is another one', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const gameId = await site.addGame()
	const first = await save(site, ann, gameId, { description: 'One' })
	const params = { gameId }
	for (let time = 0; time < 2; time++)
		expect(await site.call(deleteReviewDraft, { params }, ann)).toEqual({ success: true })
	const gone = await refuse(site, ann, gameId, { description: 'Two', version: first.version })
	expect([gone.code, gone.body]).toMatchObject(['draft_changed', { draft: null }])
	const other = await save(site, ann, gameId, { description: 'Three' })
	expect((await refuse(site, ann, gameId, { description: 'Two', version: first.version })).status).toBe(409)
	const kept = await site.refusal(deleteReviewDraft, { params, query: { version: first.version } }, ann)
	expect([kept.code, kept.body]).toMatchObject(['draft_changed', { draft: other }])
	await site.call(deleteReviewDraft, { params, query: { version: other.version } }, ann)
	expect(await get(site, ann, gameId)).toBeNull()
})

test('of twenty saves at once, in two processes, one wins and the others learn the present draft', async () => {
	await using site = await startSite()
	await using other = await startSite({ beside: site })
	const ann = await site.register()
	const gameId = await site.addGame()
	let version: number | null = null
	for (let round = 0; round < 3; round++) {
		const from: number | null = version
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				save(n % 2 ? other : site, ann, gameId, { description: `Round ${round}, ${n}`, version: from }).catch(
					(error: unknown) => error,
				),
			),
		)
		const present = await get(site, ann, gameId)
		const refusals = answers.filter((answer) => answer instanceof ApiError)
		expect(answers.filter((answer) => !(answer instanceof ApiError))).toEqual([present])
		expect(refusals.map(({ status, body }) => [status, (body as { draft: unknown }).draft])).toEqual(
			Array(19).fill([409, present]),
		)
		version = present?.version ?? null
	}
})

test('a draft has the limits of a review, and an unknown game has none', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const gameId = await site.addGame()
	const longest = await save(site, ann, gameId, { description: '\u{1F31F}'.repeat(LIMITS.reviewMax) })
	const wrong: [object, string][] = [
		[{ description: 'a'.repeat(LIMITS.reviewMax + 1) }, 'Review must be 20,000 characters or less'],
		[{}, 'Please enter a review'],
		[{ description: 7 }, 'Please enter a review'],
		[{ description: 'a', rating: 7 }, 'Rating must be from 0.5 to 5 stars in half steps'],
		[{ description: 'a', platform: 'x'.repeat(81) }, 'Platform must be 80 characters or less'],
		[{ description: 'a', timePlayed: 1.5 }, 'Time played must be in whole hours'],
		[{ description: 'a', timePlayed: 100_001 }, 'Time played must be 100,000 hours or less'],
		[{ description: 'a\u0000' }, 'Description contains characters that are not allowed'],
	]
	for (const [body, sentence] of wrong) {
		const refusal = await refuse(site, ann, gameId, { version: longest.version, ...body } as SavedReviewDraft)
		expect([refusal.status, refusal.code, refusal.message]).toEqual([400, 'invalid_input', sentence])
	}
	for (const version of [0, 1.5, '1', 2 ** 31])
		expect((await refuse(site, ann, gameId, { description: 'a', version } as SavedReviewDraft)).status).toBe(400)
	expect(await get(site, ann, gameId)).toEqual(longest)
	const params = { gameId: gameId + 1 }
	for (const refusal of [
		await site.refusal(getReviewDraft, { params }, ann),
		await site.refusal(saveReviewDraft, { params, body: { description: 'a' } }, ann),
		await site.refusal(saveReviewDraft, { params, body: { description: 'a', version: 1 } }, ann),
		await site.refusal(deleteReviewDraft, { params }, ann),
	])
		expect([refusal.status, refusal.message]).toEqual([404, 'Game Not Found'])
})

test('an account has a limited number of drafts, exactly', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const games = await Promise.all(Array.from({ length: 6 }, () => site.addGame()))
	const { db } = site.services
	const at = new Date(site.time.now).toISOString()
	const { rows: others } = await sql<{ id: number }>`
		insert into games (source, source_id, facts_hash, name, created_at, updated_at)
		select 'full', n::text, '', 'Game ' || n, ${at}, ${at} from generate_series(1, ${LIMITS.draftsPerAccount - 2}) n returning id`.execute(
		db,
	)
	await db
		.insertInto('review_drafts')
		.columns(['user_id', 'game_id', 'description', 'updated_at'])
		.values(others.map(({ id }) => ({ user_id: ann.user.id, game_id: id, description: '', updated_at: at })))
		.execute()
	const answers = await Promise.all(
		games.map((gameId) => save(site, ann, gameId, { description: 'Once more' }).catch((error: ApiError) => error)),
	)
	const refused = answers.filter((answer) => answer instanceof ApiError)
	expect(refused.map(({ status, code, message }) => [status, code, message])).toEqual(
		Array(4).fill([400, 'too_many_drafts', TOO_MANY_DRAFTS.error]),
	)
	const [saved] = (await site.call(listReviewDrafts, { query: { limit: 1 } }, ann)).drafts
	const draft = await get(site, ann, saved?.game.id ?? 0)
	await save(site, ann, saved?.game.id ?? 0, { description: 'Changed', version: draft?.version ?? null })
})

test('publishing deletes the draft, and a refused publication keeps it', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const begun = await save(site, ann, gameId, { description: 'Short' })
	await save(site, ben, gameId, { description: 'Short' })
	await site.refusal(createReview, { body: { ...REVIEW, gameId, description: 'Short' } }, ann)
	expect(await get(site, ann, gameId)).toEqual(begun)
	const { id } = await site.call(createReview, { body: { ...REVIEW, gameId } }, ann, { idempotencyKey: 'once' })
	expect(await get(site, ann, gameId)).toBeNull()
	expect(await get(site, ben, gameId)).not.toBeNull()
	const changed = await save(site, ann, gameId, { description: 'A better version' })
	await site.refusal(createReview, { body: { ...REVIEW, gameId } }, ann)
	await site.refusal(updateReview, { params: { id }, body: REVIEW }, ben)
	expect(await get(site, ann, gameId)).toEqual(changed)
	await site.call(updateReview, { params: { id }, body: { ...REVIEW, description: 'A better version' } }, ann)
	expect(await get(site, ann, gameId)).toBeNull()
})

test('a merged game has the draft of the one that remains', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const [kept, gone] = [await site.addGame(), await site.addGame()]
	const draft = await save(site, ann, gone, { description: 'Of the one that goes' })
	await mergeGames(site.services.db, kept, gone, site.services)
	expect(await get(site, ann, kept)).toEqual(draft)
	const next = await save(site, ann, gone, { description: 'Still going', version: draft.version })
	expect(await get(site, ann, kept)).toEqual(next)
	const late = await refuse(site, ann, gone, { description: 'Late' })
	expect(late.body).toMatchObject({ draft: next })
	await site.call(deleteReviewDraft, { params: { gameId: gone } }, ann)
	expect(await save(site, ann, gone, { description: 'First' })).toEqual(await get(site, ann, kept))
})

test('of drafts of two games that become one, both texts remain', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const [kept, gone] = [await site.addGame(), await site.addGame()]
	const older = await save(site, ann, kept, { description: 'The older', rating: 2, timePlayed: 8 })
	await save(site, ben, kept, { description: 'The same' })
	site.time.now += 1000
	const newer = await save(site, ann, gone, { description: 'The newer', rating: 4, containsSpoilers: true })
	await save(site, ben, gone, { description: 'The same' })
	await mergeGames(site.services.db, kept, gone, site.services)
	const draft = await get(site, ann, kept)
	expect(draft).toEqual({
		...newer,
		timePlayed: 8,
		description: 'The newer\n\nThe older',
		version: Math.max(older.version, newer.version) + 1,
	})
	expect((await get(site, ben, gone))?.description).toBe('The same')
	expect((await site.call(listReviewDrafts, { query: {} }, ann)).drafts).toHaveLength(1)
})

test('drafts are listed, last changed first, with the number of their words', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const [one, two] = [await site.addGame({ name: 'Lantern Hollow' }), await site.addGame({ name: 'Ember Rush' })]
	const { version } = await save(site, ann, one, { description: 'Three words here' })
	site.time.now += 1000
	await save(site, ann, two, { description: '' })
	const listed = async (player: Player, limit = 10) =>
		(await site.call(listReviewDrafts, { query: { limit } }, player)).drafts.map(({ game, words }) => [
			game.name,
			words,
		])
	expect(await listed(ann)).toEqual([
		['Ember Rush', 0],
		['Lantern Hollow', 3],
	])
	site.time.now += 1000
	await save(site, ann, one, { description: 'Two words', version })
	expect(await listed(ann, 1)).toEqual([['Lantern Hollow', 2]])
	expect(await listed(ben)).toEqual([])
})

test('a draft says on which device it was saved', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const gameId = await site.addGame()
	const { version } = await save(site, ann, gameId, { description: 'At the desk' })
	const answer = await site.app.inject({
		method: 'POST',
		url: login.url,
		headers: {
			'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
		},
		payload: { identifier: ann.user.username, password: PASSWORD },
	})
	const phone = { ...ann, ...(answer.json().tokens as Pick<Player, 'accessToken' | 'refreshToken'>) }
	await save(site, phone, gameId, { description: 'On the way', version })
	expect(await get(site, ann, gameId)).toMatchObject({ description: 'On the way', device: 'Safari on iPhone' })
})

test('drafts that have not changed for a year are deleted', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const [old, fresh] = [await site.addGame(), await site.addGame()]
	await save(site, ann, old, { description: 'Long ago' })
	site.time.now += 1000
	await save(site, ann, fresh, { description: 'A second later' })
	await deleteOldDrafts(site.services.db, new Date(site.time.now).toISOString())
	expect([await get(site, ann, old), await get(site, ann, fresh)]).toMatchObject([
		null,
		{ description: 'A second later' },
	])
})

test('saving once per second runs into no limit, and does not count as posting', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register()
	const gameId = await site.addGame()
	let version: number | null = null
	for (let second = 0; second < 120; second++)
		version = (await save(site, ann, gameId, { description: `${second} words`, version })).version
	expect((await refuse(site, ann, gameId, { description: 'Faster', version })).status).toBe(429)
	await site.call(createReview, { body: { ...REVIEW, gameId } }, ann)
})

test('the bytes of drafts are limited per hour, apart from what is posted', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.01' } })
	const ann = await site.register()
	const gameId = await site.addGame()
	const body = { description: `a${' '.repeat(LIMITS.draftBytesPerHour * 0.01)}`, version: null }
	const refusal = await refuse(site, ann, gameId, body)
	expect([refusal.status, refusal.code]).toEqual([429, 'too_much_written'])
})

test('a draft is in the export of its author and nowhere else', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const gameId = await site.addGame({ name: 'Lantern Hollow' })
	const { version: _, ...draft } = await save(site, ann, gameId, { description: 'Unspoken words', rating: 3.5 })
	const exported = await site.call(exportAccount, {}, ann)
	expect(exported.reviewDrafts).toEqual([{ gameId, gameName: 'Lantern Hollow', ...draft }])
	expect((await site.call(exportAccount, {}, ben)).reviewDrafts).toEqual([])
	expect((await site.call(listReviews, { query: { search: 'Unspoken' } }, ben)).totalCount).toBe(0)
})
