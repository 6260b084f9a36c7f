import { expect, test } from 'vitest'
import { createComment, deleteComment, listComments } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { follow, getFollowStatus, unfollow } from '#contract/follows.ts'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview, getReview, likeReview, listReviews, type Review } from '#contract/reviews.ts'
import { getUser } from '#contract/users.ts'
import { History, type HistoryEntry } from '#kit/history.ts'
import {
	createSeededLocation,
	createTransport,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { ApiError, call, type Input, type ResponseBody } from '#web/app/api-client.ts'

// Trust case 7, after Jepsen: clients of the real server note what they asked and heard, some answers are lost on
// purpose, and what is there at the end must be explained by the notes.

const CLIENTS = 8
const READERS = 2
const SECONDS = Number(process.env.HISTORY_SECONDS ?? 1)
/** A run goes on until it has seen so many calls, however slow the machine is. */
const ENOUGH = { ok: 250, unknown: 15, reads: 20 }
const LOST = 0.15
const PAGES_LAG_MS = 5_000

interface Client {
	number: number
	id: string
	token: string
	/** The comments that it made and has not deleted, by their text. */
	comments: Map<string, { id: string; reviewId: string }>
	/** Keys with a lost answer: what they would do may still happen, so nothing more is asked of them. */
	unsure: Set<string>
}

test('responses and stored data agree, even if responses were lost', {
	tags: ['trust-7'],
	timeout: 1_800_000,
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => newClient(site, number)))
	const { data } = await call(createTransport(site), getPopularGames, { query: { limit: 50 } })
	const history = new History()
	const reviews: Review[] = []
	const reads: { reviewId: string; likes: number; invoked: number; ended: number }[] = []
	const until = performance.now() + SECONDS * 1000
	const goesOn = () =>
		performance.now() < until ||
		history.counts.ok < ENOUGH.ok ||
		history.counts.unknown < ENOUGH.unknown ||
		reads.length < ENOUGH.reads

	const writing = clients.map(async (client) => {
		while (goesOn()) await act({ site, history, client, clients, reviews, games: data.games })
	})
	await expect.poll(() => reviews.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
	const reading = Array.from({ length: READERS }, async () => {
		while (goesOn()) {
			const { id } = pick(reviews) as Review
			const invoked = performance.now()
			const { likes } = await call(createTransport(site), getReview, { params: { id } })
			reads.push({ reviewId: id, likes, invoked, ended: performance.now() })
		}
	})
	await Promise.all([...writing, ...reading])
	await expectFeedToFollow(site, history)
	// Whoever read a review meanwhile saw every like that was acknowledged before, and none that nobody had asked for
	const bounds = history.bounds()
	for (const read of reads) {
		const { min, max } = bounds(`like ${read.reviewId}`, read)
		expect([read.likes >= min, read.likes <= max, read.likes, min, max]).toEqual([true, true, read.likes, min, max])
	}
	await expectReviews(site, history, clients)
	await expectFollows(site, history, clients)
	expect(await site.stop()).toBe(0)
})

interface Turn {
	site: SiteProcess
	history: History
	client: Client
	clients: readonly Client[]
	/** Reviews that were acknowledged. */
	reviews: Review[]
	games: readonly { id: number; platforms: string[] }[]
}

