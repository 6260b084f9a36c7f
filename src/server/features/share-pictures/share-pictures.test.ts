/**
 * Each site draws in a process of its own.
 *
 * @module-tag ci
 */
import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { getGame } from '#contract/games.ts'
import { createList, getList, updateList } from '#contract/lists.ts'
import { createPlay } from '#contract/plays.ts'
import { updateProfile } from '#contract/profile.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview, deleteReview, getReview, updateReview } from '#contract/reviews.ts'
import {
	gamePicturePath,
	homePicturePath,
	listPicturePath,
	profilePicturePath,
	reviewPicturePath,
	yearPicturePath,
	yearPosterPath,
} from '#contract/share-pictures.ts'
import { getYearInReview } from '#contract/year.ts'
import { startImageSource } from '#kit/peers/image-source.ts'
import { s3Env, startS3 } from '#kit/peers/s3-server.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { PASSWORD, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'

const CURRENT = 'public, max-age=86400'
const STALE = 'public, max-age=300'
const REVIEW = { rating: 4.5, platform: 'PC', description: 'Worth every evening of it.' }
const DAY_MS = 24 * 60 * 60 * 1000

async function fetchPicture(site: TestSite, url: string) {
	const { statusCode, headers, rawPayload } = await site.app.inject(url)
	return { status: statusCode, cache: headers['cache-control'], headers, bytes: rawPayload }
}

const listCached = (site: TestSite) =>
	readdir(path.join(site.services.config.dataDir, 'share-pictures')).catch(() => [] as string[])

/** Adds a review, a list and their author, and returns the addresses of all pictures as the pages name them. */
async function addContent(site: TestSite) {
	const mira = await site.register('mira_k')
	const gameId = await site.addGame({ name: 'Lantern Hollow', source: 'savepoint' })
	const review = await site.call(createReview, { body: { ...REVIEW, gameId } }, mira)
	const list = await site.call(createList, { body: { title: 'Rainy days', games: [{ gameId }] } }, mira)
	return { mira, gameId, reviewId: review.id, listId: list.id }
}

const findPaths = async (site: TestSite, { gameId, reviewId, listId }: Awaited<ReturnType<typeof addContent>>) => ({
	review: reviewPicturePath(await site.call(getReview, { params: { id: reviewId } })),
	game: gamePicturePath((await site.call(getGame, { params: { id: gameId } })).data),
	list: listPicturePath(await site.call(getList, { params: { id: listId } })),
	profile: profilePicturePath(await site.call(getProfile, { params: { username: 'mira_k' } })),
	home: homePicturePath(),
})

test('each page has a picture of 1200 by 630, drawn once, which caches keep for a day', async () => {
	await using site = await startSite()
	const paths = await findPaths(site, await addContent(site))
	for (const url of Object.values(paths)) {
		const picture = await fetchPicture(site, url)
		expect([url, picture.status, picture.cache]).toEqual([url, 200, CURRENT])
		expect(picture.headers).toMatchObject({
			'content-type': 'image/jpeg',
			'cross-origin-resource-policy': 'cross-origin',
			'x-content-type-options': 'nosniff',
		})
		expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
		expect(picture.bytes.length).toBeLessThan(300_000)
	}
	const cached = await listCached(site)
	expect(cached).toHaveLength(5)
	const again = await Promise.all(Object.values(paths).map((url) => fetchPicture(site, url)))
	expect(again.map(({ status }) => status)).toEqual(Array(5).fill(200))
	expect(await listCached(site)).toEqual(cached)
	expect(site.services.pictureCaches['share pictures'].countLookups()).toEqual({ hits: 5, misses: 5 })
})

test('a change gives a picture a new address, and the old one shows the new picture for a short time', async () => {
	await using site = await startSite()
	const content = await addContent(site)
	const before = await findPaths(site, content)
	const old = await fetchPicture(site, before.review)
	const { mira, reviewId, listId } = content
	const body = { ...REVIEW, rating: 1, description: 'On second thought, no.' }
	await site.call(updateReview, { params: { id: reviewId }, body }, mira)
	await site.call(updateList, { params: { id: listId }, body: { title: 'Sunny days' } }, mira)
	await site.call(updateProfile, { body: { profilePicture: toFile(await plainPicture('png')) } }, mira)
	const after = await findPaths(site, content)
	for (const subject of ['review', 'game', 'list', 'profile'] as const) {
		expect(after[subject]).not.toBe(before[subject])
		const [stale, current] = [await fetchPicture(site, before[subject]), await fetchPicture(site, after[subject])]
		expect([stale.status, stale.cache, current.cache]).toEqual([200, STALE, CURRENT])
		expect(stale.bytes).toEqual(current.bytes)
	}
	expect((await fetchPicture(site, before.review)).bytes).not.toEqual(old.bytes)
	expect(after.home).toBe(before.home)
})

