import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeMixedCalls } from './mixed-calls.ts'
import type { OperationFigure } from './operation.ts'
import { canMeasureMemory, type SiteMemory, sum, watchMemory } from './process-memory.ts'
import { startServer } from './server-process.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
/** The aims in megabytes: of Node, and of the whole site with its bundled server; with two workers they have a main process more. */
const AIMS: Record<'single' | 'workers', Record<'start' | 'rest' | 'calls', Aims>> = {
	single: { start: { all: 450 }, rest: { node: 200, all: 300 }, calls: { node: 350 } },
	workers: { start: { all: 600 }, rest: { node: 300, all: 400 }, calls: { node: 830 } },
}

interface Aims {
	node?: number
	all?: number
}

/**
 * Measures the memory of a new site: the peak of its first start, and at rest after it, after the second start, and after
 * 12,000 mixed calls. The site runs on a copy of Node's binary in `folder`, because the pages of one file that two
 * processes run count only half for each.
 */
export async function measureMemory(
	kind: string,
	env: Readonly<Record<string, string>>,
	{ folder, calls, log }: { folder: string; calls: number; log: (sentence: string) => void },
): Promise<OperationFigure[]> {
	if (!canMeasureMemory) {
		log('memory: missing, because only Linux tells what processes share (/proc/<pid>/smaps_rollup).')
		return []
	}
	const dataDir = join(folder, `memory-${kind}`)
	const binary = join(folder, 'node')
	await copyFile(process.execPath, binary)
	// Visitors have the addresses that their calls say
	const siteEnv = { ...env, DATA_DIR: dataDir, TRUSTED_PROXIES: '1' }
	const aims = AIMS[env.WORKERS ? 'workers' : 'single']
	const figures: OperationFigure[] = []
	function add(when: string, memory: SiteMemory, { node, all }: Aims): void {
		const title = `memory, ${kind}, ${when}`
		const figure = (part: string, bytes: number, aim: number | undefined) =>
			figures.push({ title: `${title}, ${part}`, value: bytes / MEGABYTE, unit: 'MB', aim })
		figure('Node', memory.node, node)
		if (memory.database > 0) figure('with the database', sum(memory), all)
		log(`${title}: Node ${toMegabytes(memory.node)} MB, database server ${toMegabytes(memory.database)} MB`)
	}

	for (const start of ['first', 'second']) {
		await using watch = watchMemory(dataDir)
		await using site = await startServer(MAIN, siteEnv, binary)
		const rest = await watch.measureRest()
		const startPeak = watch.takePeak()
		if (start === 'first') add('peak of the first start', startPeak, aims.start)
		add(`rest after the ${start} start`, rest, aims.rest)
		if (start === 'first') continue
		const counts = await makeMixedCalls(site.port, calls)
		log([...counts].map(([name, count]) => `${count} ${name}`).join(', '))
		add(`rest after ${calls.toLocaleString('en')} calls`, await watch.measureRest(), aims.calls)
		const peak = watch.takePeak()
		log(`  their peak: Node ${toMegabytes(peak.node)} MB, database server ${toMegabytes(peak.database)} MB`)
	}
	return figures
}

function toMegabytes(bytes: number): string {
	return (bytes / MEGABYTE).toFixed(0)
}
