import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { BareAnswer } from './bare-server.ts'
import type { Case } from './cases.ts'
import { load } from './load.ts'
import type { ServerProcess } from './server-process.ts'

/** How a case ran on one of the servers; each number is the median of its rounds. */
interface Measured {
	perSecond: number
	/** CPU time of the server's process for one request. */
	cpuMicros: number
	p99Ms: number
}

export interface Compared {
	title: string
	aim: number | undefined
	ours: Measured
	bare: Measured
	/** The site's requests per second in percent of the bare server's. */
	percent: number
}

export interface Rounds {
	rounds: number
	seconds: number
}

/** Runs a case on the site and on the bare server by turns, so that what else the machine does falls on both. */
export async function compare(
	measured: Case,
	site: ServerProcess,
	bare: ServerProcess,
	{ rounds, seconds }: Rounds,
): Promise<Compared> {
	const headers = await requestHeaders(measured, site.port)
	const answer = await answerOf(measured, site.port, headers)
	bare.tell(answer)
	const run = (server: ServerProcess, forSeconds: number) =>
		measure(
			server,
			() => requestText(measured.path(), { ...headers, host: `127.0.0.1:${server.port}` }),
			answer.status,
			forSeconds,
		)
	const warmingSeconds = Math.min(2, seconds)
	await run(site, warmingSeconds)
	await run(bare, warmingSeconds)
	const ours: Measured[] = []
	const theirs: Measured[] = []
	for (let round = 0; round < rounds; round++) {
		ours.push(await run(site, seconds))
		theirs.push(await run(bare, seconds))
	}
	return {
		title: measured.title,
		aim: measured.aim,
		ours: medians(ours),
		bare: medians(theirs),
		percent: median(ours.map(({ perSecond }, round) => (perSecond / (theirs[round]?.perSecond ?? Number.NaN)) * 100)),
	}
}

async function measure(
	server: ServerProcess,
	request: () => string,
	status: number,
	forSeconds: number,
): Promise<Measured> {
	const before = await server.usage()
	const { requests, seconds, p99Ms } = await load(server.port, request, status, forSeconds)
	const after = await server.usage()
	return { perSecond: requests / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / requests, p99Ms }
}

async function requestHeaders({ path, headers, revalidates }: Case, port: number): Promise<Record<string, string>> {
	if (!revalidates) return { ...headers }
	const { etag } = (await ask(path(), headers, port)).answer.headers
	if (etag === undefined) throw new Error('The page has no ETag')
	return { ...headers, 'if-none-match': etag }
}

/** The site's answer, for the bare server to repeat. */
async function answerOf(
	{ path, statements }: Case,
	port: number,
	headers: Record<string, string>,
): Promise<BareAnswer> {
	const { answer, body } = await ask(path(), headers, port)
	return {
		statements,
		status: answer.statusCode ?? 0,
		headers: withoutOwn(answer.rawHeaders),
		bodyBase64: body.toString('base64'),
	}
}

async function ask(
	path: string,
	headers: Readonly<Record<string, string>>,
	port: number,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
	const [answer] = (await once(get({ port, path, headers, host: '127.0.0.1', agent: false }), 'response')) as [
		IncomingMessage,
	]
	const body = Buffer.concat(await answer.toArray())
	return { answer, body }
}

/** Names and values without those that the platform's server writes itself. */
function withoutOwn(rawHeaders: readonly string[]): string[] {
	return rawHeaders.filter((_, index) => !/^(date|connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))
}

function requestText(path: string, headers: Readonly<Record<string, string>>): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function medians(runs: readonly Measured[]): Measured {
	return {
		perSecond: median(runs.map(({ perSecond }) => perSecond)),
		cpuMicros: median(runs.map(({ cpuMicros }) => cpuMicros)),
		p99Ms: median(runs.map(({ p99Ms }) => p99Ms)),
	}
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b)
	return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
