import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { createComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { createList } from '#contract/lists.ts'
import { updateProfile } from '#contract/profile.ts'
import { createReview } from '#contract/reviews.ts'
import { PASSWORD } from '#kit/site.ts'
import { createSeededLocation, createTransport, registerUser, startProcess } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const NAME = 'vanishing_one'
/** Longer than any cache keeps a page, a ranking or a feed, on a busy machine too. */
const CACHES_EMPTY_MS = 60_000

test('a deleted account disappears from every page, feed, search and cache', {
	tags: ['trust-35'],
	timeout: 600_000,
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place, { PUBLIC_URL: 'https://games.example' })
	const [gone, stays] = [await registerUser(site, NAME), await registerUser(site, 'staying_one')]
	const [asGone, asStays] = [createTransport(site, gone.token), createTransport(site, stays.token)]
	await call(asStays, follow, { body: { followedId: gone.id } })
	await call(asGone, updateProfile, { body: { bio: `${NAME} plays.` } })
	const written = { gameId: 1, rating: 4, platform: 'PC', description: 'Ten letters and some more.' }
	const { data } = await (await fetch(`${site.url}/api/games/1`)).json()
	const body = { ...written, platform: data.platforms[0] ?? 'PC' }
	const review = await call(asGone, createReview, { body })
	const other = await call(asStays, createReview, { body })
	await call(asGone, createComment, { body: { reviewId: other.id, content: `${NAME} was here.` } })
	const list = await call(asGone, createList, { body: { title: `Of ${NAME}`, games: [{ gameId: 1 }] } })

	const theirs = [
		`/profile/${NAME}`,
		`/${NAME}/reviews`,
		`/${NAME}/lists`,
		`/reviews/${review.id}`,
		`/list/${list.id}`,
		`/feeds/users/${NAME}.atom`,
		`/api/users/${gone.id}`,
		`/api/users/by-username/${NAME}`,
		`/api/reviews/${review.id}`,
		`/api/lists/${list.id}`,
	]
	const shared = [
		'/',
		'/?period=all',
		'/games/1',
		'/reviews',
		`/reviews/${other.id}`,
		'/users?period=all',
		'/search?query=vanishing&tab=users',
		'/feeds/reviews.atom',
		'/sitemap.xml',
		...(await sitemaps(site.url)),
		'/api/reviews?gameId=1',
		`/api/comments/review/${other.id}`,
		'/api/lists',
		'/api/users?username=vanishing',
		'/api/users/search?query=vanishing',
		'/api/reviews/popular-reviews?period=all',
	]
	const read = async (path: string) => {
		const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' })
		return { status: answer.status, text: await answer.text() }
	}
	const news = async () =>
		(
			await fetch(`${site.url}/api/notifications/activities`, { headers: { authorization: `Bearer ${stays.token}` } })
		).text()
	// All of it stands in the caches when the account goes
	const before = new Map<string, string>()
	for (const path of [...theirs, ...shared]) before.set(path, (await read(path)).text)
	expect(
		[...theirs, '/games/1', '/reviews', '/feeds/reviews.atom', `/reviews/${other.id}`].filter(
			(path) => !before.get(path)?.includes(NAME),
		),
	).toEqual([])
	expect(await news()).toContain(NAME)

	const { confirmationCode } = await call(asGone, deleteAccount, { body: { password: PASSWORD } })
	for (const path of [...theirs, ...shared].filter((path) => path.startsWith('/api/') && !path.includes('popular'))) {
		const { status, text } = await read(path)
		expect([path, status, text.includes(NAME)]).toEqual([path, theirs.includes(path) ? 404 : 200, false])
	}
	const left = async () => {
		const found: string[] = []
		for (const path of [...theirs, ...shared]) {
			const { status, text } = await read(path)
			const isRight = theirs.includes(path) ? status === 404 : status === 200 && !text.includes(NAME)
			if (!isRight) found.push(`${path} ${status}`)
		}
		return found
	}
	await expect.poll(left, { timeout: CACHES_EMPTY_MS, interval: 500 }).toEqual([])
	expect(await news()).not.toContain(NAME)
	expect((await read(`/data-deletion-status/${confirmationCode}`)).text).toContain(confirmationCode)
	expect(site.output()).not.toContain(NAME)
})

/** The parts of the site's map. */
async function sitemaps(url: string): Promise<string[]> {
	const index = await (await fetch(`${url}/sitemap.xml`)).text()
	return [...index.matchAll(/<loc>https:\/\/games\.example(\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
}
