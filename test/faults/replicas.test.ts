import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getPopularGames } from '#contract/games.ts'
import { createList, getList } from '#contract/lists.ts'
import { getReview, likeReview, listReviews, updateReview } from '#contract/reviews.ts'
import { NO_PGBOUNCER, startPgBouncer } from '#kit/peers/pgbouncer.ts'
import { type ReplicatedServers, startReplicatedServers } from '#kit/replicated-site.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { openDatabase } from '#server/db/connect.ts'
import { createTransport } from '#server/pages/renderer.ts'

let servers: ReplicatedServers
let players = 0

beforeAll(async () => {
	servers = await startReplicatedServers()
})

afterAll(async () => {
	await servers?.[Symbol.asyncDispose]()
})

const register = (site: TestSite): Promise<Player> => site.register(`reader_${++players}`)

test('visitors read from a replica, and everyone who is logged in reads their writes from the primary', async () => {
	await using site = await servers.startSite()
	await using otherDatabase = await openOther()
	await using otherSite = await startSite({ database: otherDatabase, replicas: await servers.openReplicas() })
	const [player, other] = [await register(site), await register(site)]
	const review = await writeReview(site, player)
	const params = { id: review.id }
	await servers.whilePaused(async () => {
		const body = { ...reviewBody(review.game.id), description: 'Changed my mind.' }
		await site.call(updateReview, { params, body }, player)
		await site.call(likeReview, { params }, other)
		for (const process of [site, otherSite]) {
			expect(await process.call(getReview, { params })).toMatchObject({ description: review.description, likes: 0 })
			const own = await process.call(getReview, { params }, player)
			expect(own).toMatchObject({ description: 'Changed my mind.', likes: 1 })
			const { reviews } = await process.call(listReviews, { query: { userId: player.user.id } }, other)
			expect(reviews).toMatchObject([{ description: 'Changed my mind.', hasLiked: true }])
			expect((await process.app.inject({ url: `/api/reviews/${review.id}` })).headers.age).toBe('0')
		}
	})
	expect(await site.call(getReview, { params })).toMatchObject({ description: 'Changed my mind.', likes: 1 })
})

test('rankings come from a replica for everyone', async () => {
	await using site = await servers.startSite()
	const player = await register(site)
	await servers.whilePaused(async () => {
		const gameId = (await writeReview(site, player)).game.id
		const { data } = await site.call(getPopularGames, { query: { limit: 50 } }, player)
		expect(data.games.map(({ id }) => id)).not.toContain(gameId)
	})
})

test('a visitor finds what the replica does not have yet', async () => {
	await using site = await servers.startSite()
	const player = await register(site)
	await servers.whilePaused(async () => {
		const review = await writeReview(site, player)
		const { id } = await site.call(createList, { body: { title: 'Tonight' } }, player)
		expect(await site.call(getReview, { params: { id: review.id } })).toMatchObject({ id: review.id })
		expect(await site.call(getList, { params: { id } })).toMatchObject({ title: 'Tonight' })
		const { headers, statusCode } = await site.app.inject({ url: `/api/reviews/${review.id}` })
		expect([statusCode, headers.age]).toEqual([200, undefined])
	})
})

test.skipIf(NO_PGBOUNCER)(
	`a replica behind PgBouncer is read through it${NO_PGBOUNCER ? `. ${NO_PGBOUNCER}` : ''}`,
	async () => {
		await using bouncer = await startPgBouncer(servers.replica.url)
		await using site = await servers.startSite([bouncer.toUrl(servers.urls.replica)])
		const review = await writeReview(site, await register(site))
		await servers.catchUp()
		const reads = Array.from({ length: 40 }, async () => {
			const { statusCode, headers } = await site.app.inject({ url: `/api/reviews/${review.id}` })
			expect([statusCode, headers.age]).toEqual([200, '0'])
		})
		await Promise.all(reads)
	},
)

