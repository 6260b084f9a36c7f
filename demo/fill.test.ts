/**
 * Fills sites with the people and texts of the demo.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { getUnreadCount } from '#contract/activity.ts'
import { listComments } from '#contract/comments.ts'
import { listLibrary } from '#contract/library.ts'
import { getList, listLists } from '#contract/lists.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getPopularReviews, listReviews } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { startSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { type Content, MEMBER, PASSWORD, type Person } from './content.ts'
import { fillWithPeople } from './fill.ts'
import { buildLibraries } from './libraries.ts'
import { buildTimeline } from './timeline.ts'

const DAY_MS = 24 * 60 * 60_000
const NOW = Date.UTC(2026, 10, 21, 12)

const person = (username: string, joinedDaysAgo: number, follows: string[] = []): Person => ({
	username,
	bio: username === 'quiet' ? '' : `I am ${username}.`,
	picture: username === 'quiet' ? null : 'fox',
	joinedDaysAgo,
	follows,
})

const CONTENT: Content = {
	people: [
		person(MEMBER, 700, ['early', 'late']),
		person('early', 690, [MEMBER]),
		person('quiet', 400, [MEMBER, 'early']),
		person('late', 3, [MEMBER]),
	],
	reviews: [
		{
			by: MEMBER,
			game: 'Doorways',
			rating: 4.5,
			platform: 'PC',
			hours: null,
			daysAgo: 500,
			text: 'Every door has a house of its own.',
			likes: 40,
			comments: [
				['late', 'And a key.', { replies: [['quiet', 'Which key, @late?']], spoilers: true }],
				[MEMBER, 'Two keys.'],
			],
		},
		{
			by: 'early',
			game: 'Doorways',
			rating: 2,
			platform: 'PC',
			hours: 3,
			daysAgo: 0,
			text: 'I went out by the window.',
			likes: 2,
			comments: [[MEMBER, 'There is a window?']],
		},
	],
	lists: [{ by: MEMBER, title: 'Doors', description: '', daysAgo: 1, games: [['Doorways', 'The blue one.']] }],
}

test('a filled site holds what the people did, its counts are what they count, and one can log in', async () => {
	await using site = await startSite()
	await site.addGame({ name: 'Doorways', platforms: ['PC'] })
	await fillWithPeople(site.services, CONTENT)

	expect(await recount(site.services.db)).toEqual([])
	const { reviews } = await site.call(listReviews, { query: { sortBy: 'likes' } })
	expect(reviews.map(({ username, likes, commentCount }) => [username, likes, commentCount])).toEqual([
		[MEMBER, 3, 3],
		['early', 2, 1],
	])
	for (const { impressions, views, likes, commentCount } of reviews) {
		expect(impressions).toBeGreaterThanOrEqual(views)
		expect(views).toBeGreaterThanOrEqual(likes + commentCount)
	}
	const { comments } = await site.call(listComments, { params: { reviewId: reviews[0]?.id ?? '' }, query: {} })
	expect(comments.map(({ content, isHidden }) => [content, isHidden])).toEqual([
		['Two keys.', false],
		['', true],
	])
	expect(comments[1]?.replies).toMatchObject([{ content: 'Which key, @late?', mentions: [{ username: 'late' }] }])
	const { lists } = await site.call(listLists, { query: { username: MEMBER } })
	const list = await site.call(getList, { params: { id: lists[0]?.id ?? '' } })
	expect(list.items.map(({ game, notes }) => [game.name, notes])).toEqual([['Doorways', 'The blue one.']])
	const popular = await site.call(getPopularReviews, { query: { period: 'week' } })
	expect(popular.reviews[0]?.username).toBe(MEMBER)

	const { entries } = await site.call(listLibrary, { query: { username: MEMBER } })
	expect(entries.map(({ game, rating, reviewId, playCount }) => [game.name, rating, reviewId, playCount])).toEqual([
		['Doorways', 4.5, reviews[0]?.id, expect.any(Number)],
	])
	const { favorites } = await site.call(getProfile, { params: { username: MEMBER } })
	expect(favorites.map(({ name }) => name)).toEqual(['Doorways'])

	const { user, tokens } = await site.call(login, { body: { identifier: MEMBER, password: PASSWORD } })
	expect([user.followerCount, user.followingCount, user.reviewCount]).toEqual([3, 2, 1])
	const { count } = await site.call(getUnreadCount, {}, { user, password: PASSWORD, ...tokens })
	expect(count).toBe(1)
})

test('pictures are kept as uploaded ones are, and who has none has the first letter', async () => {
	await using site = await startSite()
	await site.addGame({ name: 'Doorways', platforms: ['PC'] })
	await fillWithPeople(site.services, CONTENT)

	const { profilePicture } = await site.call(getProfile, { params: { username: MEMBER } })
	for (const size of ['96', '400']) {
		const answer = await site.app.inject({ url: profilePicture?.replace('-400.', `-${size}.`) ?? '' })
		expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
	}
	expect((await site.call(getProfile, { params: { username: 'quiet' } })).profilePicture).toBe(null)
})

test('a site that cannot be filled to the end stays as it was', async () => {
	await using site = await startSite()
	await expect(fillWithPeople(site.services, CONTENT)).rejects.toThrow('The catalog has 0 games called Doorways')
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('what is in a library happened before now, in order, and no play of it is longer than its days', () => {
	const games = Array.from({ length: 300 }, (_, n) => ({
		id: n,
		name: `Game ${n}`,
		platforms: ['PC'],
		releaseDate: '2020',
	}))
	const timeline = buildTimeline(CONTENT, NOW)
	const { entries } = buildLibraries(timeline, games, () => 999, NOW)
	expect(entries.length).toBeGreaterThan(150)
	expect(new Set(entries.map(({ by, gameId }) => `${by} ${gameId}`)).size).toBe(entries.length)
	const today = new Date(NOW).toISOString()
	for (const { by, at, changedAt, play, sessions } of entries) {
		expect(at).toBeGreaterThanOrEqual(timeline.joined.get(by) ?? NOW)
		expect(changedAt).toBeGreaterThanOrEqual(at)
		expect(changedAt).toBeLessThan(NOW)
		if (play?.startedOn && play.endedOn) expect(play.startedOn <= play.endedOn).toBe(true)
		for (const { day, minutes } of sessions) {
			expect(day <= today).toBe(true)
			expect(minutes).toBeGreaterThan(0)
			expect(minutes).toBeLessThanOrEqual(480)
		}
	}
})

test('nobody does anything before having joined, or after now, and comments answer what was said before', () => {
	const { joined, follows, reviews, lists } = buildTimeline(CONTENT, NOW)
	const deeds = [
		...follows,
		...lists.map(({ list, at }) => ({ by: list.by, at })),
		...reviews.flatMap(({ review, at, likes, comments }) => [
			{ by: review.by, at },
			...likes,
			...comments,
			...comments.flatMap((comment) => [...comment.likes, ...comment.replies]),
		]),
	]
	for (const { by, at } of deeds) {
		expect(at).toBeGreaterThan(joined.get(by) ?? NOW)
		expect(at).toBeLessThan(NOW)
	}
	for (const { at, likes, comments, seen } of reviews) {
		const times = [at, ...comments.map((comment) => comment.at)]
		expect(times).toEqual([...times].sort((one, other) => one - other))
		expect(Math.min(...likes.map((like) => like.at))).toBeGreaterThan(at)
		const days = seen.map(({ day }) => day)
		expect(new Set(days).size).toBe(days.length)
		expect(Math.min(...days.map((day) => Date.parse(day)))).toBeGreaterThanOrEqual(at - DAY_MS)
	}
})