test('a year has a picture for its link and one to save, and neither without anything in it', async () => {
	await using site = await startSite()
	const mira = await site.register('mira_k')
	const gameId = await site.addGame({ name: 'Lantern Hollow', source: 'savepoint' })
	const findPaths = async (year: number) => {
		const user = await site.call(getProfile, { params: { username: 'mira_k' } })
		const review = await site.call(getYearInReview, { query: { username: 'mira_k', year } })
		return { wide: yearPicturePath(user, year, review), tall: yearPosterPath(user, year, review) }
	}
	const body = { endedOn: '2025-03-09', outcome: 'finished', minutes: 750 } as const
	await site.call(createPlay, { params: { gameId }, body }, mira)
	const before = await findPaths(2025)
	for (const [url, size] of [
		[before.wide, { width: 1200, height: 630 }],
		[before.tall, { width: 1080, height: 1920 }],
	] as const) {
		const picture = await fetchPicture(site, url)
		expect([url, picture.status, picture.cache]).toEqual([url, 200, CURRENT])
		expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', ...size })
	}
	await site.call(createPlay, { params: { gameId }, body: { ...body, endedOn: '2025-05' } }, mira)
	const after = await findPaths(2025)
	expect(after.wide).not.toBe(before.wide)
	expect(after.tall).not.toBe(before.tall)
	expect((await fetchPicture(site, before.wide)).cache).toBe(STALE)
	const { wide, tall } = await findPaths(2024)
	for (const url of [wide, tall, wide.replace('2024', '1899'), wide.replace(mira.user.id, crypto.randomUUID())])
		expect([url, (await fetchPicture(site, url)).status]).toEqual([url, 404])
})

test('a profile shows what its owner rated highest, and a portrait from the storage', async () => {
	await using server = await startS3()
	await using site = await startSite({ env: s3Env(server.port) })
	const { mira, ...content } = await addContent(site)
	await site.call(
		updateProfile,
		{ body: { profilePicture: toFile(await plainPicture('png', 320, 320, '#ff0000')) } },
		mira,
	)
	const { profile } = await findPaths(site, { mira, ...content })
	const first = await fetchPicture(site, profile)
	expect([first.status, first.cache]).toEqual([200, CURRENT])
	const [red = 0, green = 0] = await sharp(first.bytes)
		.extract({ left: 148, top: 148, width: 1, height: 1 })
		.raw()
		.toBuffer()
	expect([red > 220, green < 40]).toEqual([true, true])
	// Six games, of which the one with the lowest rating is left out: rating it highest changes the picture, not the address
	const ids = await Promise.all(Array.from({ length: 5 }, (_, index) => site.addGame({ name: `Game ${index}` })))
	for (const gameId of ids) await site.call(createReview, { body: { ...REVIEW, gameId, rating: 5 } }, mira)
	const { profile: address } = await findPaths(site, { mira, ...content })
	const without = await fetchPicture(site, address)
	await site.call(updateReview, { params: { id: content.reviewId }, body: { ...REVIEW, rating: 5 } }, mira)
	for (const gameId of ids.slice(0, 1)) {
		const own = (await site.call(getGame, { params: { id: gameId } }, mira)).data.myReviewId ?? ''
		await site.call(updateReview, { params: { id: own }, body: { ...REVIEW, rating: 0.5 } }, mira)
	}
	expect((await fetchPicture(site, address)).bytes).not.toEqual(without.bytes)
})

