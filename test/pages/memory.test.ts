import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { getPopularGames } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { memoryInUse } from '#kit/memory.ts'
import { openMigratedDatabase } from '#kit/migrated-dump.ts'
import { PASSWORD } from '#kit/site.ts'
import { createDataLocation, createTransport, registerUser } from '#kit/site-process.ts'
import { readConfig } from '#server/config.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { openSite } from '#server/site.ts'
import { call } from '#web/app/api-client.ts'

const READS = 3_000
/** Ten minutes of 15 requests a second. */
const TEN_MINUTES = 9_000
const TEN_MINUTES_MS = 600_000
/** An access token lives longer than so many requests take. */
const RENEWED_AFTER = 5_000
/** Without it, what a statement leaves is counted only: fewer requests than ten minutes of them still fill caches. */
const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 0)

test('trust case 55: the embedded database retains no memory of its responses', async () => {
	const { db, close } = await openMigratedDatabase()
	const read = async (times: number) => {
		for (let n = 0; n < times; n++) await rawQuery(db, 'select * from pg_am where oid = $1', [n])
	}
	await read(READS)
	const before = await memoryInUse()
	await read(READS)
	const after = await memoryInUse()
	expect((after.heap - before.heap) / READS).toBeLessThan(300)
	await close()
})

test.skipIf(REQUESTS === 0)(
	'trust case 55: memory does not grow with what is asked',
	{ timeout: 3_600_000 },
	async () => {
		await using place = await createDataLocation()
		const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '100000', ...place.env })
		let now = Date.now()
		const site = await openSite(
			config,
			() => {},
			() => now,
		)
		const url = await site.app.listen({ host: '127.0.0.1', port: 0 })
		const { ask, signIn } = await mixedRequests(url)
		const askAll = async (from: number, to: number) => {
			for (let n = from; n < to; n++) {
				now += TEN_MINUTES_MS / TEN_MINUTES
				if (n % RENEWED_AFTER === 0) await signIn()
				await ask(n)
			}
		}

		// The first third fills the caches
		await askAll(0, REQUESTS / 3)
		const before = await memoryInUse()
		await askAll(REQUESTS / 3, REQUESTS)
		const after = await memoryInUse()
		await site.close()

		const growth = after.heap + after.buffers - before.heap - before.buffers
		expect(growth).toBeLessThan((1_000_000 * REQUESTS * 2) / 3 / TEN_MINUTES)
	},
)

/** Requests of visitors and of one person, a different one for each number. */
async function mixedRequests(url: string) {
	const at = { url }
	await registerUser(at, 'Ann')
	let token = ''
	const signIn = async () => {
		const body = { identifier: 'Ann', password: PASSWORD }
		token = (await call(createTransport(at), login, { body })).tokens.accessToken
	}
	await signIn()
	const { data } = await call(createTransport(at), getPopularGames, { query: { limit: 50 } })
	const [game] = data.games
	const body = { gameId: game?.id ?? 0, rating: 4, platform: game?.platforms[0] ?? '', description: 'Ten letters.' }
	const { id } = await call(createTransport(at, token), createReview, { body })
	const read = async (path: string, headers: Record<string, string> = {}) => {
		const answer = await fetch(url + path, { headers })
		expect([path, answer.status < 500]).toEqual([path, true])
		await answer.arrayBuffer()
	}
	const signedIn = () => ({ authorization: `Bearer ${token}` })
	const kinds: ((n: number) => Promise<unknown>)[] = [
		() => read('/'),
		(n) => read(`/games/${(n % 900) + 1}`),
		(n) => read(`/reviews?page=${(n % 40) + 1}`),
		(n) => read(`/nobody${n}/reviews`),
		(n) => read(`/api/games/search?query=${data.games[n % 50]?.name.slice(0, 8)}`),
		(n) => read(`/api/reviews?minRating=${(n % 9) / 2 + 0.5}&gameId=${(n % 900) + 1}&limit=${(n % 50) + 1}`),
		(n) => read(`/api/users/search?query=a${n % 500}`),
		(n) => read(`/api/reviews/${id}`, n % 2 ? signedIn() : {}),
		() => read('/api/notifications/activities', signedIn()),
		(n) => call(createTransport(at, token), createComment, { body: { reviewId: id, content: `Comment ${n}` } }),
		(n) =>
			fetch(`${url}/api/reviews/seen`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'user-agent': `Browser ${n}` },
				body: JSON.stringify({ impressions: [id] }),
			}).then((answer) => answer.arrayBuffer()),
	]
	return { signIn, ask: (n: number) => kinds[n % kinds.length]?.(n) }
}
