import { expect, test } from 'vitest'
import { muteUser } from '#contract/blocks.ts'
import { getFeedGames } from '#contract/feed-games.ts'
import { follow } from '#contract/follows.ts'
import { type LibraryChange, saveLibraryEntry } from '#contract/library.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

const save = (site: TestSite, player: Player, gameId: number, body: LibraryChange) =>
	site.call(saveLibraryEntry, { params: { gameId }, body }, player)

test('games that most followed people play or want come first, without those of the muted and of strangers', async () => {
	await using site = await startSite()
	const [reader, anna, ben, cleo] = [
		await site.register(),
		await site.register('anna'),
		await site.register('ben'),
		await site.register('cleo'),
	]
	const [one, other, third] = [await site.addGame(), await site.addGame(), await site.addGame()]
	for (const { user } of [anna, ben]) await site.call(follow, { body: { followedId: user.id } }, reader)
	await save(site, anna, one, { status: 'playing' })
	site.time.now += 1000
	await save(site, anna, other, { status: 'playing' })
	await save(site, ben, one, { status: 'playing' })
	await save(site, ben, third, { isWished: true })
	await save(site, ben, other, { status: 'finished' })
	await save(site, cleo, other, { status: 'playing' })

	const read = async () => {
		const { playing, wanted } = await site.call(getFeedGames, {}, reader)
		const describe = ({ game, count, users }: (typeof playing)[number]) => [
			game.id,
			count,
			users.map(({ username }) => username).sort(),
		]
		return { playing: playing.map(describe), wanted: wanted.map(describe) }
	}
	expect(await read()).toEqual({
		playing: [
			[one, 2, ['anna', 'ben']],
			[other, 1, ['anna']],
		],
		wanted: [[third, 1, ['ben']]],
	})
	await site.call(muteUser, { body: { userId: ben.user.id } }, reader)
	expect(await read()).toEqual({
		playing: [
			[other, 1, ['anna']],
			[one, 1, ['anna']],
		],
		wanted: [],
	})
})

test('a member who follows no one gets no games, and a visitor is asked to log in', async () => {
	await using site = await startSite()
	expect(await site.call(getFeedGames, {}, await site.register())).toEqual({ playing: [], wanted: [] })
	expect((await site.refusal(getFeedGames, {})).status).toBe(401)
})
