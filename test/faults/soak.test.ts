import { readdir, readFile } from 'node:fs/promises'
import { setInterval } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mixedRequests } from '#kit/mixed-requests.ts'
import { createSeededLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'

// Set SOAK_MINUTES=60 for the full case; without, some hundred requests only show that nothing fails or stays open.
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0)
/** Half of what one core answers of this mixture. */
const A_SECOND = 40
const SHORT_REQUESTS = 600
/** Access tokens live for fifteen minutes. */
const LOGIN_EVERY = A_SECOND * 600
const SAMPLE_EVERY = A_SECOND * 10
const MEGABYTE = 1024 * 1024

interface Sample {
	minutes: number
	residentBytes: number
	openFiles: number
}

test.skipIf(process.platform !== 'linux')(
	'under mixed load for an hour nothing fails, and memory, open files and response times stay as they were',
	{ tags: ['trust-40'], timeout: 2 * 3_600_000 },
	async () => {
		await using place = await createSeededLocation()
		await using site = await startProcess(place)
		const { ask, logIn } = await mixedRequests(site.url)
		const times: number[] = []
		const samples: Sample[] = []
		const began = performance.now()
		const total = MINUTES > 0 ? MINUTES * 60 * A_SECOND : SHORT_REQUESTS
		const pending = new Set<Promise<void>>()
		const failures: unknown[] = []

		async function request(n: number): Promise<void> {
			const sentAt = performance.now()
			try {
				await ask(n)
			} catch (error) {
				failures.push(error)
			}
			times[n] = performance.now() - sentAt
		}
		let n = 0
		for await (const _ of setInterval(1000 / A_SECOND)) {
			if (n === total) break
			if (n > 0 && n % LOGIN_EVERY === 0) await logIn()
			if (n % SAMPLE_EVERY === 0) samples.push(await takeSample(site, began))
			const sent = request(n++).finally(() => pending.delete(sent))
			pending.add(sent)
		}
		await Promise.all(pending)
		samples.push(await takeSample(site, began))

		expect(failures).toEqual([])
		const files = samples.map(({ openFiles }) => openFiles)
		const middle = Math.floor(samples.length / 2)
		const maxOpenFiles = Math.max(...files.slice(0, middle + 1)) + 10
		// Clients close idle connections after a while
		await expect.poll(() => countOpenFiles(site), { timeout: 60_000 }).toBeLessThanOrEqual(maxOpenFiles)
		expect(await site.stop()).toBe(0)
		if (MINUTES === 0) return
		expect(Math.max(...files.slice(middle))).toBeLessThanOrEqual(maxOpenFiles)
		// The first half fills caches
		const slope = getSlope(samples.slice(middle))
		expect((slope * 10) / MEGABYTE).toBeLessThan(1)
		const third = Math.floor(total / 3)
		expect(p99(times.slice(-third)) / p99(times.slice(0, third))).toBeLessThan(1.2)
	},
)

const countOpenFiles = async ({ child }: SiteProcess) => (await readdir(`/proc/${child.pid}/fd`)).length

async function takeSample(site: SiteProcess, began: number): Promise<Sample> {
	const status = await readFile(`/proc/${site.child.pid}/status`, 'utf8')
	return {
		minutes: (performance.now() - began) / 60_000,
		residentBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024,
		openFiles: await countOpenFiles(site),
	}
}

/** Returns the growth of the memory in bytes a minute: the slope of the line with the least squares. */
function getSlope(samples: readonly Sample[]): number {
	const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
	const [minutes, bytes] = [mean((sample) => sample.minutes), mean((sample) => sample.residentBytes)]
	const covariance = mean((sample) => (sample.minutes - minutes) * (sample.residentBytes - bytes))
	return covariance / mean((sample) => (sample.minutes - minutes) ** 2)
}

function p99(times: readonly number[]): number {
	return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}