test('while the storage or the source of a cover is unreachable, a picture without it is drawn and not cached', async () => {
	const server = await startS3()
	let answer: RequestListener = (_request, response) => response.destroy()
	await using source = await startImageSource((request, response) => answer(request, response))
	await using site = await startSite({ env: s3Env(server.port), imageNetwork: source.network })
	const mira = await site.register('mira_k')
	await site.call(updateProfile, { body: { profilePicture: toFile(await plainPicture('png')) } }, mira)
	await server[Symbol.asyncDispose]()
	const profile = profilePicturePath(await site.call(getProfile, { params: { username: 'mira_k' } }))
	const coverSource = 'https://images.igdb.com/igdb/image/upload/t_cover_big_2x/co1.jpg'
	const gameId = await site.addGame({ source: 'igdb', coverSource })
	const game = gamePicturePath((await site.call(getGame, { params: { id: gameId } })).data)
	for (const url of [profile, game]) {
		const picture = await fetchPicture(site, url)
		expect([url, picture.status, picture.cache]).toEqual([url, 200, STALE])
	}
	expect(await listCached(site)).toEqual([])

	const bytes = await plainPicture('jpeg', 600, 800, '#00ff00')
	answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
	site.time.now += DAY_MS
	const picture = await fetchPicture(site, game)
	expect(picture.cache).toBe(CURRENT)
	const [red = 0, green = 0] = await sharp(picture.bytes)
		.extract({ left: 220, top: 300, width: 1, height: 1 })
		.raw()
		.toBuffer()
	expect([red < 40, green > 220]).toEqual([true, true])
	expect(await listCached(site)).toHaveLength(1)
})

test('what was deleted has no picture, and its file goes after a week', async () => {
	await using site = await startSite()
	const content = await addContent(site)
	const paths = await findPaths(site, content)
	for (const url of Object.values(paths)) await fetchPicture(site, url)
	await site.call(deleteReview, { params: { id: content.reviewId } }, content.mira)
	expect((await fetchPicture(site, paths.review)).status).toBe(404)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, content.mira)
	for (const url of [paths.list, paths.profile]) expect((await fetchPicture(site, url)).status).toBe(404)
	expect((await fetchPicture(site, paths.game)).status).toBe(200)
	site.time.now += 8 * DAY_MS
	await site.services.pictureCaches['share pictures'].trim()
	expect(await listCached(site)).toEqual([])
})

test('a merged game has the picture of the game that it became', async () => {
	await using site = await startSite()
	const [gone, stays] = [await site.addGame({ name: 'Okami' }), await site.addGame({ name: 'Ōkami' })]
	const old = gamePicturePath((await site.call(getGame, { params: { id: gone } })).data)
	await mergeGames(site.services.db, stays, gone, { clock: site.services.clock })
	const current = gamePicturePath((await site.call(getGame, { params: { id: stays } })).data)
	expect((await fetchPicture(site, old)).bytes).toEqual((await fetchPicture(site, current)).bytes)
	expect((await fetchPicture(site, old)).cache).toBe(STALE)
})

const MARK = '0123456789abcdef'
const UUID = '01a105d9-4f18-752c-950a-0762fdb9b92d'

test.each([
	`/share-pictures/reviews/${UUID}-${MARK}.jpg`,
	`/share-pictures/lists/${UUID}-${MARK}.jpg`,
	`/share-pictures/users/${UUID}-${MARK}.jpg`,
	`/share-pictures/games/999-${MARK}.jpg`,
	`/share-pictures/games/9999999999-${MARK}.jpg`,
	`/share-pictures/games/0-${MARK}.jpg`,
	`/share-pictures/games/1-${MARK}`,
	'/share-pictures/games/1.jpg',
	`/share-pictures/games/1-${MARK.toUpperCase()}.jpg`,
	`/share-pictures/reviews/x-${MARK}.jpg`,
	`/share-pictures/reviews/..%2f..%2fsecret-${MARK}.jpg`,
	`/share-pictures/pages/about-${MARK}.jpg`,
	`/share-pictures/nothing/1-${MARK}.jpg`,
])('%s is not found', async (address) => {
	await using site = await startSite()
	await site.addGame()
	expect((await fetchPicture(site, address)).status).toBe(404)
})

test('made-up marks do not draw a picture again', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	const marks = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(16, '0'))
	const answers = await Promise.all(
		marks.map((mark) => fetchPicture(site, `/share-pictures/games/${gameId}-${mark}.jpg`)),
	)
	expect(new Set(answers.map(({ status, cache }) => `${status} ${cache}`))).toEqual(new Set([`200 ${STALE}`]))
	expect(await listCached(site)).toHaveLength(1)
})
