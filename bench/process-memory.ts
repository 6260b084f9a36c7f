import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The memory of a site's processes in bytes: their proportional set size, which counts a shared page once. */
export interface SiteMemory {
	/** Node, and what it starts apart from the database server. */
	node: number
	/** The database server of the box, with what supervises it. */
	database: number
}

/** Watches the memory of a site. */
export interface MemoryWatch extends AsyncDisposable {
	/** Returns the memory once it has been stable for several seconds. */
	measureRest: () => Promise<SiteMemory>
	/** Returns the peak of the sum since the last call, with its parts. */
	takePeak: () => SiteMemory
}

const SAMPLE_MS = 100
const REST_SAMPLE_MS = 1_000
/** Memory is at rest once it stays within 1 % for this many samples. */
const REST_SAMPLES = 12
const MAX_REST_SAMPLES = 60

interface Process {
	/** Tells apart processes that had the same id. */
	key: string
	parent: number
	isDatabase: boolean
}

/** Whether this system tells what processes share, as Linux does. */
export const canMeasureMemory = process.platform === 'linux'

/**
 * Watches all that this process starts, even if it has another parent by now. The processes of the database server are those
 * that work in the data folder or have it in their command line, and what they start.
 */
export function watchMemory(dataDir: string): MemoryWatch {
	const known = new Set<string>()
	let peak: SiteMemory = { node: 0, database: 0 }
	let isOver = false

	async function measure(): Promise<SiteMemory> {
		const memory = { node: 0, database: 0 }
		for (const [pid, { isDatabase }] of await findSite()) memory[isDatabase ? 'database' : 'node'] += await readPss(pid)
		if (sum(memory) > sum(peak)) peak = memory
		return memory
	}

	async function findSite(): Promise<Map<number, Process>> {
		const all = await readProcesses(dataDir)
		const site = new Map<number, Process>()
		// Until nothing is added, because a child can have a smaller id than its parent
		for (let size = -1; site.size > size; ) {
			size = site.size
			for (const [pid, found] of all) {
				const parent = site.get(found.parent)
				const isKnown = found.parent === process.pid || parent || found.isDatabase || known.has(found.key)
				if (!isKnown || site.has(pid)) continue
				known.add(found.key)
				site.set(pid, { ...found, isDatabase: found.isDatabase || parent?.isDatabase === true })
			}
		}
		return site
	}

	const sampling = (async () => {
		while (!isOver) {
			await measure()
			await sleep(SAMPLE_MS)
		}
	})()

	return {
		async measureRest() {
			const samples: SiteMemory[] = []
			for (;;) {
				await sleep(REST_SAMPLE_MS)
				samples.push(await measure())
				const last = samples.slice(-REST_SAMPLES).map(sum)
				const isStable = last.length === REST_SAMPLES && Math.max(...last) < Math.min(...last) * 1.01
				const [now] = samples.slice(-1)
				if (now && (isStable || samples.length === MAX_REST_SAMPLES)) return now
			}
		},
		takePeak() {
			const before = peak
			peak = { node: 0, database: 0 }
			return before
		},
		async [Symbol.asyncDispose]() {
			isOver = true
			await sampling
		},
	}
}

/** Returns all of a site's memory. */
export function sum({ node, database }: SiteMemory): number {
	return node + database
}

async function readProcesses(dataDir: string): Promise<Map<number, Process>> {
	const processes = new Map<number, Process>()
	for (const name of await readdir('/proc')) {
		if (!/^\d+$/.test(name)) continue
		const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
		// The name of the program, in parentheses, can contain anything
		const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		if (state === undefined || state === '' || state === 'Z') continue
		const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
		const folder = await readlink(`/proc/${name}/cwd`).catch(() => '')
		processes.set(Number(name), {
			key: `${name} ${rest[17]}`,
			parent: Number(parent),
			isDatabase: command.includes(dataDir) || `${folder}/`.startsWith(`${dataDir}/`),
		})
	}
	return processes
}

/** Returns the proportional set size of a process; 0 if it has ended. */
async function readPss(pid: number): Promise<number> {
	const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
	return Number(/^Pss:\s*(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024
}
