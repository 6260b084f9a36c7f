import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview, deleteReview, getReview, listReviews, type Review } from '#contract/reviews.ts'
import { getMe } from '#contract/session-tokens.ts'
import {
	createDataLocation,
	createSeededLocation,
	createTransport,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const WRITERS = 16
const PATIENCE = { timeout: 120_000, interval: 10 }
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)

test('kill -9 under 16 writers loses nothing acknowledged, and every count is right', {
	tags: ['trust-2'],
	timeout: 3_600_000,
}, async () => {
	await using place = await createSeededLocation()
	let site = await startProcess(place)
	const writers = await Promise.all(
		Array.from({ length: WRITERS }, (_, index) => registerUser(site, `writer_${index}`)),
	)
	const { data } = await call(createTransport(site), getPopularGames, { query: { limit: 50 } })
	const acknowledged = new Map<string, Review>()
	/** Deleted for sure, or asked to be without an answer: these may be there or not. */
	const gone = new Set<string>()
	const unsure = new Set<string>()

	for (let round = 0; round < ROUNDS; round++) {
		let writing = true
		const before = acknowledged.size
		const runs = writers.map(async ({ token }, writer) => {
			for (let step = 0; writing; step++) {
				const game = data.games[(step + round * 5 + writer) % data.games.length]
				if (!game) break
				try {
					const body = {
						gameId: game.id,
						rating: ((step % 10) + 1) / 2,
						platform: game.platforms[0] ?? 'PC',
						description: `Written in round ${round}, step ${step}`,
					}
					const review = await call(createTransport(site, token), createReview, { body })
					acknowledged.set(review.id, review)
					if (step % 3 === 0) {
						unsure.add(review.id)
						await call(createTransport(site, token), deleteReview, { params: { id: review.id } })
						unsure.delete(review.id)
						gone.add(review.id)
					}
				} catch {
					// Refused because there is one already, or cut off by the kill
				}
			}
		})
		await expect.poll(() => acknowledged.size - before, PATIENCE).toBeGreaterThan(WRITERS)
		await site.stop('SIGKILL')
		writing = false
		await Promise.all(runs)
		site = await startProcess(place)
		await expectCountsToBeRight(site, acknowledged, gone, unsure)
	}
	expect(acknowledged.size).toBeGreaterThan(ROUNDS)
	expect(await site.stop()).toBe(0)
})

async function expectCountsToBeRight(
	site: SiteProcess,
	acknowledged: Map<string, Review>,
	gone: Set<string>,
	unsure: Set<string>,
) {
	const stored: Review[] = []
	let cursor: string | undefined
	let totalCount: number
	do {
		const page = await call(createTransport(site), listReviews, { query: { limit: 50, ...(cursor ? { cursor } : {}) } })
		stored.push(...page.reviews)
		totalCount = page.totalCount
		cursor = page.nextCursor ?? undefined
	} while (cursor)
	expect(totalCount).toBe(stored.length)
	const ids = new Set(stored.map(({ id }) => id))
	for (const id of acknowledged.keys()) if (!unsure.has(id)) expect([id, ids.has(id)]).toEqual([id, !gone.has(id)])
	const byGame = Map.groupBy(stored, ({ gameId }) => gameId)
	for (const [id, reviews] of byGame) {
		const { data } = await call(createTransport(site), getGame, { params: { id } })
		const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
		expect(data).toMatchObject({
			ratingCount: reviews.length,
			totalReviews: reviews.length,
			reviewsLastWeek: reviews.length,
		})
		expect(data.averageRating).toBeCloseTo(average, 1)
	}
}

test('SIGTERM under 32 keep-alive clients breaks no response, and the process exits cleanly', {
	tags: ['trust-15'],
}, async () => {
	await using place = await createSeededLocation()
	const site = await startProcess(place)
	const outcomes = { answered: 0, refused: 0, broken: [] as string[] }
	let stopped = false
	const clients = Array.from({ length: 32 }, async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 })
		while (!stopped) {
			const outcome = await ask(`${site.url}/api/reviews?limit=5`, agent)
			if (outcome === 200) outcomes.answered++
			else if (outcome === 'ECONNREFUSED') outcomes.refused++
			else outcomes.broken.push(String(outcome))
			if (outcome === 'ECONNREFUSED') break
		}
		agent.destroy()
	})
	await expect.poll(() => outcomes.answered, PATIENCE).toBeGreaterThan(100)
	const code = await site.stop('SIGTERM')
	stopped = true
	await Promise.all(clients)
	expect(outcomes.broken).toEqual([])
	expect(code).toBe(0)
})

