import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ask } from '#kit/ask.ts'
import { startMailServer } from '#kit/peers/mail-server.ts'
import {
	createSeededLocation,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'

// With STOP_ROUNDS each process is stopped and started again so many times, under at least STOP_REQUESTS requests; without,
// the two processes are stopped once.
const ROUNDS = Number(process.env.STOP_ROUNDS ?? 0)
const REQUESTS = Number(process.env.STOP_REQUESTS ?? 200)
const CLIENTS = 16

const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A client of two processes that does what a balancer does: goes on to the other where a connection is refused. */
function balanced(urls: readonly string[]) {
	const outcomes = { answered: 0, broken: [] as string[] }
	let isOver = false
	const agents = [new Agent({ keepAlive: true, maxSockets: CLIENTS }), new Agent({ keepAlive: false })]
	const clients = Array.from({ length: CLIENTS }, async (_, client) => {
		for (let turn = client; !isOver; turn++) {
			let outcome: number | string = 'ECONNREFUSED'
			for (let process = 0; process < urls.length && outcome === 'ECONNREFUSED'; process++)
				outcome = await ask(`${urls[(turn + process) % urls.length]}/api/site`, agents[turn % 2] as Agent)
			if (outcome === 'ECONNREFUSED') break
			if (outcome === 200) outcomes.answered++
			else outcomes.broken.push(String(outcome))
		}
	})
	return {
		outcomes,
		answered: (count: number) => vi.waitFor(() => expect(outcomes.answered).toBeGreaterThanOrEqual(count), 60_000),
		async end() {
			isOver = true
			await Promise.all(clients)
			for (const agent of agents) agent.destroy()
		},
	}
}

async function newPlace(): Promise<DataLocation> {
	const place = await createSeededLocation()
	cleanups.push(() => place[Symbol.asyncDispose]())
	return place
}

async function start(place: DataLocation, env: Record<string, string> = {}): Promise<SiteProcess> {
	const site = await startProcess(place, env)
	cleanups.push(() => site[Symbol.asyncDispose]())
	return site
}

test('a stop under load breaks no request, including those on new connections', {
	tags: ['trust-53'],
	timeout: 3_600_000,
}, async () => {
	const places = [await newPlace(), await newPlace()]
	const sites = await Promise.all(places.map((place) => start(place)))
	const urls = sites.map(({ url }) => url)
	const load = balanced(urls)
	cleanups.push(() => load.end())
	for (let round = 0; round < ROUNDS; round++) {
		const index = round % 2
		await load.answered(((round + 1) * REQUESTS) / (ROUNDS + 1))
		expect(await sites[index]?.stop()).toBe(0)
		sites[index] = await start(places[index] as DataLocation, { PORT: new URL(urls[index] ?? '').port })
	}
	await load.answered(REQUESTS)
	for (const site of sites) expect(await site.stop()).toBe(0)
	await load.end()
	expect(load.outcomes.broken).toEqual([])
	expect(load.outcomes.answered).toBeGreaterThanOrEqual(REQUESTS)
})

test('an incomplete body and a client that never reads do not delay a stop, and queued mails are sent', {
	tags: ['trust-53'],
}, async () => {
	// Out of order for the first attempts, after which a mail waits for ten seconds
	await using mails = await startMailServer({ refusals: 2 })
	const site = await start(await newPlace(), {
		SMTP_URL: mails.url,
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://games.example',
	})
	await registerUser(site, 'mailed')
	await vi.waitFor(() => expect(mails.seen.attempts).toBe(2), 20_000)
	const port = Number(new URL(site.url).port)
	const slow = connect(port, '127.0.0.1')
	slow.on('error', () => {})
	slow.write(
		'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
	)
	const deaf = connect(port, '127.0.0.1')
	deaf.on('error', () => {})
	deaf.pause()
	deaf.write('GET /api/games/popular?limit=50 HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(16))
	await Promise.all([once(slow, 'connect'), once(deaf, 'connect')])
	const began = performance.now()
	expect(await site.stop()).toBe(0)
	// The time is the long run's: here another program may have the processor
	if (ROUNDS > 0) expect(performance.now() - began).toBeLessThan(5_000)
	expect(mails.received.map(({ to }) => to)).toEqual([['mailed@example.org']])
	expect(site.output()).not.toContain('still waiting')
	for (const client of [slow, deaf]) client.destroy()
})
