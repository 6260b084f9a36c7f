// `node bench/metrics-price.ts`: what METRICS_PORT costs. Sites with and without metrics get the same requests in turns of half
// a second. Compares the processor time of their processes, which varies less than requests per second, in pairs that are
// started in either order. The machine must be quiet.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateLoad } from './load.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const ROUNDS = Number(process.argv[2] ?? 10)
const ROUND_SECONDS = 0.5
const CASES = [
	['/api/site', 'an API call without a statement'],
	['/api/reviews?limit=12', 'an API call with statements'],
	['/games', 'a cached page'],
] as const
const ENV = { LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '1000000', PUBLIC_URL: 'http://localhost' }

const folder = await mkdtemp(join(tmpdir(), 'savepoint-metrics-price-'))
const ratios = new Map<string, number[]>(CASES.map(([, title]) => [title, []]))
try {
	for (const isFirst of [true, false]) {
		await using first = await startSite(isFirst)
		await using second = await startSite(!isFirst)
		for (const [path, title] of CASES)
			ratios.get(title)?.push(...(await compare(path, isFirst ? [second, first] : [first, second])))
	}
} finally {
	await rm(folder, { recursive: true, force: true })
}
for (const [title, list] of ratios) {
	const median = list.sort((one, other) => one - other)[list.length >> 1] ?? 1
	console.log(
		`${title}: ${((median - 1) * 100).toFixed(1)} % more processor time with metrics (median of ${list.length})`,
	)
}

function startSite(hasMetrics: boolean): Promise<ServerProcess> {
	const env = { ...ENV, DATA_DIR: join(folder, String(hasMetrics)), ...(hasMetrics && { METRICS_PORT: '0' }) }
	return startServer(new URL('../src/main.ts', import.meta.url), env)
}

/** Returns, for each round, the processor time of the second site for a request, divided by that of the first. */
async function compare(path: string, [without, withMetrics]: [ServerProcess, ServerProcess]): Promise<number[]> {
	await measure(without, path)
	await measure(withMetrics, path)
	const list: number[] = []
	for (let round = 0; round < ROUNDS; round++) {
		const before = await measure(without, path)
		const measured = await measure(withMetrics, path)
		list.push((2 * measured) / (before + (await measure(without, path))))
	}
	return list
}

/** Returns the processor time of a request in microseconds. */
async function measure(site: ServerProcess, path: string): Promise<number> {
	const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`
	const { cpuMicros } = await site.usage()
	const { requests } = await generateLoad(site.port, () => request, 200, ROUND_SECONDS)
	return ((await site.usage()).cpuMicros - cpuMicros) / requests
}
