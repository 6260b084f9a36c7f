// Any order of deeds, also at once, against a model: every count of the site depends on it.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getUnreadCount, listFollowingActivity, markRead } from '#contract/activity.ts'
import { createComment, deleteComment } from '#contract/comments.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { getGame } from '#contract/games.ts'
import {
	copyList,
	createList,
	deleteList,
	getList,
	LIST_VISIBILITIES,
	type ListVisibility,
	likeList,
	listLists,
	unlikeList,
	updateList,
} from '#contract/lists.ts'
import { listMyNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { createReview, deleteReview, getReview, likeReview, unlikeReview, updateReview } from '#contract/reviews.ts'
import { getUser } from '#contract/users.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

// Trust case 6: random sequences of what players do, checked against a small model in memory and a recount of all counts.

const PLAYERS = 4
const GAMES = 3
const RUNS = Number(process.env.MODEL_RUNS ?? 8)

interface Model {
	reviews: Map<
		string,
		{ author: number; game: number; rating: number; likes: Set<number>; comments: Map<string, number> }
	>
	lists: Map<
		string,
		{
			owner: number
			at: number
			visibility: ListVisibility
			likes: Set<number>
			comments: Map<string, number>
			copyOf: string | null
		}
	>
	follows: Map<string, number>
	/** What each player did, in order, by id; `at` is the step. */
	activities: Map<string, { actor: number; at: number }>
	read: Set<string>
	/** What each player's notifications are about, by fact; `epoch` is how often the recipient had marked all of them before. */
	events: Map<string, { recipient: number; kind: string; target: string; actor: number; epoch: number }>
	epochs: number[]
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
		| 'show'
		| 'like-list'
		| 'unlike-list'
		| 'comment-list'
		| 'copy'
		| 'read'
		| 'unlike'
		| 'look'
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
		'list',
		'show',
		'show',
		'like-list',
		'unlike-list',
		'comment-list',
		'copy',
		'read',
		'unlike',
		'look',
	),
	who: fc.nat(PLAYERS - 1),
	what: fc.nat(50),
	rating: fc.integer({ min: 1, max: 10 }).map((half) => half / 2),
})

