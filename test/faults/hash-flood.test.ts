import { setInterval } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PASSWORD } from '#kit/site.ts'
import { createSeededLocation, registerUser, type SiteProcess, startProcess } from '#kit/site-process.ts'

// Set for `npm run trust` alone: a busy machine makes times that say nothing.
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 0)
const A_SECOND = 200
const READS_EVERY_MS = 20

interface Answer {
	status: number
	retryAfter: string | null
	beganMs: number
	endedMs: number
}

async function asked(url: string, init?: RequestInit): Promise<Answer> {
	const began = performance.now()
	const answer = await fetch(url, init)
	await answer.arrayBuffer()
	return {
		status: answer.status,
		retryAfter: answer.headers.get('retry-after'),
		beganMs: began,
		endedMs: performance.now(),
	}
}

const logIn = (site: SiteProcess, identifier: string, password: string) =>
	asked(`${site.url}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ identifier, password }),
	})

/** Reads again and again until `isOver`, one after the other. */
async function reads(site: SiteProcess, isOver: () => boolean): Promise<Answer[]> {
	const all: Answer[] = []
	for await (const _ of setInterval(READS_EVERY_MS)) {
		if (isOver()) break
		all.push(await asked(`${site.url}/api/reviews?limit=5`))
	}
	return all
}

function p99(answers: readonly Answer[]): number {
	const times = answers.map(({ beganMs, endedMs }) => endedMs - beganMs).sort((one, other) => one - other)
	return times[Math.floor(times.length * 0.99)] ?? 0
}

test('in a flood of logins, some queue and the rest must retry later, while other requests are served', {
	tags: ['trust-14'],
	timeout: 600_000,
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	await registerUser(site, 'member')
	let isOver = false
	const calmReads = SECONDS === 0 ? [] : await reads(site, endsAfter(SECONDS * 1000))
	const reading = reads(site, () => isOver)
	const flood: Promise<Answer>[] = []
	const ticks = setInterval(1000 / A_SECOND)[Symbol.asyncIterator]()
	for (let sent = 0; sent < A_SECOND * Math.max(1, SECONDS); sent++) {
		flood.push(logIn(site, `nobody_${sent}`, 'Wrong1Horse'))
		// At once in the short run, in the long one as many in every second
		if (SECONDS > 0) await ticks.next()
	}
	await ticks.return?.()
	const answers = await Promise.all(flood)
	isOver = true
	const floodedReads = await reading

	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
	for (const { status, retryAfter } of answers)
		expect([status, retryAfter]).toEqual([status, status === 503 ? '2' : null])
	// Rejected requests get their answer while others still wait
	const [waited, refused] = [401, 503].map((wanted) => answers.filter(({ status }) => status === wanted))

	const floodEndedMs = lastOf(waited)
	expect(refused?.filter(({ endedMs }) => endedMs > floodEndedMs)).toEqual([])
	// All else is answered meanwhile, and not only when the flood is over
	expect(floodedReads.filter(({ status }) => status !== 200)).toEqual([])
	expect(floodedReads.filter(({ endedMs }) => endedMs < floodEndedMs).length).toBeGreaterThan(0)
	// What was refused for the flood counts against nobody, and afterwards everyone comes in
	expect((await logIn(site, 'member', PASSWORD)).status).toBe(200)
	if (SECONDS > 0) expect(p99(floodedReads) / p99(calmReads)).toBeLessThan(3)
})

function lastOf(answers: readonly Answer[] = []): number {
	return Math.max(...answers.map(({ endedMs }) => endedMs))
}

function endsAfter(ms: number): () => boolean {
	const end = performance.now() + ms
	return () => performance.now() > end
}
