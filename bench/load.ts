import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface LoadResult {
	requests: number
	seconds: number
	p99Ms: number
}

const CONNECTIONS = 32
const MAX_STEADY_CONNECTIONS = 64

/**
 * Keeps 32 connections busy for a number of seconds, each with one request at a time. Parses only the head of an answer, to
 * leave the CPU to the measured server on machines with few cores. Throws if an answer has a status other than `status`.
 */
export async function generateLoad(
	port: number,
	request: () => string,
	status: number,
	seconds: number,
): Promise<LoadResult> {
	const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)))
	const startedMs = performance.now()
	const untilMs = startedMs + seconds * 1000
	const latenciesMs: number[] = []
	try {
		await Promise.all(
			sockets.map((socket) =>
				sendRequests(socket, status, (took) => {
					if (took !== undefined) latenciesMs.push(took)
					return performance.now() < untilMs ? request() : undefined
				}),
			),
		)
	} finally {
		for (const socket of sockets) socket.destroy()
	}
	const elapsed = (performance.now() - startedMs) / 1000
	latenciesMs.sort((a, b) => a - b)
	return {
		requests: latenciesMs.length,
		seconds: elapsed,
		p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0,
	}
}

/**
 * Sends requests at a steady rate over at most 64 connections. Latencies begin at the moment that a request was due, so that a
 * pause of the server counts for every request that it delays; a timer that fires early sends a request before that. Throws if
 * an answer has a status other than `status`.
 */
export async function generateSteadyLoad(
	port: number,
	request: () => string,
	status: number,
	perSecond: number,
	seconds: number,
): Promise<{ medianMs: number; p99Ms: number }> {
	const sockets = await Promise.all(Array.from({ length: MAX_STEADY_CONNECTIONS }, () => open(port)))
	const startedMs = performance.now()
	const total = Math.floor(perSecond * seconds)
	const latenciesMs: number[] = []
	let next = 0
	try {
		await Promise.all(
			sockets.map(async (socket) => {
				while (next < total) {
					const dueMs = startedMs + (next++ / perSecond) * 1000
					const waitMs = dueMs - performance.now()
					if (waitMs > 0) await sleep(waitMs)
					const fromMs = Math.min(dueMs, performance.now())
					let isSent = false
					await sendRequests(socket, status, () => {
						if (isSent) return undefined
						isSent = true
						return request()
					})
					latenciesMs.push(performance.now() - fromMs)
				}
			}),
		)
	} finally {
		for (const socket of sockets) socket.destroy()
	}
	latenciesMs.sort((a, b) => a - b)
	const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0
	return { medianMs: at(0.5), p99Ms: at(0.99) }
}

async function open(port: number): Promise<Socket> {
	const socket = connect({ port, host: '127.0.0.1', noDelay: true })
	await once(socket, 'connect')
	return socket
}

/** Sends the requests that `next` returns one by one, and passes it the latency of each answer. Ends when it returns undefined. */
function sendRequests(socket: Socket, status: number, next: (tookMs?: number) => string | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		let sentMs = 0
		let head = ''
		let bodyLeft = 0
		const send = (tookMs?: number) => {
			const request = next(tookMs)
			if (request === undefined) return end()
			head = ''
			bodyLeft = -1
			sentMs = performance.now()
			socket.write(request)
		}
		const end = () => {
			socket.off('error', reject).off('close', onClose).off('data', onData)
			resolve()
		}
		const onClose = () => reject(new Error('The server closed a connection'))
		const onData = (bytes: Buffer) => {
			if (bodyLeft < 0) {
				const before = head.length
				head += bytes.toString('latin1', 0, 4096)
				const headEnd = head.indexOf('\r\n\r\n')
				if (headEnd < 0) return
				if (head.slice(9, 12) !== String(status))
					return reject(new Error(`Expected ${status}, got: ${head.slice(0, 200)}`))
				bodyLeft = getContentLength(head, headEnd) - (bytes.length - (headEnd + 4 - before))
			} else bodyLeft -= bytes.length
			if (bodyLeft === 0) send(performance.now() - sentMs)
		}
		socket.on('error', reject)
		socket.on('close', onClose)
		socket.on('data', onData)
		send()
	})
}

function getContentLength(head: string, end: number): number {
	if (head.startsWith('304', 9)) return 0
	const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]
	if (length === undefined) throw new Error('An answer without content-length is not supported')
	return Number(length)
}
