import { connect, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** A load that goes on at its rate whether the site keeps up or not, as visitors do. */
export interface OpenLoop {
	port: number
	/** The path of each request, followed by its number. */
	path: string
	headers: Readonly<Record<string, string>>
	perSecond: number
	seconds: number
	/** At most so many requests are open at once; one that finds no free connection is not sent. */
	connections: number
}

/** The outcome of a load, with latencies in milliseconds in ascending order. */
export interface OpenLoopResult {
	sent: number
	unsent: number
	/** Latencies by status. */
	latenciesMs: Record<string, number[]>
	/** Requests without an answer whose connection was closed. */
	broken: number
}

/** Generates a load in a thread of its own, which leaves this one free to measure something else. */
export function generateOpenLoop(load: OpenLoop): Promise<OpenLoopResult> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: load })
		worker.once('message', resolve)
		worker.once('error', reject)
	})
}

/** Returns the latency below which a share of the answers were. */
export function percentile(latenciesMs: readonly number[] = [], share: number): number {
	return latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? Number.NaN
}

/** How often due requests are sent. */
const TICK_MS = 2

if (!isMainThread && parentPort) parentPort.postMessage(await run(workerData as OpenLoop))

async function run({ port, path, headers, perSecond, seconds, connections }: OpenLoop): Promise<OpenLoopResult> {
	const result: OpenLoopResult = { sent: 0, unsent: 0, latenciesMs: {}, broken: 0 }
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	const rest = ` HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`
	const free: Connection[] = []
	const all = await Promise.all(
		Array.from({ length: connections }, () =>
			openConnection(port, {
				onAnswer(connection, status, tookMs) {
					result.latenciesMs[status] ??= []
					result.latenciesMs[status].push(tookMs)
					free.push(connection)
				},
				onClose: (isWaiting) => {
					if (isWaiting) result.broken++
				},
			}),
		),
	)
	free.push(...all)
	const startedMs = performance.now()
	await new Promise<void>((resolve) => {
		let due = 0
		const timer = setInterval(() => {
			const elapsedMs = performance.now() - startedMs
			for (; due < (Math.min(elapsedMs, seconds * 1000) / 1000) * perSecond; due++) {
				// The one that was idle for longest, so that none is closed because it was never used
				const connection = free.shift()
				if (connection) connection.send(`GET ${path}${due}${rest}`)
				else result.unsent++
			}
			if (elapsedMs < seconds * 1000) return
			clearInterval(timer)
			resolve()
		}, TICK_MS)
	})
	result.sent = Object.values(result.latenciesMs).reduce((sum, { length }) => sum + length, 0) + result.broken
	for (const connection of all) connection.close()
	for (const latencies of Object.values(result.latenciesMs)) latencies.sort((a, b) => a - b)
	return result
}

interface Connection {
	send: (request: string) => void
	close: () => void
}

interface ConnectionEvents {
	onAnswer: (connection: Connection, status: string, tookMs: number) => void
	onClose: (isWaiting: boolean) => void
}

/** Opens a connection for one request at a time. Reads only the head of an answer, to leave the processor to the site. */
function openConnection(port: number, { onAnswer, onClose }: ConnectionEvents): Promise<Connection> {
	return new Promise((resolve, reject) => {
		let sentMs = 0
		let isWaiting = false
		let status = ''
		let bytesLeft = 0
		const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
		const connection: Connection = {
			send(request) {
				status = ''
				isWaiting = true
				sentMs = performance.now()
				socket.write(request)
			},
			close: () => socket.destroy(),
		}
		socket.on('data', (bytes) => {
			if (status === '') {
				const head = bytes.toString('latin1', 0, 4096)
				status = head.slice(9, 12)
				const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
				bytesLeft = Number(length) - (bytes.length - head.indexOf('\r\n\r\n') - 4)
			} else bytesLeft -= bytes.length
			if (bytesLeft > 0) return
			isWaiting = false
			onAnswer(connection, status, performance.now() - sentMs)
		})
		socket.on('error', reject)
		socket.on('close', () => onClose(isWaiting))
		socket.once('connect', () => resolve(connection))
	})
}