test('every count matches the model after any sequence of actions', {
	tags: ['trust-6'],
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

test('every count matches the model when actions overlap', { tags: ['trust-6'], timeout: 600_000 }, async () => {
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
		events: new Map(),
		epochs: Array.from({ length: PLAYERS }, () => 0),
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
			for (const [fact, { target }] of model.events) if (target === id) model.events.delete(fact)
			model.reviews.delete(id)
			forget(model, id)
		} else if (kind === 'like' && review) {
			await site.call(likeReview, { params: { id } }, player)
			review.likes.add(who)
			notify(model, `like ${id} ${who}`, { recipient: review.author, kind: 'review_like', target: id, actor: who })
		} else if (kind === 'unlike' && review) {
			await site.call(unlikeReview, { params: { id } }, player)
			review.likes.delete(who)
			model.events.delete(`like ${id} ${who}`)
		} else if (kind === 'comment' && review) {
			const made = await site.call(createComment, { body: { reviewId: id, content: 'Well said' } }, player)
			review.comments.set(made.id, who)
			notify(model, made.id, { recipient: review.author, kind: 'comment', target: id, actor: who })
			model.activities.set(made.id, { actor: who, at: model.step })
		} else if (kind === 'uncomment' && review) {
			const [commentId] = pick(review.comments, what)
			if (!commentId) return
			await site.call(deleteComment, { params: { id: commentId } }, player)
			review.comments.delete(commentId)
			model.events.delete(commentId)
			forget(model, commentId)
		} else if (kind === 'follow' && players[other]) {
			await site.call(follow, { body: { followedId: players[other].user.id } }, player)
			const key = `${who}>${other}`
			if (!model.follows.has(key)) {
				model.follows.set(key, model.step)
				notify(model, key, { recipient: other, kind: 'follow', target: '', actor: who })
			}
		} else if (kind === 'unfollow' && players[other]) {
			await site.call(unfollow, { params: { id: players[other].user.id } }, player)
			model.follows.delete(`${who}>${other}`)
			model.events.delete(`${who}>${other}`)
			for (const [activityId, { actor }] of model.activities)
				if (actor === other) model.read.delete(`${who} ${activityId}`)
		} else if (kind === 'list') {
			const made = await site.call(createList, { body: { title: 'A list', games: [{ gameId }] } }, player)
			addModelList(model, made.id, { owner: who, visibility: 'public', copyOf: null })
		} else if (kind === 'unlist') {
			const [listId] = pick(model.lists, what)
			if (!listId) return
			await site.call(deleteList, { params: { id: listId } }, player)
			await site.services.purges.resume()
			for (const [fact, { target }] of model.events) if (target === listId) model.events.delete(fact)
			model.events.delete(`copy ${listId}`)
			model.lists.delete(listId)
			forget(model, listId)
		} else if (kind === 'show' || kind.endsWith('list') || kind === 'copy') {
			await performOnList(site, player, model, { kind, who, what, rating })
		} else if (kind === 'read') {
			const { activities } = await site.call(listFollowingActivity, { query: { limit: 3 } }, player)
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
		} else if (kind === 'look') {
			await site.call(markNotificationsRead, { body: { all: true } }, player)
			model.epochs[who] = (model.epochs[who] ?? 0) + 1
		}
	} catch (error) {
		// Not theirs, there already, gone meanwhile: the model stays as it is
		if (!(error instanceof ApiError) || error.status >= 500) throw error
	}
}

/** Adds a list to the model; a public one is an activity. */
function addModelList(
	model: Model,
	id: string,
	list: { owner: number; visibility: ListVisibility; copyOf: string | null },
): void {
	model.lists.set(id, { ...list, at: model.step, likes: new Set(), comments: new Map() })
	if (list.visibility === 'public') model.activities.set(id, { actor: list.owner, at: model.step })
}

/** Performs a command about a list that exists, on the site and, when it was not refused, on the model. */
async function performOnList(site: TestSite, player: Player, model: Model, { kind, who, what, rating }: Command) {
	const [id, list] = pick(model.lists, what)
	if (!id || !list) return
	const params = { id }
	if (kind === 'show') {
		const visibility = LIST_VISIBILITIES[(rating * 2) % 3] ?? 'public'
		await site.call(updateList, { params, body: { title: 'A list', visibility } }, player)
		if ((list.visibility === 'public') !== (visibility === 'public')) {
			if (visibility === 'public') model.activities.set(id, { actor: who, at: list.at })
			else forget(model, id)
		}
		list.visibility = visibility
	} else if (kind === 'like-list') {
		await site.call(likeList, { params }, player)
		list.likes.add(who)
		notify(model, `like ${id} ${who}`, { recipient: list.owner, kind: 'list_like', target: id, actor: who })
	} else if (kind === 'unlike-list') {
		await site.call(unlikeList, { params }, player)
		list.likes.delete(who)
		model.events.delete(`like ${id} ${who}`)
	} else if (kind === 'comment-list') {
		const made = await site.call(createComment, { body: { listId: id, content: 'Well chosen' } }, player)
		list.comments.set(made.id, who)
		notify(model, made.id, { recipient: list.owner, kind: 'comment', target: id, actor: who })
	} else if (kind === 'copy') {
		const made = await site.call(copyList, { params }, player)
		const isFirst = ![...model.lists.values()].some(({ owner, copyOf }) => owner === who && copyOf === id)
		addModelList(model, made.id, { owner: who, visibility: 'private', copyOf: id })
		if (isFirst) notify(model, `copy ${made.id}`, { recipient: list.owner, kind: 'list_copy', target: id, actor: who })
	}
}

async function expectLists(site: TestSite, players: Player[], model: Model): Promise<void> {
	for (const [id, { owner, visibility, likes, comments }] of model.lists)
		expect(await site.call(getList, { params: { id } }, players[owner])).toMatchObject({
			visibility,
			likes: likes.size,
			commentCount: comments.size,
		})
	const listed = [...model.lists].filter(([, { visibility }]) => visibility === 'public')
	expect((await site.call(listLists, { query: {} })).totalCount).toBe(listed.length)
	const popular = await site.call(listLists, { query: { sortBy: 'popular', limit: 50 } })
	expect(popular.lists.map(({ id }) => id)).toEqual(
		listed
			.filter(([, { likes, comments }]) => likes.size + comments.size > 0)
			.sort(
				([, one], [, other]) =>
					other.likes.size + other.comments.size - one.likes.size - one.comments.size || other.at - one.at,
			)
			.map(([id]) => id),
	)
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
	await expectLists(site, players, model)
	for (const [who, player] of players.entries()) {
		const follows = [...model.follows.keys()].map((key) => key.split('>').map(Number))
		const own = [...model.lists.values()].filter(({ owner }) => owner === who)
		expect((await site.call(getUser, { params: { id: player.user.id } }, player)).listCount).toBe(own.length)
		expect(await site.call(getUser, { params: { id: player.user.id } })).toMatchObject({
			reviewCount: [...model.reviews.values()].filter(({ author }) => author === who).length,
			listCount: own.filter(({ visibility }) => visibility === 'public').length,
			followerCount: follows.filter(([, followed]) => followed === who).length,
			followingCount: follows.filter(([follower]) => follower === who).length,
		})
		const feed = [...model.activities]
			.filter(([, { actor, at }]) => (model.follows.get(`${who}>${actor}`) ?? Number.POSITIVE_INFINITY) <= at)
			.sort(([, one], [, next]) => next.at - one.at)
			.map(([id]) => id)
		const unread = feed.filter((id) => !model.read.has(`${who} ${id}`))
		const notifications = await site.call(listFollowingActivity, { query: {} }, player)
		expect(notifications.activities.map(({ id }) => id)).toEqual(feed.slice(0, 50))
		expect(notifications).toMatchObject({ total: feed.length, unreadCount: unread.length })
		const groups = groupEvents(model, who)
		const mine = await site.call(listMyNotifications, { query: { limit: 50 } }, player)
		expect(
			mine.notifications
				.map(({ kind, review, list, actorCount, isRead }) =>
					[kind, review?.id ?? list?.id ?? '', actorCount, isRead].join(' '),
				)
				.sort(),
		).toEqual(groups)
		const you = groups.filter((group) => group.endsWith('false')).length
		expect(mine.unreadCount).toBe(you)
		expect(await site.call(getUnreadCount, {}, player)).toEqual({ count: unread.length, you })
	}
}

type Event = Model['events'] extends Map<string, infer E> ? E : never

/** Notes what the recipient should hear of; nobody hears of themselves. */
function notify(model: Model, fact: string, event: Omit<Event, 'epoch'>): void {
	if (event.recipient !== event.actor) model.events.set(fact, { ...event, epoch: model.epochs[event.recipient] ?? 0 })
}

/** The notifications that a player should have, as "kind target actors isRead", sorted. */
function groupEvents(model: Model, who: number): string[] {
	const own = [...model.events.values()].filter(({ recipient }) => recipient === who)
	return [...Map.groupBy(own, ({ kind, target, epoch }) => `${kind} ${target} ${epoch}`).values()]
		.map((group) => {
			const [{ kind, target, epoch } = { kind: '', target: '', epoch: 0 }] = group
			const actors = new Set(group.map(({ actor }) => actor))
			return [kind, target, actors.size, epoch < (model.epochs[who] ?? 0)].join(' ')
		})
		.sort()
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
