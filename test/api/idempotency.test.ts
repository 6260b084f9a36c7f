import { expect, test } from 'vitest'
import { createComment, deleteComment, listComments } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BAD_IDEMPOTENCY_KEY } from '#contract/idempotency.ts'
import { addListGame, createList, getList, listLists } from '#contract/lists.ts'
import { createReview, listReviews } from '#contract/reviews.ts'
import { register } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { deleteOldIdempotencyKeys } from '#server/http/queries-idempotency.ts'
import type { ApiError, Input, ResponseBody } from '#web/app/api-client.ts'

/** Makes a call under a key, as a client does each time it sends it. */
function keyed<E extends Endpoint>(site: TestSite, endpoint: E, key: string, input: Input<E>, player?: Player) {
	return site.call(endpoint, input, player, { idempotencyKey: key }) as Promise<ResponseBody<E>>
}

const written = (gameId: number) => ({ gameId, rating: 4, platform: 'PC', description: 'Sent once, or twice.' })

test('a comment, review, list or list item that is resent with its idempotency key is created once', async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const twice = async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
		const first = await keyed(site, endpoint, 'again', input, player)
		expect(await keyed(site, endpoint, 'again', input, player)).toEqual(first)
		return first
	}
	const review = await twice(createReview, { body: written(gameId) })
	await twice(createComment, { body: { reviewId: review.id, content: 'Twice?' } })
	const list = await twice(createList, { body: { title: 'Twice' } })
	await twice(addListGame, { params: { id: list.id }, body: { gameId } })

	expect(await site.call(listReviews, { query: {} })).toMatchObject({ totalCount: 1 })
	expect(await site.call(listComments, { params: { reviewId: review.id } })).toMatchObject({ totalCount: 1 })
	expect(await site.call(listLists, { query: {} })).toMatchObject({ totalCount: 1 })
	expect((await site.call(getList, { params: { id: list.id } })).items).toHaveLength(1)
})

test('calls with one key that arrive at the same moment at two processes make one comment', async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	const player = await site.register()
	const reviewId = (await writeReview(site, player)).id
	const body = { reviewId, content: 'At once.' }
	const answers = await Promise.all(
		Array.from({ length: 12 }, (_, place) => keyed(place % 2 ? beside : site, createComment, 'same', { body }, player)),
	)
	expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
	expect(await site.call(listComments, { params: { reviewId } })).toMatchObject({ totalCount: 1 })
})

test('a different text, key or user, or no key, creates another comment', async () => {
	await using site = await startSite()
	const [ada, ben] = [await site.register(), await site.register()]
	const reviewId = (await writeReview(site, ada)).id
	const [one, two] = [
		{ reviewId, content: 'One.' },
		{ reviewId, content: 'Two.' },
	]
	await keyed(site, createComment, 'a', { body: one }, ada)
	await keyed(site, createComment, 'a', { body: two }, ada)
	await keyed(site, createComment, 'b', { body: one }, ada)
	await keyed(site, createComment, 'a', { body: one }, ben)
	await site.call(createComment, { body: one }, ada)
	await site.call(createComment, { body: one }, ada)
	expect(await site.call(listComments, { params: { reviewId } })).toMatchObject({ totalCount: 6 })
})

test('a refused request does not consume its key', async () => {
	await using site = await startSite()
	const [author, player] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const send = () =>
		keyed(site, createReview, 'later', { body: { ...written(gameId), platform: 'PlayStation 5' } }, player)
	await expect(send()).rejects.toMatchObject({ status: 400 } satisfies Partial<ApiError>)
	await site.services.db
		.updateTable('games')
		.set({ platforms: ['PlayStation 5'] })
		.where('id', '=', gameId)
		.execute()
	expect((await send()).platform).toBe('PlayStation 5')
	expect(author.user.id).not.toBe(player.user.id)
})

test('what was created and deleted is not created again', async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { reviewId: (await writeReview(site, player)).id, content: 'Not again.' }
	const { id } = await keyed(site, createComment, 'gone', { body }, player)
	await site.call(deleteComment, { params: { id } }, player)
	await expect(keyed(site, createComment, 'gone', { body }, player)).rejects.toMatchObject({ status: 404 })
})

test('a resent registration logs in to the same account, and the key works with no other password', async () => {
	await using site = await startSite()
	const body = { username: 'again', email: 'again@example.org', password: PASSWORD, confirmPassword: PASSWORD }
	const first = await keyed(site, register, 'once', { body })
	const [second, third] = await Promise.all([
		keyed(site, register, 'once', { body }),
		keyed(site, register, 'once', { body }),
	])
	expect([second.user, third.user]).toEqual([first.user, first.user])
	expect(await site.mailsTo('again@example.org')).toHaveLength(1)

	const other = { ...body, password: 'Quite an0ther one', confirmPassword: 'Quite an0ther one' }
	await expect(keyed(site, register, 'once', { body: other })).rejects.toMatchObject({ code: 'username_taken' })
	await expect(keyed(site, register, 'other', { body })).rejects.toMatchObject({ code: 'username_taken' })
})

test('concurrent registrations with one key create one account, and all of them log in to it', async () => {
	await using site = await startSite()
	const body = { username: 'crowd', email: 'crowd@example.org', password: PASSWORD, confirmPassword: PASSWORD }
	const answers = await Promise.all(Array.from({ length: 5 }, () => keyed(site, register, 'crowd', { body })))
	expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1)
	expect(await site.mailsTo('crowd@example.org')).toHaveLength(1)
})

test('a key is 1 to 100 characters', async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { reviewId: (await writeReview(site, player)).id, content: 'Which key?' }
	const { accessToken } = player
	for (const key of ['', 'k'.repeat(101)]) {
		const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': key }
		const answer = await site.app.inject({ method: 'POST', url: createComment.url, headers, payload: body })
		expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, ...BAD_IDEMPOTENCY_KEY }])
	}
	await keyed(site, createComment, 'k'.repeat(100), { body }, player)
})

test('old keys are deleted and can be used again', async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { reviewId: (await writeReview(site, player)).id, content: 'Long ago.' }
	const first = await keyed(site, createComment, 'old', { body }, player)
	await deleteOldIdempotencyKeys(site.services.db, new Date(site.time.now + 1).toISOString())
	expect((await keyed(site, createComment, 'old', { body }, player)).id).not.toBe(first.id)
})