test('an idle connection without any request does not delay the stop', async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	const ahead = connect(Number(new URL(site.url).port), '127.0.0.1')
	// Being cut off is what it is here for
	ahead.on('error', () => {})
	await once(ahead, 'connect')
	const began = performance.now()
	expect(await site.stop('SIGTERM')).toBe(0)
	expect(performance.now() - began).toBeLessThan(5_000)
	ahead.destroy()
})

test('a restart keeps all data and sessions', async () => {
	await using place = await createDataLocation()
	const first = await startProcess(place)
	const { token } = await registerUser(first, 'Ann')
	const { data } = await call(createTransport(first), getPopularGames, { query: { limit: 1 } })
	const body = {
		gameId: data.games[0]?.id ?? 0,
		rating: 4,
		platform: data.games[0]?.platforms[0] ?? '',
		description: 'Kept through a restart.',
	}
	const review = await call(createTransport(first, token), createReview, { body })
	expect(await first.stop('SIGINT')).toBe(0)
	const second = await startProcess(place)
	expect(await call(createTransport(second), getReview, { params: { id: review.id } })).toEqual(review)
	expect((await call(createTransport(second, token), getMe, {})).user.username).toBe('Ann')
	expect(await second.stop()).toBe(0)
})

test('invalid configuration is reported with one sentence per mistake', async () => {
	await using place = await createDataLocation()
	const error = await startProcess(place, {
		PORT: 'many',
		PUBLIC_URL: 'games.example',
		LOG_LEVEL: 'loud',
		DATABASE_URL: 'mysql://x',
	}).catch((cause: Error) => cause)
	expect((error as Error).message).toContain('PORT must be a whole number from 0 to 65535, not "many".')
	expect((error as Error).message).toContain('PUBLIC_URL must be a URL that starts with https:// or http://')
	expect((error as Error).message).toContain('DATABASE_URL must be a URL that starts with postgres:// or postgresql://')
	expect((error as Error).message).toContain('LOG_LEVEL must be debug, info, warn, error or silent, not "loud".')
})

test("a setting's former name still works, and the log gives the current one", async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place, { CATALOGUE_IMAGES: 'off', CATALOG_IMAGE_HOSTS: 'images.example' })
	const warnings = site
		.output()
		.split('\n')
		.filter((line) => line.startsWith('{'))
		.map((line) => JSON.parse(line) as { level: number; msg: string })
		.filter(({ level }) => level > 30)
	expect(warnings).toMatchObject([
		{
			level: 40,
			msg: 'The setting CATALOGUE_IMAGES is now called CATALOG_IMAGES. The former name still works; use the new one.',
		},
		{ level: 40, msg: expect.stringContaining('This site has no admin.') },
	])
})

test('a taken port is reported in a sentence', async () => {
	await using place = await createSeededLocation()
	await using other = await createSeededLocation()
	await using site = await startProcess(place)
	const taken = await startProcess(other, { PORT: new URL(site.url).port }).catch((cause: Error) => cause)
	expect((taken as Error).message).toContain('The port is in use by another program.')
})

test('an unreachable database server is reported in a sentence', async () => {
	await using place = await createDataLocation()
	const error = await startProcess(place, {
		DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
		DATABASE_WAIT_SECONDS: '0',
	}).catch((cause: Error) => cause)
	expect((error as Error).message).toContain('The database cannot be reached')
})

/** The status of a whole answer, or the code of the error that cut it off. */
function ask(url: string, agent: Agent): Promise<number | string> {
	return new Promise((resolve) => {
		const request = get(url, { agent }, (answer) => {
			answer.on('end', () => resolve(answer.statusCode ?? 0))
			answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
			answer.resume()
		})
		request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
	})
}

test('an unreachable mail server delays neither responses nor the stop, and no address is logged', async () => {
	await using place = await createSeededLocation()
	// Nothing listens on the port of the discard service
	const site = await startProcess(place, {
		SMTP_URL: 'smtp://127.0.0.1:9',
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://games.example',
	})
	await registerUser(site, 'unmailed')
	await expect.poll(() => site.output()).toContain('a mail could not be sent yet')
	expect(await site.stop()).toBe(0)
	expect(site.output()).toContain('Mails that are still waiting: 1.')
	expect(site.output()).not.toContain('unmailed')
})
