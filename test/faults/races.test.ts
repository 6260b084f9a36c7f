import { expect, test } from 'vitest'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview, getReview, likeReview, listReviews } from '#contract/reviews.ts'
import {
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { ApiError, call } from '#web/app/api-client.ts'

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 4)
const PLAYERS = 10
const POSTS = 20
const DUPLICATES = 3

test('of three concurrent likes by each user one counts, across processes', {
	tags: ['trust-3'],
	timeout: 3_600_000,
}, async () => {
	await using place = await createSeededLocation()
	await using race = await startRace(place)
	const { sites, players, reviewed } = race
	for (let round = 0; round < ROUNDS; round++) {
		const { author, gameId, body } = reviewed(round)
		const { id } = await call(createTransport(sites[0], author.token), createReview, { body })
		const fans = players.filter((player) => player !== author)
		const answers = await Promise.all(
			fans.flatMap(({ token }) =>
				Array.from({ length: DUPLICATES }, (_, index) =>
					outcomeOf(call(createTransport(siteFor(sites, index), token), likeReview, { params: { id } })),
				),
			),
		)
		expect(answers.toSorted()).toEqual([
			...Array(fans.length * (DUPLICATES - 1)).fill('409 already_liked'),
			...Array(fans.length).fill('done'),
		])
		for (const site of sites) {
			const review = await call(createTransport(site), getReview, { params: { id } })
			expect([gameId, review.likes, review.weeklyStats.count]).toEqual([gameId, fans.length, fans.length])
			const liked = await Promise.all(
				fans.map(({ token }) => call(createTransport(site, token), getReview, { params: { id } })),
			)
			expect(liked.every(({ hasLiked }) => hasLiked)).toBe(true)
		}
	}
})

test('of twenty concurrent reviews of one game one is stored, across processes', {
	tags: ['trust-4'],
	timeout: 3_600_000,
}, async () => {
	await using place = await createSeededLocation()
	await using race = await startRace(place)
	const { sites, reviewed } = race
	const ratings = new Map<number, number[]>()
	for (let round = 0; round < ROUNDS; round++) {
		const { author, gameId, body } = reviewed(round)
		const answers = await Promise.all(
			Array.from({ length: POSTS }, (_, index) =>
				outcomeOf(
					call(createTransport(siteFor(sites, index), author.token), createReview, {
						body: { ...body, rating: ((index % 10) + 1) / 2 },
					}),
				),
			),
		)
		expect(answers.toSorted()).toEqual([...Array(POSTS - 1).fill('409 review_exists'), 'done'])
		const query = { gameId, userId: author.id }
		const { reviews } = await call(createTransport(sites[0]), listReviews, { query })
		expect(reviews).toHaveLength(1)
		const given = [...(ratings.get(gameId) ?? []), reviews[0]?.rating ?? 0]
		ratings.set(gameId, given)
		for (const site of sites) {
			const { data } = await call(createTransport(site), getGame, { params: { id: gameId } })
			expect([data.ratingCount, data.totalReviews, data.reviewsLastWeek]).toEqual(Array(3).fill(given.length))
			expect(data.averageRating).toBeCloseTo(given.reduce((sum, rating) => sum + rating, 0) / given.length, 1)
		}
	}
})

/** The processes of a race, and for each round somebody who has not reviewed some game. */
async function startRace(place: DataLocation) {
	const first = await startProcess(place)
	const sites = [first, await startProcess(place)] as const
	const players = await Promise.all(
		Array.from({ length: PLAYERS }, (_, index) => registerUser(first, `racer_${index}`)),
	)
	const { data } = await call(createTransport(first), getPopularGames, { query: { limit: 50 } })
	return {
		sites,
		players,
		reviewed(round: number) {
			const game = data.games[Math.floor(round / PLAYERS) % data.games.length]
			const author = players[round % PLAYERS]
			if (!game || !author) throw new Error('There is nobody or nothing to race for')
			const description = `Written in round ${round}.`
			return {
				author,
				gameId: game.id,
				body: { gameId: game.id, rating: 4, platform: game.platforms[0] ?? 'PC', description },
			}
		},
		async [Symbol.asyncDispose]() {
			await Promise.all(sites.map((site) => site.stop('SIGKILL')))
		},
	}
}

function siteFor(sites: readonly [SiteProcess, SiteProcess], index: number): SiteProcess {
	return index % 2 ? sites[1] : sites[0]
}

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
	try {
		await asked
		return 'done'
	} catch (error) {
		if (error instanceof ApiError) return `${error.status} ${error.code}`
		throw error
	}
}
