import { once } from 'node:events'
import { type IncomingMessage, request as open } from 'node:http'
import type { BareAnswer, BareWork, Statement } from './bare-server.ts'
import type { Case, Request } from './cases.ts'
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
	const samples: Request[] = []
	const answers: BareAnswer[] = []
	for (const { request, statements } of measured.samples) {
		const sent = measured.revalidates ? await revalidating(request, site.port) : request
		samples.push(sent)
		answers.push(await answerOf(measured.next?.(0) ?? sent, statements, site.port))
	}
	const [first] = answers
	if (!first) throw new Error(`${measured.title} has no request`)
	bare.tell({ answers, rows: measured.rows ?? [] } satisfies BareWork)
	let sent = 0
	const next = (): Request => {
		sent++
		const request = measured.next ? measured.next(sent) : samples[sent % samples.length]
		if (!request) throw new Error('No request')
		return request
	}
	const same = (): Request => samples[0] as Request
	const run = (server: ServerProcess, request: () => Request, forSeconds: number) =>
		measure(server, () => textOf(request(), server.port), first.status, forSeconds)
	const warmingSeconds = Math.min(2, seconds)
	await run(site, next, warmingSeconds)
	await run(bare, same, warmingSeconds)
	const ours: Measured[] = []
	const theirs: Measured[] = []
	for (let round = 0; round < rounds; round++) {
		ours.push(await run(site, next, seconds))
		theirs.push(await run(bare, same, seconds))
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

async function revalidating(request: Request, port: number): Promise<Request> {
	const { etag } = (await ask(request, port)).answer.headers
	if (etag === undefined) throw new Error('The page has no ETag')
	return { ...request, headers: { ...request.headers, 'if-none-match': etag } }
}

/** The site's answer, for the bare server to repeat. */
async function answerOf(request: Request, statements: Statement[], port: number): Promise<BareAnswer> {
	const { answer, body } = await ask(request, port)
	return {
		statements,
		status: answer.statusCode ?? 0,
		headers: withoutOwn(answer.rawHeaders),
		bodyBase64: body.toString('base64'),
	}
}

async function ask(
	{ method, path, headers, body: sent }: Request,
	port: number,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
	const asking = open({ method, port, path, headers, host: '127.0.0.1', agent: false }).end(sent)
	const [answer] = (await once(asking, 'response')) as [IncomingMessage]
	return { answer, body: Buffer.concat(await answer.toArray()) }
}

/** Names and values without those that the platform's server writes itself. */
function withoutOwn(rawHeaders: readonly string[]): string[] {
	return rawHeaders.filter((_, index) => !/^(date|connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))
}

function textOf({ method, path, headers, body = '' }: Request, port: number): string {
	const all = { ...headers, host: `127.0.0.1:${port}`, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
	return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
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

/** The same call asked of two places by turns. */
export interface Flatness {
	title: string
	/** How many times as long the second takes as the first, by the median of the rounds. */
	times: number
	aim: number
}

/** Compares how many of two requests are answered in a second. */
export async function compareTwo(
	title: string,
	aim: number,
	[first, second]: readonly [readonly [ServerProcess, Request], readonly [ServerProcess, Request]],
	{ rounds, seconds }: Rounds,
): Promise<Flatness> {
	const run = ([server, request]: readonly [ServerProcess, Request], forSeconds: number) =>
		measure(server, () => textOf(request, server.port), 200, forSeconds)
	const times: number[] = []
	for (let round = -1; round < rounds; round++) {
		const [one, other] = [await run(first, seconds), await run(second, seconds)]
		// The first round warms
		if (round >= 0) times.push(one.perSecond / other.perSecond)
	}
	return { title, times: median(times), aim }
}
