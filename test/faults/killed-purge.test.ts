import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { createComment, listComments } from '#contract/comments.ts'
import { getPopularGames } from '#contract/games.ts'
import { createReview, getReview } from '#contract/reviews.ts'
import { checkUsername } from '#contract/sessions.ts'
import { PASSWORD } from '#kit/site.ts'
import { createSeededLocation, createTransport, registerUser, startProcess } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const COMMENTS = 240
const AT_ONCE = 8

test('a deletion resumes after a kill and a restart', { tags: ['trust-50'], timeout: 600_000 }, async () => {
	await using place = await createSeededLocation()
	await using killed = await startProcess(place)
	const [gone, stays] = [await registerUser(killed, 'vanishing_one'), await registerUser(killed, 'staying_one')]
	const { data } = await call(createTransport(killed), getPopularGames, { query: { limit: 1 } })
	const [game] = data.games
	if (!game) throw new Error('There is no game to review')
	const body = { gameId: game.id, rating: 4, platform: game.platforms[0] ?? 'PC', description: 'Ten letters and more.' }
	const { id } = await call(createTransport(killed, stays.token), createReview, { body })
	const asGone = createTransport(killed, gone.token)
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (let n = 0; n < COMMENTS / AT_ONCE; n++)
				await call(asGone, createComment, { body: { reviewId: id, content: 'Soon gone.' } })
		}),
	)
	const answered = call(asGone, deleteAccount, { body: { password: PASSWORD } }).catch(() => undefined)
	const page = { params: { reviewId: id }, query: { limit: 1 } }
	await expect
		.poll(async () => (await call(createTransport(killed), listComments, page)).comments, {
			interval: 1,
			timeout: 60_000,
		})
		.toEqual([])
	await killed.stop('SIGKILL')
	await answered

	await using site = await startProcess(place)
	// Of a deleted account, no longer of one that has it
	expect((await call(createTransport(site), checkUsername, { query: { username: 'vanishing_one' } })).message).toBe(
		'This username is not available',
	)
	await expect
		.poll(async () => (await call(createTransport(site), getReview, { params: { id } })).commentCount, {
			timeout: 60_000,
		})
		.toBe(0)
	expect(await site.stop()).toBe(0)
})