/** One action of a client; it must see the acknowledged effect at once. */
async function act(turn: Turn): Promise<void> {
	const { site, client, clients, reviews, games } = turn
	const ask = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
		call(createTransport(site, client.token), endpoint, input)
	const review = pick(reviews)
	const choice = Math.random()
	if (choice < 0.2 || !review) {
		const game = pick(games)
		if (!game) return
		const written = { rating: 4, platform: game.platforms[0] ?? 'PC', description: textOf(game.id, client.number) }
		const made = await attempt(turn, `review ${game.id} ${client.number}`, createReview, {
			body: { gameId: game.id, ...written },
		})
		if (!made) return
		reviews.push(made)
		expect(await ask(getReview, { params: { id: made.id } })).toMatchObject(written)
	} else if (choice < 0.55) {
		const key = `like ${review.id} ${client.number}`
		// A client that lost the response retries, and learns either way that it likes the review
		if (client.unsure.delete(key)) await attempt(turn, key, likeReview, { params: { id: review.id } }, 0)
		else await attempt(turn, key, likeReview, { params: { id: review.id } })
		if (!client.unsure.has(key))
			expect(await ask(getReview, { params: { id: review.id } })).toMatchObject({ hasLiked: true })
	} else if (choice < 0.75) {
		const content = `${client.number} says ${Math.random()}`
		const made = await attempt(turn, `comment ${content}`, createComment, { body: { reviewId: review.id, content } })
		if (!made) return
		client.comments.set(content, { id: made.id, reviewId: review.id })
		const { comments } = await ask(listComments, { params: { reviewId: review.id }, query: { limit: 50 } })
		expect(comments.map((comment) => comment.content)).toContain(content)
	} else if (choice < 0.82) {
		const [content, comment] = pick([...client.comments]) ?? []
		if (!content || !comment) return
		client.comments.delete(content)
		const gone = await attempt(turn, `uncomment ${content}`, deleteComment, { params: { id: comment.id } })
		if (!gone) return
		const { comments } = await ask(listComments, { params: { reviewId: comment.reviewId }, query: { limit: 50 } })
		expect(comments.map((other) => other.id)).not.toContain(comment.id)
	} else {
		const other = pick(clients)
		if (!other || other === client) return
		const key = `follow ${other.number} ${client.number}`
		const following = choice < 0.93
		const made = following
			? await attempt(turn, key, follow, { body: { followedId: other.id } })
			: await attempt(turn, key.replace('follow', 'unfollow'), unfollow, { params: { id: other.id } }, LOST, key)
		if (made) expect(await ask(getFollowStatus, { params: { id: other.id } })).toEqual({ following })
	}
}

/** Makes a call and notes it; loses some answers by cutting the connection at any moment. Undefined unless it was done. */
async function attempt<E extends Endpoint>(
	{ site, history, client }: Turn,
	key: string,
	endpoint: E,
	input: Input<E>,
	lost = LOST,
	subject = key,
): Promise<ResponseBody<E> | undefined> {
	if (client.unsure.has(subject)) return undefined
	let answer: ResponseBody<E> | undefined
	await history.record(client.number, key, async () => {
		const cut = new AbortController()
		const timer = Math.random() < lost ? setTimeout(() => cut.abort(), Math.random() * 6) : undefined
		try {
			answer = await call(createTransport(site, client.token), endpoint, input, { signal: cut.signal })
			return 'ok'
		} catch (error) {
			if (cut.signal.aborted) {
				client.unsure.add(subject)
				return 'unknown'
			}
			if (error instanceof ApiError && error.status === 409) return 'refused'
			throw error
		} finally {
			clearTimeout(timer)
		}
	})
	return answer
}

/** The newest reviews of the feed, which may lag, hold the last acknowledged review when the lag is over. */
async function expectFeedToFollow(site: SiteProcess, history: History): Promise<void> {
	const last = history.entries.findLast(
		({ key, outcome }) => key.startsWith('review ') && outcome === 'ok',
	) as HistoryEntry
	const [, game, client] = last.key.split(' ')
	const feed = async () => (await fetch(`${site.url}/feeds/reviews.atom`)).text()
	await expect.poll(feed, { timeout: PAGES_LAG_MS + 10_000, interval: 100 }).toContain(textOf(game ?? '', client ?? ''))
}