test('every public read is served while the primary is away, and no other call', async () => {
	await using site = await servers.startSite()
	const player = await register(site)
	const review = await writeReview(site, player)
	const { id: listId } = await site.call(createList, { body: { title: 'Tonight' } }, player)
	const { id: commentId } = await site.call(createComment, { body: { reviewId: review.id, content: 'Hm' } }, player)
	await servers.catchUp()
	const ids: Readonly<Record<string, string>> = {
		'/api/games/:id': String(review.game.id),
		'/api/games/:id/history': String(review.game.id),
		'/api/games/:id/related': String(review.game.id),
		'/api/lists/:id': listId,
		'/api/reviews/:id': review.id,
		'/api/comments/:id/replies': commentId,
	}
	const queries: Readonly<Record<string, string>> = {
		'/api/reviews/activity': `userId=${player.user.id}`,
		'/api/library': `userId=${player.user.id}`,
		'/api/library/summary': `userId=${player.user.id}`,
		'/api/library/facets': `userId=${player.user.id}`,
		'/api/library/diary': `userId=${player.user.id}`,
		'/api/library/diary/days': `userId=${player.user.id}`,
		'/api/library/stats': `userId=${player.user.id}`,
		'/api/library/year': `userId=${player.user.id}&year=2026`,
		'/api/games/search': 'query=game',
		'/api/users': 'username=reader',
		'/api/users/search': 'query=reader',
	}
	await servers.primary.stop()
	try {
		servers.time.now += 60_000
		expect(await site.check()).toBe(undefined)
		const cover = await site.app.inject({ url: `/art/${review.game.id}/cover-0123456789.webp` })
		expect(cover.statusCode).toBe(200)
		for (const { method, url, config } of await listEndpoints()) {
			const path = url
				.replace(':reviewId', review.id)
				.replace(':listId', listId)
				.replace(':username', player.user.username)
				.replace(':slug', 'lantern-hollow')
				.replace(':id', ids[url] ?? player.user.id)
			// A decision is read by its author alone
			const isPublicRead = method === 'GET' && config.auth === 'anyone' && url !== '/api/appeals/:actionId'
			expect([url, config.mayLagFor !== undefined]).toEqual([url, isPublicRead])
			if (!isPublicRead) continue
			const { statusCode } = await site.app.inject({ method, url: `${path}?${queries[url] ?? ''}` })
			expect([path, statusCode]).toEqual([path, 200])
		}
		const headers = { authorization: `Bearer ${player.accessToken}` }
		expect((await site.app.inject({ url: `/api/reviews/${review.id}`, headers })).statusCode).toBe(503)
		expect((await site.app.inject({ url: '/api/auth/check-username?username=somebody' })).statusCode).toBe(503)
	} finally {
		await servers.primary.start()
		await servers.catchUp()
	}
})

test('a replica that lags over five seconds leaves service until it has caught up', async () => {
	await using site = await servers.startSite()
	const player = await register(site)
	const review = await writeReview(site, player)
	const params = { id: review.id }
	await servers.whilePaused(async () => {
		await site.replicas.check()
		await site.call(likeReview, { params }, player)
		await site.replicas.check()
		servers.time.now += 4_999
		expect([await site.check(), (await site.call(getReview, { params })).likes]).toEqual([undefined, 0])
		servers.time.now += 1
		expect([await site.check(), (await site.call(getReview, { params })).likes]).toEqual(['lagging', 1])
	})
	expect(await site.check()).toBe(undefined)
})

test('a response from a replica tells how old it can be, and a rendering remembers the oldest', async () => {
	await using site = await servers.startSite()
	const transport = createTransport(site.app, '127.0.0.1')
	expect(transport.getAgeMs()).toBe(0)
	servers.time.now += 2_500
	for (const method of ['GET', 'HEAD'] as const)
		expect((await site.app.inject({ method, url: '/api/reviews' })).headers.age).toBe('3')
	await transport.send({ method: 'GET', url: '/api/reviews', headers: {} })
	expect(transport.getAgeMs()).toBe(3_000)
	await site.check()
	await transport.send({ method: 'GET', url: '/api/reviews', headers: {} })
	expect(transport.getAgeMs()).toBe(3_000)
})

test('the connections to a replica are counted while it is in service', async () => {
	await using site = await servers.startSite()
	const name = `replica ${new URL(servers.urls.replica).host}`
	expect(site.replicas.countConnections()).toEqual([{ name, open: 0, idle: 0, waiting: 0 }])
	await site.call(listReviews, { query: {} })
	expect(site.replicas.countConnections()).toMatchObject([{ name, waiting: 0, open: expect.toSatisfy(isPositive) }])
	await servers.whilePaused(async () => {
		await site.replicas.check()
		await register(site)
		await site.replicas.check()
		servers.time.now += 60_000
		expect(await site.check()).toBe('lagging')
		expect(site.replicas.countConnections()).toEqual([{ name, open: 0, idle: 0, waiting: 0 }])
	})
})

test('a replica of an idle primary does not lag', async () => {
	await using site = await servers.startSite()
	for (let minute = 0; minute < 10; minute++) {
		expect(await site.check()).toBe(undefined)
		servers.time.now += 60_000
	}
})

test('a replica refuses writes, also those that the primary would run for it', async () => {
	await using site = await servers.startSite()
	const reads = site.replicas.next()?.db
	if (!reads) throw new Error('No replica is in service')
	const write = sql`with gone as (delete from reviews returning id) select * from gone`
	await expect(write.execute(reads)).rejects.toMatchObject({ code: '25006' })
	await expect(sql`delete from reviews`.execute(reads)).rejects.toThrow('A replica runs single reads only')
	await expect(reads.transaction().execute(async () => {})).rejects.toThrow('A replica runs single reads only')
})

async function openOther() {
	const database = await openDatabase({ url: servers.urls.primary })
	return { ...database, [Symbol.asyncDispose]: () => database.close() }
}

const isPositive = (count: unknown) => Number(count) > 0

function reviewBody(gameId: number) {
	return { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
}

async function listEndpoints(): Promise<Endpoint[]> {
	const folder = new URL('../../src/contract/', import.meta.url)
	const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
	const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
	return modules
		.flatMap((module: object): unknown[] => Object.values(module))
		.filter(
			(value): value is Endpoint => typeof value === 'object' && value !== null && 'url' in value && 'config' in value,
		)
}
