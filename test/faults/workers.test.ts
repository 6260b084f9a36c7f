import { execFileSync } from 'node:child_process'
import { Agent } from 'node:http'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '#kit/ask.ts'
import { isAlive, sendSignal } from '#kit/signals.ts'
import {
	createSeededLocation,
	type DataLocation,
	type SiteProcess,
	startCommand,
	startProcess,
} from '#kit/site-process.ts'

const CLIENTS = 16
const ROOT = path.resolve(import.meta.dirname, '../..')
const PATIENCE = { timeout: 60_000, interval: 20 }

let place: DataLocation
beforeAll(async () => {
	place = await createSeededLocation()
	return () => place[Symbol.asyncDispose]()
}, 60_000)

const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startWorkers(): Promise<SiteProcess> {
	const site = await startProcess(place, { WORKERS: '2', DATABASE_CONNECTIONS: '4' })
	cleanups.push(() => site[Symbol.asyncDispose]())
	return site
}

/** The ids of the processes that a process has started. */
function listChildren({ child }: SiteProcess): number[] {
	try {
		const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
		return found.split('\n').map(Number).filter(Boolean)
	} catch {
		// It has none
		return []
	}
}

/** Asks for a page of the API in turn over kept connections, until `end` is called. */
function keepAsking({ url }: SiteProcess) {
	const outcomes = { answered: 0, broken: [] as string[] }
	let isOver = false
	const clients = Array.from({ length: CLIENTS }, async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 })
		while (!isOver) {
			const outcome = await ask(`${url}/api/games/popular?limit=5`, agent)
			if (outcome === 'ECONNREFUSED') break
			if (outcome === 200) outcomes.answered++
			else outcomes.broken.push(String(outcome))
		}
		agent.destroy()
	})
	return {
		outcomes,
		more: async (count: number) => {
			const before = outcomes.answered
			await expect.poll(() => outcomes.answered - before, PATIENCE).toBeGreaterThan(count)
		},
		async end() {
			isOver = true
			await Promise.all(clients)
		},
	}
}

test('two workers serve one address, and a killed one is replaced', async () => {
	const site = await startWorkers()
	expect(site.output().match(/Savepoint is ready/g)).toHaveLength(1)
	const [killed = 0, other] = listChildren(site)
	process.kill(killed, 'SIGKILL')
	await expect.poll(site.output, PATIENCE).toContain('Another worker has taken its place.')
	expect(site.output()).toContain(`Worker process ${killed} ended unexpectedly with signal SIGKILL.`)
	const now = listChildren(site)
	expect(now).toHaveLength(2)
	expect(now).toContain(other)
	expect(now).not.toContain(killed)
	expect((await fetch(`${site.url}/api/site`)).status).toBe(200)
	expect(await site.stop()).toBe(0)
})

test('SIGHUP replaces every worker under kept connections, and SIGTERM ends all, without failing a request', {
	tags: ['trust-15'],
}, async () => {
	const site = await startWorkers()
	const before = listChildren(site)
	const clients = keepAsking(site)
	cleanups.push(() => clients.end())
	await clients.more(CLIENTS)
	site.child.kill('SIGHUP')
	await expect.poll(site.output, PATIENCE).toContain('All workers were restarted.')
	await clients.more(CLIENTS)
	const now = listChildren(site)
	expect(now).toHaveLength(2)
	expect(now.filter((pid) => before.includes(pid))).toEqual([])
	expect(await site.stop()).toBe(0)
	await clients.end()
	expect(clients.outcomes.broken).toEqual([])
	expect(before.concat(now).filter(isAlive)).toEqual([])
})

test('a site whose workers end again and again exits with an error', async () => {
	const site = await startWorkers()
	const killAll = () => {
		for (const pid of listChildren(site)) sendSignal(pid, 'SIGKILL')
		return site.child.exitCode
	}
	await expect.poll(killAll, { timeout: 60_000, interval: 100 }).toBe(1)
	expect(site.output()).toContain('All worker processes have ended, and no new one stays. See the errors above.')
})

test('a worker that does not answer is killed and replaced, and the metrics count it', async () => {
	const env = { ...place.env, NODE_ENV: 'production', WORKERS: '2', DATABASE_CONNECTIONS: '4', METRICS_PORT: '0' }
	const site = await startCommand([process.execPath, 'test/kit/impatient-primary.ts'], { cwd: ROOT, env })
	cleanups.push(() => site[Symbol.asyncDispose]())
	const metricsUrl = /Metrics are at (\S+)\."/.exec(site.output())?.[1] ?? ''
	const readMetrics = async () => (await fetch(metricsUrl)).text()
	expect(await readMetrics()).toContain('savepoint_worker_failures_total{reason="hung"} 0')
	const [hung = 0, other] = listChildren(site)
	process.kill(hung, 'SIGSTOP')
	await expect.poll(site.output, PATIENCE).toContain('Another worker has taken its place.')
	expect(site.output().match(/Worker process [^"]+/g)).toEqual([
		`Worker process ${hung} was killed because it had not answered for 3 seconds.`,
	])
	expect(listChildren(site)).toHaveLength(2)
	expect(listChildren(site)).toContain(other)
	for (let count = 0; count < 4; count++) expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
	const metrics = await readMetrics()
	expect(metrics).toContain('savepoint_worker_failures_total{reason="hung"} 1')
	expect(metrics).toContain('savepoint_ready{check="database"} 1')
	expect(await site.stop()).toBe(0)
})

test('workers end with a killed primary', async () => {
	const site = await startWorkers()
	const workers = listChildren(site)
	await site.stop('SIGKILL')
	await expect.poll(() => workers.filter(isAlive), PATIENCE).toEqual([])
})

test('workers that cannot start end the site with their sentence', async () => {
	const address = new URL(place.env.DATABASE_URL ?? '')
	address.pathname = '/savepoint_test_none'
	const failed = await startProcess(place, { WORKERS: '2', DATABASE_URL: address.href }).catch((cause: Error) => cause)
	const { message } = failed as Error
	expect(message).toContain('The site ended with 1 before it was ready')
	expect(message).toContain('database "savepoint_test_none" does not exist. Create it, or correct DATABASE_URL.')
	expect(message).toContain('A worker ended with code 1 before it was ready.')
})

test('more connections than the server accepts are reported at the start', async () => {
	await using site = await startProcess(place, { WORKERS: '2', DATABASE_CONNECTIONS: '500' })
	expect(site.output()).toMatch(
		/The PostgreSQL server accepts \d+ connections, but this site may open 1500 \(3 processes during a restart × DATABASE_CONNECTIONS\)/,
	)
})
