import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getUnreadCount, listNotifications, markRead } from '#contract/activity.ts'
import { createComment, deleteComment } from '#contract/comments.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { getGame } from '#contract/games.ts'
import { createList, deleteList } from '#contract/lists.ts'
import { createReview, deleteReview, getReview, likeReview, updateReview } from '#contract/reviews.ts'
import { getUser } from '#contract/users.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

// Trust case 6: random sequences of what players do, checked against a small model in memory and a recount of all counts.

const PLAYERS = 4
const GAMES = 3
const RUNS = Number(process.env.MODEL_RUNS ?? 25)

interface Model {
	reviews: Map<
		string,
		{ author: number; game: number; rating: number; likes: Set<number>; comments: Map<string, number> }
	>
	lists: Map<string, number>
	follows: Map<string, number>
	/** What each player did, in order, by id; `at` is the step. */
	activities: Map<string, { actor: number; at: number }>
	read: Set<string>
	step: number
}

type Command = {
	kind:
		| 'review'
		| 'edit'
		| 'delete'
		| 'like'
		| 'comment'
		| 'uncomment'
		| 'follow'
		| 'unfollow'
		| 'list'
		| 'unlist'
		| 'read'
	who: number
	what: number
	rating: number
}

const command = fc.record<Command>({
	kind: fc.constantFrom(
		'review',
		'review',
		'edit',
		'delete',
		'like',
		'like',
		'comment',
		'comment',
		'uncomment',
		'follow',
		'follow',
		'unfollow',
		'list',
		'unlist',
		'read',
	),
	who: fc.nat(PLAYERS - 1),
	what: fc.nat(50),
	rating: fc.integer({ min: 1, max: 10 }).map((half) => half / 2),
})

test('trust case 6: every count matches the model after any sequence of actions', {
	timeout: 7_200_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 60 }), async (commands) => {
			await using site = await startSite()
			const { players, games, model } = await newPlay(site)
			for (const next of commands) {
				model.step++
				site.time.now += 1000
				await perform(site, players, games, model, next)
			}
			await expectModel(site, players, games, model)
		}),
		{ numRuns: RUNS },
	)
})

test('trust case 6, at once: the counts also match when commands overlap', { timeout: 600_000 }, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 60 }), async (commands) => {
			await using site = await startSite()
			const { players, games, model } = await newPlay(site)
			for (let start = 0; start < commands.length; start += 10) {
				site.time.now += 1000
				await Promise.all(commands.slice(start, start + 10).map((next) => perform(site, players, games, model, next)))
			}
			expect(await recount(site.services.db)).toEqual([])
		}),
		// A smaller case would not show it again: what overlapped was chance
		{ numRuns: RUNS, endOnFailure: true },
	)
})

async function newPlay(site: TestSite) {
	const model: Model = {
		reviews: new Map(),
		lists: new Map(),
		follows: new Map(),
		activities: new Map(),
		read: new Set(),
		step: 0,
	}
	return {
		players: await Promise.all(Array.from({ length: PLAYERS }, () => site.register())),
		games: await Promise.all(Array.from({ length: GAMES }, () => site.addGame())),
		model,
	}
}