/** Reviews, likes and comments: each acknowledged one once, each unsure one at most once, and every count is of these. */
async function expectReviews(site: SiteProcess, history: History, clients: readonly Client[]): Promise<void> {
	const seen = await Promise.all(clients.map((client) => allReviews(site, client.token)))
	const stored = seen[0] ?? []
	expectSet(
		history,
		'review ',
		stored.map(({ gameId, user }) => `review ${gameId} ${numberOf(user.username)}`),
	)

	const likes = seen.flatMap((reviews, number) =>
		reviews.filter(({ hasLiked }) => hasLiked).map(({ id }) => `like ${id} ${number}`),
	)
	expectSet(history, 'like ', likes)
	const comments: string[] = []
	for (const { id, likes: count, commentCount } of stored) {
		expect(count).toBe(likes.filter((key) => key.startsWith(`like ${id} `)).length)
		const contents = await allComments(site, id)
		expect(commentCount).toBe(contents.length)
		comments.push(...contents)
	}
	const removed = history.getKeys('uncomment ')
	expect(comments.filter((content) => removed.definite.has(`uncomment ${content}`))).toEqual([])
	const gone = [...removed.possible].map((key) => key.replace('uncomment', 'comment'))
	expectSet(
		history,
		'comment ',
		comments.map((content) => `comment ${content}`),
		new Set(gone),
	)

	for (const [gameId, reviews] of Map.groupBy(stored, (review) => review.gameId))
		expect((await call(createTransport(site), getGame, { params: { id: gameId } })).data).toMatchObject({
			ratingCount: reviews.length,
			totalReviews: reviews.length,
			averageRating: 4,
		})
	for (const { id } of clients)
		expect((await call(createTransport(site), getUser, { params: { id } })).reviewCount).toBe(
			stored.filter(({ userId }) => userId === id).length,
		)
}

/** Who follows whom is what was asked last, and the counts are of that. */
async function expectFollows(site: SiteProcess, history: History, clients: readonly Client[]): Promise<void> {
	const states = new Map<string, boolean | 'unsure'>()
	for (const { key, outcome } of history.entries) {
		const [verb, followed, follower] = key.split(' ')
		if (verb !== 'follow' && verb !== 'unfollow') continue
		states.set(`${follower}>${followed}`, outcome === 'unknown' ? 'unsure' : verb === 'follow')
	}
	expect(states.size).toBeGreaterThan(5)
	const followers = clients.map(() => 0)
	for (const client of clients)
		for (const other of clients) {
			const { following } = await call(createTransport(site, client.token), getFollowStatus, {
				params: { id: other.id },
			})
			const state = states.get(`${client.number}>${other.number}`) ?? false
			if (state !== 'unsure')
				expect([client.number, other.number, following]).toEqual([client.number, other.number, state])
			if (following) followers[other.number] = (followers[other.number] ?? 0) + 1
		}
	for (const { id, number } of clients)
		expect((await call(createTransport(site), getUser, { params: { id } })).followerCount).toBe(followers[number])
}

/** Expects the stored keys to contain every definite change once and no impossible one; keys in `gone` may be missing. */
function expectSet(history: History, prefix: string, there: readonly string[], gone = new Set<string>()): void {
	const { definite, possible } = history.getKeys(prefix)
	const set = new Set(there)
	expect(set.size).toBe(there.length)
	expect([...definite].filter((key) => !set.has(key) && !gone.has(key))).toEqual([])
	expect(there.filter((key) => !possible.has(key))).toEqual([])
}

async function allReviews(site: SiteProcess, token: string): Promise<Review[]> {
	const all: Review[] = []
	let cursor: string | undefined
	do {
		const query = { limit: 50, ...(cursor ? { cursor } : {}) }
		const page = await call(createTransport(site, token), listReviews, { query })
		all.push(...page.reviews)
		cursor = page.nextCursor ?? undefined
	} while (cursor)
	return all
}

async function allComments(site: SiteProcess, reviewId: string): Promise<string[]> {
	const all: string[] = []
	let cursor: string | undefined
	do {
		const query = { limit: 50, ...(cursor ? { cursor } : {}) }
		const page = await call(createTransport(site), listComments, { params: { reviewId }, query })
		all.push(...page.comments.map(({ content }) => content))
		cursor = page.nextCursor ?? undefined
	} while (cursor)
	return all
}

async function newClient(site: SiteProcess, number: number): Promise<Client> {
	const { token, id } = await registerUser(site, `client_${number}`)
	return { number, id, token, comments: new Map(), unsure: new Set() }
}

const textOf = (game: number | string, client: number | string) => `Client ${client} about game ${game}.`
const numberOf = (username: string) => username.split('_')[1]

function pick<T>(from: readonly T[]): T | undefined {
	return from[Math.floor(Math.random() * from.length)]
}
