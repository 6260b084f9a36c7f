import { once } from 'node:events'
import { type IncomingMessage, request as open } from 'node:http'
import type { BareAnswer, BareWork, Statement } from './bare-server.ts'
import type { Case, Request } from './cases.ts'
import { generateLoad } from './load.ts'
import type { ServerProcess } from './server-process.ts'

/** The measurements of one server; each number is the median of the rounds. */
interface Measurement {
	/** Answered altogether. */
	requests: number
	perSecond: number
	/** CPU time of the server's process per request. */
	cpuMicros: number
	p99Ms: number
}

export interface Comparison {
	title: string
	aim: number | undefined
	ours: Measurement
	bare: Measurement
	/** The site's requests per second in percent of the bare server's. */
	percent: number
}

export interface RoundOptions {
	rounds: number
	seconds: number
}

/** Runs a case on the site and on the bare server in alternation, so that other load on the machine affects both. */
export async function compareCase(
	benchmark: Case,
	site: ServerProcess,
	bare: ServerProcess,
	{ rounds, seconds }: RoundOptions,
): Promise<Comparison> {
	const samples: Request[] = []
	const answers: BareAnswer[] = []
	for (const { request, statements } of benchmark.samples) {
		const sent = benchmark.revalidates ? await addEtag(request, site.port) : request
		samples.push(sent)
		answers.push(await recordAnswer(benchmark.next?.(0) ?? sent, statements, site.port))
	}
	const [first] = answers
	if (!first) throw new Error(`${benchmark.title} has no request`)
	bare.send({ answers, rows: benchmark.rows ?? [] } satisfies BareWork)
	let sent = 0
	const next = (): Request => {
		sent++
		const request = benchmark.next ? benchmark.next(sent) : samples[sent % samples.length]
		if (!request) throw new Error('No request')
		return request
	}
	const firstSample = (): Request => samples[0] as Request
	const run = (server: ServerProcess, request: () => Request, durationSeconds: number) =>
		measure(server, () => serializeRequest(request(), server.port), first.status, durationSeconds)
	const warmupSeconds = Math.min(2, seconds)
	await run(site, next, warmupSeconds)
	await run(bare, firstSample, warmupSeconds)
	const siteRuns: Measurement[] = []
	const bareRuns: Measurement[] = []
	for (let round = 0; round < rounds; round++) {
		siteRuns.push(await run(site, next, seconds))
		bareRuns.push(await run(bare, firstSample, seconds))
	}
	return {
		title: benchmark.title,
		aim: benchmark.aim,
		ours: medians(siteRuns),
		bare: medians(bareRuns),
		percent: median(
			siteRuns.map(({ perSecond }, round) => (perSecond / (bareRuns[round]?.perSecond ?? Number.NaN)) * 100),
		),
	}
}

async function measure(
	server: ServerProcess,
	request: () => string,
	status: number,
	durationSeconds: number,
): Promise<Measurement> {
	const before = await server.usage()
	const { requests, seconds, p99Ms } = await generateLoad(server.port, request, status, durationSeconds)
	const after = await server.usage()
	return { requests, perSecond: requests / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / requests, p99Ms }
}

async function addEtag(request: Request, port: number): Promise<Request> {
	const { etag } = (await send(request, port)).answer.headers
	if (etag === undefined) throw new Error('The page has no ETag')
	return { ...request, headers: { ...request.headers, 'if-none-match': etag } }
}

/** Records the site's answer for the bare server to repeat. */
async function recordAnswer(request: Request, statements: Statement[], port: number): Promise<BareAnswer> {
	const { answer, body } = await send(request, port)
	return {
		statements,
		status: answer.statusCode ?? 0,
		headers: dropServerHeaders(answer.rawHeaders),
		bodyBase64: body.toString('base64'),
	}
}

async function send(
	{ method, path, headers, body: sent }: Request,
	port: number,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
	const pending = open({ method, port, path, headers, host: '127.0.0.1', agent: false }).end(sent)
	const [answer] = (await once(pending, 'response')) as [IncomingMessage]
	return { answer, body: Buffer.concat(await answer.toArray()) }
}

/** Removes the headers that Node's HTTP server adds itself. */
function dropServerHeaders(rawHeaders: readonly string[]): string[] {
	return rawHeaders.filter((_, index) => !/^(date|connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))
}

function serializeRequest({ method, path, headers, body = '' }: Request, port: number): string {
	const all = { ...headers, host: `127.0.0.1:${port}`, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
	return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function medians(runs: readonly Measurement[]): Measurement {
	return {
		requests: median(runs.map(({ requests }) => requests)),
		perSecond: median(runs.map(({ perSecond }) => perSecond)),
		cpuMicros: median(runs.map(({ cpuMicros }) => cpuMicros)),
		p99Ms: median(runs.map(({ p99Ms }) => p99Ms)),
	}
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b)
	return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

/** The relative cost of two requests. */
export interface Flatness {
	title: string
	/** How many times as long the second takes as the first: the median of the rounds. */
	times: number
	aim: number
	/** The requests per second of both. */
	perSecond: readonly [number, number]
}

/** Fifty on each connection to the database and more, so that every statement is prepared and every page of the table read. */
const WARMUP_REQUESTS = 1_000

/** Returns the median rate per second of a request, or of those that a function returns in turn. */
export async function measureRequest(
	server: ServerProcess,
	request: Request | (() => Request),
	{ rounds, seconds }: RoundOptions,
) {
	const next = typeof request === 'function' ? request : () => request
	const rates: number[] = []
	for (let round = -1; round < rounds; round++) {
		const { perSecond } = await measure(server, () => serializeRequest(next(), server.port), 200, seconds)
		// The first round is a warm-up
		if (round >= 0) rates.push(perSecond)
	}
	return median(rates)
}

/** Compares how many requests per second are answered for each of two requests. */
export async function compareRequests(
	title: string,
	aim: number,
	[first, second]: readonly [readonly [ServerProcess, Request], readonly [ServerProcess, Request]],
	{ rounds, seconds }: RoundOptions,
): Promise<Flatness> {
	const run = ([server, request]: readonly [ServerProcess, Request], durationSeconds: number) =>
		measure(server, () => serializeRequest(request, server.port), 200, durationSeconds)
	for (const target of [first, second])
		for (let sent = 0; sent < WARMUP_REQUESTS; ) sent += (await run(target, seconds)).requests
	const [ones, others, times]: [number[], number[], number[]] = [[], [], []]
	for (let round = 0; round < rounds; round++) {
		const [one, other] = [await run(first, seconds), await run(second, seconds)]
		ones.push(one.perSecond)
		others.push(other.perSecond)
		times.push(one.perSecond / other.perSecond)
	}
	return { title, times: median(times), aim, perSecond: [median(ones), median(others)] }
}
