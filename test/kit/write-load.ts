import { follow, unfollow } from '#contract/follows.ts'
import { type Game, getPopularGames } from '#contract/games.ts'
import { createReview, deleteReview } from '#contract/reviews.ts'
import type { Db } from '#server/db/tables.ts'
import { ApiError, call, type Transport } from '#web/app/api-client.ts'
import { createTransport, registerUser } from './site-process.ts'

/** Writers that create and delete reviews, and follow and unfollow each other, until `stop` is called. */
export interface WriteLoad {
	/** The number of requests so far that were acknowledged, and of those that were refused with a 503. */
	counts: { acknowledged: number; refused: number }
	/** Responses that must not occur: all but successes, and 503s with `Retry-After`. */
	wrong: string[]
	start: () => void
	/** Resolves once no request is pending. */
	stop: () => Promise<void>
	/** Compares the database with what was acknowledged and returns the differences. Call it while stopped. */
	findDifferences: (db: Db) => Promise<string[]>
}

interface Writer {
	id: string
	token: string
}

/** A row that a writer creates or deletes in turn. */
interface Toggle {
	/** As in the database: `review <user> <game>` or `follow <user> <user>`. */
	key: string
	create: () => Promise<string>
	remove: (id: string) => Promise<unknown>
}

interface Options {
	writers: number
	/** Of the usernames. */
	prefix?: string
	/** Whether a request may lose its connection, as one to a process that is killed. */
	mayLoseConnections?: boolean
}

/** Registers writers. `getSite` returns the process of the site that serves the next request. */
export async function createWriteLoad(
	getSite: () => { url: string },
	{ writers: count, prefix = 'writer', mayLoseConnections = false }: Options,
): Promise<WriteLoad> {
	const { data } = await call(createTransport(getSite()), getPopularGames, { query: { limit: 50 } })
	const writers = await Promise.all(Array.from({ length: count }, (_, n) => registerUser(getSite(), `${prefix}_${n}`)))
	const counts = { acknowledged: 0, refused: 0 }
	const wrong: string[] = []
	/** The id of the row if there is one; after a refusal or a lost response it may have been changed or not. */
	const known = new Map<string, { id: string | undefined; isSure: boolean }>()
	let isStopped = true
	let running: Promise<void>[] = []

	function createTransportOf({ token }: Writer): Transport {
		return async (request) => {
			const { url, method, headers, body } = request
			const response = await fetch(getSite().url + url, {
				method,
				headers: { ...headers, authorization: `Bearer ${token}` },
				...(body === undefined ? {} : { body }),
			})
			if (response.status === 503 && !(Number(response.headers.get('retry-after')) > 0))
				wrong.push(`${method} ${url}: 503 without Retry-After`)
			return { status: response.status, body: await response.json() }
		}
	}

	function listToggles(writer: Writer, index: number): Toggle[] {
		const transport = createTransportOf(writer)
		const other = writers[(index + 1) % writers.length] as Writer
		const toReviewToggle = ({ id: gameId, platforms: [platform = 'PC'] }: Pick<Game, 'id' | 'platforms'>): Toggle => ({
			key: `review ${writer.id} ${gameId}`,
			create: async () => {
				const body = { gameId, rating: 4, platform, description: 'Written while things break' }
				return (await call(transport, createReview, { body })).id
			},
			remove: (id) => call(transport, deleteReview, { params: { id } }),
		})
		const followToggle: Toggle = {
			key: `follow ${writer.id} ${other.id}`,
			create: async () => {
				await call(transport, follow, { body: { followedId: other.id } })
				return other.id
			},
			remove: (id) => call(transport, unfollow, { params: { id } }),
		}
		return [...data.games.map(toReviewToggle), followToggle]
	}

	async function flip({ key, create, remove }: Toggle): Promise<void> {
		const { id, isSure } = known.get(key) ?? { id: undefined, isSure: true }
		const learn = (id: string | undefined, isSure: boolean) => known.set(key, { id, isSure })
		// Until a response says otherwise
		learn(id, false)
		try {
			if (id === undefined) learn(await create(), true)
			else {
				await remove(id)
				learn(undefined, true)
			}
			counts.acknowledged++
		} catch (error) {
			const { status = undefined, body = {} } = error instanceof ApiError ? error : {}
			if (status === 503) counts.refused++
			else if (status === 409 && !isSure) learn((body as { reviewId: string }).reviewId, true)
			else if (status === 404 && !isSure) learn(undefined, true)
			else if (!(status === 0 && mayLoseConnections)) wrong.push(`${key}: ${status} ${error}`)
		}
	}

	return {
		counts,
		wrong,
		start() {
			isStopped = false
			running = writers.map(async (writer, index) => {
				const toggles = listToggles(writer, index)
				for (let step = 0; !isStopped; step++) await flip(toggles[step % toggles.length] as Toggle)
			})
		},
		async stop() {
			isStopped = true
			await Promise.all(running)
		},
		async findDifferences(db) {
			const ids = writers.map(({ id }) => id)
			const reviews = await db
				.selectFrom('reviews')
				.select(['user_id', 'game_id'])
				.where('user_id', 'in', ids)
				.execute()
			const follows = await db
				.selectFrom('follows')
				.select(['follower_id', 'followed_id'])
				.where('follower_id', 'in', ids)
				.execute()
			const stored = new Set([
				...reviews.map((row) => `review ${row.user_id} ${row.game_id}`),
				...follows.map((row) => `follow ${row.follower_id} ${row.followed_id}`),
			])
			const lost = [...known].filter(([key, { id, isSure }]) => isSure && stored.has(key) !== (id !== undefined))
			const invented = [...stored].filter((key) => !known.has(key))
			return [...lost.map(([key]) => key), ...invented]
		},
	}
}
