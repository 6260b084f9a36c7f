import { expect, test } from 'vitest'
import { follow } from '#contract/follows.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { createReview } from '#contract/reviews.ts'
import { startSite } from '#kit/site.ts'

test('popular users come with the five games that each has rated highest, if asked, and with whether the viewer follows them', async () => {
	await using site = await startSite()
	const [writer, reader] = [await site.register('Writer'), await site.register('Reader')]
	const games: number[] = []
	for (const rating of [2, 5, 3, 4.5, 1, 4, null]) {
		const gameId = await site.addGame()
		games.push(gameId)
		const body = rating === null ? { status: 'backlog' as const } : { rating }
		await site.call(saveLibraryEntry, { params: { gameId }, body }, writer)
	}
	const body = { gameId: games[2] ?? 0, rating: 3, platform: 'PC', description: 'An evening with a lantern.' }
	const { id } = await site.call(createReview, { body }, writer)
	await site.app.inject({ method: 'POST', url: '/api/reviews/seen', payload: { impressions: [id] } })
	const read = (viewer?: typeof reader, withTopGames?: boolean) =>
		site.call(getPopularUsers, { query: { period: 'all', ...(withTopGames && { withTopGames }) } }, viewer)
	await expect.poll(async () => (await read()).total).toBe(1)

	const [plain] = (await read()).users
	expect(plain).toMatchObject({ username: 'Writer', isFollowing: null })
	expect(plain).not.toHaveProperty('topGames')
	const [shown] = (await read(reader, true)).users
	expect(shown?.topGames?.map((game) => games.indexOf(game.id))).toEqual([1, 3, 5, 2, 0])
	expect(shown?.isFollowing).toBe(false)
	await site.call(follow, { body: { followedId: writer.user.id } }, reader)
	expect((await read(reader)).users[0]?.isFollowing).toBe(true)
	expect((await read(writer)).users[0]?.isFollowing).toBeNull()
})
