import { readdir, readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoundOptions } from './compare.ts'
import { generateLoad, generateSteadyLoad } from './load.ts'
import type { Subjects } from './read-calls.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
const STARTS = 5
const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
/** Requests per second of the soak: what a busy evening asks of a small machine, without using all of it. */
const SOAK_RATE = 60
const SOAK_SAMPLE_MS = 10_000
const LOAD_SHARE = 0.7
/** A 99th percentile may be so many medians, or so long if that is more. */
const MEDIANS = 10
const MIN_P99_AIM_MS = 20

type Env = Readonly<Record<string, string>>

/** A figure of how the site runs, in its unit. */
export interface OperationFigure {
	title: string
	value: number
	unit: string
	/** The aim, and whether it is a floor; else it is a ceiling. Undefined: there is none. */
	aim: number | undefined
	isFloor?: boolean
}

const request = (path: string, port: number) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: */*\r\n\r\n`

/** Measures the time from the start of a process to the first answer of the home page: the median of several starts. */
export async function measureStart(env: Env): Promise<OperationFigure> {
	const times: number[] = []
	for (let n = 0; n < STARTS; n++) {
		const startedMs = performance.now()
		await using site = await startServer(MAIN, env)
		const answer = await fetch(`http://127.0.0.1:${site.port}/`)
		await answer.arrayBuffer()
		if (answer.status !== 200) throw new Error(`The home page answers ${answer.status}`)
		times.push(performance.now() - startedMs)
	}
	return { title: 'start to first answer', value: median(times), unit: 'ms', aim: 800 }
}

/** Measures how often two worker processes answer for one answer of a single process, with pages that are rendered each time. */
export async function measureProcesses(env: Env, { rounds, seconds }: RoundOptions): Promise<OperationFigure> {
	await using one = await startServer(MAIN, { ...env, WORKERS: '1' })
	await using two = await startServer(MAIN, { ...env, WORKERS: '2' })
	let sent = 0
	const rate = async (site: ServerProcess) => {
		// A page that no process has cached
		const next = () => request(`/reviews?search=evening${sent++}`, site.port)
		const { requests, seconds: took } = await generateLoad(site.port, next, 200, seconds)
		return requests / took
	}
	await rate(one)
	await rate(two)
	const ratios: number[] = []
	for (let round = 0; round < rounds; round++) {
		const single = await rate(one)
		ratios.push((await rate(two)) / single)
	}
	return { title: 'two processes against one', value: median(ratios), unit: 'times', aim: 1.6, isFloor: true }
}

/** Measures the 99th percentile of reads at 70 % of the rate that the process reaches: at most ten medians or 20 ms, whichever is more. */
export async function measureLatency(
	env: Env,
	subjects: Subjects,
	{ rounds, seconds }: RoundOptions,
): Promise<OperationFigure[]> {
	await using site = await startServer(MAIN, env)
	const figures: OperationFigure[] = []
	for (const [title, path] of [
		['home page', '/'],
		['newest reviews', '/api/reviews?limit=12'],
		['a game', `/api/games/${subjects.game}`],
	] as const) {
		const text = request(path, site.port)
		const next = () => text
		await generateLoad(site.port, next, 200, seconds)
		const steady: { medianMs: number; p99Ms: number }[] = []
		for (let round = 0; round < rounds; round++) {
			const { requests, seconds: took } = await generateLoad(site.port, next, 200, seconds)
			steady.push(await generateSteadyLoad(site.port, next, 200, (requests / took) * LOAD_SHARE, seconds))
		}
		const medianMs = median(steady.map((each) => each.medianMs))
		figures.push({
			title: `99th percentile at 70 %, ${title} (median ${medianMs.toFixed(1)} ms)`,
			value: median(steady.map(({ p99Ms }) => p99Ms)),
			unit: 'ms',
			aim: Math.max(MIN_P99_AIM_MS, MEDIANS * medianMs),
		})
	}
	return figures
}

/**
 * Keeps two workers at a steady mix of reads (for 30 minutes, or SOAK_MINUTES), and measures their memory: the largest
 * worker's in the last third, and its growth since the first third. Needs /proc.
 */
export async function measureSoak(env: Env, subjects: Subjects): Promise<OperationFigure[]> {
	await using site = await startServer(MAIN, { ...env, WORKERS: '2' })
	const paths = [
		'/',
		'/games',
		`/games/${subjects.game}`,
		`/reviews/${subjects.review}`,
		`/profile/${subjects.author.username}`,
		`/list/${subjects.list}`,
		'/api/reviews?limit=12',
		'/api/reviews/popular-reviews?period=month',
		`/api/comments/review/${subjects.review}`,
	]
	let sent = 0
	const next = () => {
		sent++
		// Every tenth is a page that no process has cached
		return request(sent % 10 ? (paths[sent % paths.length] ?? '/') : `/reviews?search=evening${sent}`, site.port)
	}
	const samples: number[] = []
	let isOver = false
	const sampling = (async () => {
		while (!isOver) {
			samples.push(Math.max(...(await readWorkerMemory(site.pid))) / MEGABYTE)
			await sleep(SOAK_SAMPLE_MS)
		}
	})()
	await generateSteadyLoad(site.port, next, 200, SOAK_RATE, SOAK_MINUTES * 60)
	isOver = true
	await sampling
	const third = Math.floor(samples.length / 3)
	// The first third fills the caches
	const [middle, last] = [samples.slice(third, 2 * third), samples.slice(-third)].map(median)
	return [
		{ title: `memory of a worker after ${SOAK_MINUTES} min`, value: last ?? 0, unit: 'MB', aim: 200 },
		{ title: 'growth in the last third', value: ((last ?? 0) / (middle ?? 1) - 1) * 100, unit: '%', aim: 5 },
	]
}

/** Resident bytes of the child processes. */
async function readWorkerMemory(parent: number): Promise<number[]> {
	const bytes: number[] = []
	for (const pid of await readdir('/proc')) {
		if (!/^\d+$/.test(pid)) continue
		const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
		if (Number(status.match(/^PPid:\s*(\d+)/m)?.[1]) !== parent) continue
		bytes.push(Number(status.match(/^VmRSS:\s*(\d+)/m)?.[1] ?? 0) * 1024)
	}
	return bytes
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b)
	return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