/** Performs a command on the site and, when it was not refused, on the model. */
async function perform(
	site: TestSite,
	players: Player[],
	games: number[],
	model: Model,
	{ kind, who, what, rating }: Command,
): Promise<void> {
	const player = players[who]
	const game = what % GAMES
	const gameId = games[game]
	if (!player || !gameId) return
	const [id, review] = pick(model.reviews, what)
	const other = what % PLAYERS
	const text = { platform: 'PC', description: 'Written by a test, at length.' }
	try {
		if (kind === 'review') {
			const made = await site.call(createReview, { body: { gameId, rating, ...text } }, player)
			model.reviews.set(made.id, { author: who, game, rating, likes: new Set(), comments: new Map() })
			model.activities.set(made.id, { actor: who, at: model.step })
		} else if (kind === 'edit' && review) {
			await site.call(updateReview, { params: { id }, body: { rating, ...text } }, player)
			review.rating = rating
		} else if (kind === 'delete' && review) {
			await site.call(deleteReview, { params: { id } }, player)
			await site.services.purges.resume()
			for (const commentId of review.comments.keys()) forget(model, commentId)
			model.reviews.delete(id)
			forget(model, id)
		} else if (kind === 'like' && review) {
			await site.call(likeReview, { params: { id } }, player)
			review.likes.add(who)
		} else if (kind === 'comment' && review) {
			const made = await site.call(createComment, { body: { reviewId: id, content: 'Well said' } }, player)
			review.comments.set(made.id, who)
			model.activities.set(made.id, { actor: who, at: model.step })
		} else if (kind === 'uncomment' && review) {
			const [commentId] = pick(review.comments, what)
			if (!commentId) return
			await site.call(deleteComment, { params: { id: commentId } }, player)
			review.comments.delete(commentId)
			forget(model, commentId)
		} else if (kind === 'follow' && players[other]) {
			await site.call(follow, { body: { followedId: players[other].user.id } }, player)
			const key = `${who}>${other}`
			if (!model.follows.has(key)) model.follows.set(key, model.step)
		} else if (kind === 'unfollow' && players[other]) {
			await site.call(unfollow, { params: { id: players[other].user.id } }, player)
			model.follows.delete(`${who}>${other}`)
			for (const [activityId, { actor }] of model.activities)
				if (actor === other) model.read.delete(`${who} ${activityId}`)
		} else if (kind === 'list') {
			const made = await site.call(createList, { body: { title: 'A list', games: [{ gameId }] } }, player)
			model.lists.set(made.id, who)
			model.activities.set(made.id, { actor: who, at: model.step })
		} else if (kind === 'unlist') {
			const [listId] = pick(model.lists, what)
			if (!listId) return
			await site.call(deleteList, { params: { id: listId } }, player)
			model.lists.delete(listId)
			forget(model, listId)
		} else if (kind === 'read') {
			const { activities } = await site.call(listNotifications, { query: { limit: 3 } }, player)
			await site.call(
				markRead,
				{
					body: {
						activities: activities.map(({ id: activityId, activityType }) => ({ id: activityId, activityType })),
					},
				},
				player,
			)
			for (const { id: activityId } of activities) model.read.add(`${who} ${activityId}`)
		}
	} catch (error) {
		// Not theirs, there already, gone meanwhile: the model stays as it is
		if (!(error instanceof ApiError) || error.status >= 500) throw error
	}
}

async function expectModel(site: TestSite, players: Player[], games: number[], model: Model): Promise<void> {
	expect(await recount(site.services.db)).toEqual([])
	for (const [game, id] of games.entries()) {
		const ratings = [...model.reviews.values()].filter((review) => review.game === game).map(({ rating }) => rating)
		const { data } = await site.call(getGame, { params: { id } })
		expect(data).toMatchObject({
			ratingCount: ratings.length,
			totalReviews: ratings.length,
			reviewsLastWeek: ratings.length,
			ratingCounts: Array.from(
				{ length: 10 },
				(_, step) => ratings.filter((rating) => rating === (step + 1) / 2).length,
			),
		})
		expect(data.averageRating).toBeCloseTo(
			ratings.length === 0 ? 0 : ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length,
			1,
		)
	}
	for (const [id, { likes, comments }] of model.reviews)
		expect(await site.call(getReview, { params: { id } })).toMatchObject({
			likes: likes.size,
			commentCount: comments.size,
			weeklyStats: { count: likes.size + comments.size },
		})
	for (const [who, player] of players.entries()) {
		const follows = [...model.follows.keys()].map((key) => key.split('>').map(Number))
		expect(await site.call(getUser, { params: { id: player.user.id } })).toMatchObject({
			reviewCount: [...model.reviews.values()].filter(({ author }) => author === who).length,
			listCount: [...model.lists.values()].filter((owner) => owner === who).length,
			followerCount: follows.filter(([, followed]) => followed === who).length,
			followingCount: follows.filter(([follower]) => follower === who).length,
		})
		const feed = [...model.activities]
			.filter(([, { actor, at }]) => (model.follows.get(`${who}>${actor}`) ?? Number.POSITIVE_INFINITY) <= at)
			.sort(([, one], [, next]) => next.at - one.at)
			.map(([id]) => id)
		const unread = feed.filter((id) => !model.read.has(`${who} ${id}`))
		const notifications = await site.call(listNotifications, { query: {} }, player)
		expect(notifications.activities.map(({ id }) => id)).toEqual(feed.slice(0, 50))
		expect(notifications).toMatchObject({ total: feed.length, unreadCount: unread.length })
		expect(await site.call(getUnreadCount, {}, player)).toEqual({ count: unread.length })
	}
}

function pick<T>(from: ReadonlyMap<string, T>, index: number): [string, T | undefined] {
	const keys = [...from.keys()]
	const key = keys[index % Math.max(1, keys.length)] ?? ''
	return [key, from.get(key)]
}

function forget(model: Model, activityId: string): void {
	model.activities.delete(activityId)
	for (let who = 0; who < PLAYERS; who++) model.read.delete(`${who} ${activityId}`)
}
