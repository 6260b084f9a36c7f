import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
import {
	createSeededLocation,
	createTransport,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const CLIENTS = Number(process.env.UNREAD_CLIENTS ?? 24)
const REVIEWS = 50
const LARGEST = `/api/reviews?limit=${REVIEWS}`
const MEGABYTE = 1024 * 1024

const clients: Socket[] = []
afterEach(() => {
	for (const client of clients.splice(0)) client.destroy()
})

/** Writes as many reviews as an answer holds, each as long as one may be. */
async function fill(site: SiteProcess): Promise<void> {
	const { token } = await registerUser(site, 'writer')
	const { data } = await call(createTransport(site), getPopularGames, { query: { limit: REVIEWS } })
	for (const { id, platforms } of data.games) {
		const body = { gameId: id, rating: 4, platform: platforms[0] ?? 'PC', description: 'x'.repeat(20_000) }
		await call(createTransport(site, token), createReview, { body })
	}
}

async function residentBytes({ child }: SiteProcess): Promise<number> {
	const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

async function readAll(site: SiteProcess): Promise<void> {
	for (let index = 0; index < 5; index++) {
		const answer = await fetch(site.url + LARGEST)
		expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(MEGABYTE * 0.9)
	}
}

const openFiles = async ({ child }: SiteProcess) => (await readdir(`/proc/${child.pid}/fd`)).length

/** How long each of so many visits of a page takes, in milliseconds. */
async function visits(site: SiteProcess, count: number): Promise<number[]> {
	const times: number[] = []
	for (let index = 0; index < count; index++) {
		const began = performance.now()
		const answer = await fetch(`${site.url}/about`)
		await answer.arrayBuffer()
		expect(answer.status).toBe(200)
		times.push(performance.now() - began)
	}
	return times.sort((one, other) => one - other)
}

test('clients that pipeline requests and never read responses use little memory, and are disconnected after 20 s', {
	tags: ['trust-49'],
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place, {
		// The short form waits no longer than it must
		...(CLIENTS < 200 ? { WRITE_TIMEOUT_SECONDS: '2', KEEP_ALIVE_SECONDS: '1' } : {}),
	})
	await fill(site)
	// What the same load costs that reads its answers is no part of the harm
	await Promise.all(Array.from({ length: CLIENTS }, () => readAll(site)))
	const quiet = await visits(site, 50)
	const [bytes, files] = [await residentBytes(site), await openFiles(site)]

	const port = Number(new URL(site.url).port)
	for (let index = 0; index < CLIENTS; index++) {
		const client = connect(port, '127.0.0.1')
		clients.push(client)
		client.on('error', () => {})
		client.pause()
		await once(client, 'connect')
		// The first half is cut off at once for sending so much ahead
		client.write(`GET ${LARGEST} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(index % 2 === 0 ? 50 : 16))
	}
	const beganMs = performance.now()
	let mostBytes = 0
	const busy = await visits(site, 50)
	await vi.waitFor(
		async () => {
			mostBytes = Math.max(mostBytes, await residentBytes(site))
			expect(await openFiles(site)).toBeLessThanOrEqual(files + 8)
		},
		{ timeout: 120_000, interval: 100 },
	)
	const facts = {
		'MB more': Math.round((mostBytes - bytes) / MEGABYTE),
		'gone after s': Math.round((performance.now() - beganMs) / 1000),
		'slowest of 50 visits in ms': [quiet, busy].map((times) => Math.round(times.at(-1) ?? 0)),
	}
	console.log(facts)
	// A few clients show the fault (491 MB) as well, but not beside what the collector has still to give back
	expect(facts['MB more']).toBeLessThan(CLIENTS < 200 ? 200 : 100)
})
