import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { toNetwork } from './rate-limits.ts'

/** Requests that may wait on a connection while one is answered; browsers send none ahead. */
const MAX_PIPELINED = 16
/** Bytes of answers that clients have not taken yet, of all connections together. */
const MAX_UNSENT_BYTES = 48 * 1024 * 1024
const SWEEP_MS = 500
/** A client that has taken nothing between so many sweeps is not just slow. */
const STALLED_SWEEPS = 2

type Exchange = readonly [request: IncomingMessage, response: ServerResponse]

interface Connection {
	network: string
	/** The latest exchange, under way or done. */
	latest: Exchange | undefined
	/** Pipelined requests, in order. */
	queue: Exchange[]
	/** Bytes that were unsent at the last sweep. */
	unsentBytes: number
	/** For how many sweeps these have been the same. */
	stalledSweeps: number
}

/** The open connections of a server. */
export interface Connections {
	/** Reads nothing from any connection, new ones included, until the returned function is called. */
	pauseReading: () => () => void
	/** How many were accepted so far. */
	countAccepted: () => number
	/** Resolves with the last one's end, or after the time with false. */
	waitUntilClosed: (waitMs: number) => Promise<boolean>
	/** Closes those that are idle, whose request has not arrived in whole, or whose client takes nothing of its answer. */
	closeInactive: () => void
	closeAll: () => void
}

type Limits = Pick<Config, 'maxConnections' | 'maxConnectionsPerAddress' | 'trustedProxies'>

/**
 * Bounds what clients can hold of a server: connections, of an address and of all; requests sent ahead, which are answered
 * one after the other; and answers that nobody reads. To be called once every listener for requests is in place.
 */
export function limitConnections(server: Server, limits: Limits, log: FastifyBaseLogger): Connections {
	const connections = new Map<Socket, Connection>()
	const perNetwork = new Map<string, number>()
	// Behind proxies every connection comes from one of them
	const maxPerNetwork = limits.trustedProxies > 0 ? Number.POSITIVE_INFINITY : limits.maxConnectionsPerAddress
	let accepted = 0
	let refused = 0
	let isPaused = false
	let onLastClosed = () => {}

	server.maxConnections = limits.maxConnections
	server.on('drop', () => {
		refused++
	})
	server.on('connection', (socket: Socket) => {
		accepted++
		const network = toNetwork(socket.remoteAddress ?? '')
		const count = (perNetwork.get(network) ?? 0) + 1
		if (count > maxPerNetwork) {
			refused++
			socket.destroy()
			return
		}
		perNetwork.set(network, count)
		connections.set(socket, { network, latest: undefined, queue: [], unsentBytes: 0, stalledSweeps: 0 })
		socket.once('close', () => removeConnection(socket, network))
		// The HTTP server begins to read in the next tick
		if (isPaused) process.nextTick(() => isPaused && socket.pause())
	})

	function removeConnection(socket: Socket, network: string): void {
		connections.delete(socket)
		const count = (perNetwork.get(network) ?? 1) - 1
		if (count > 0) perNetwork.set(network, count)
		else perNetwork.delete(network)
		if (connections.size === 0) onLastClosed()
	}

	// Node asks twice before it calls a write stalled, so its time is half of what a client has. It asks too while a request
	// or its answer is being made, which have limits of their own.
	server.on('timeout', (socket: Socket) => {
		const connection = connections.get(socket)
		const isIdle = connection?.latest !== undefined && !isUnderWay(connection.latest)
		if (socket.writableLength > 0 || isIdle) socket.destroy()
	})

	serializePipelinedRequests(server, connections)

	const sweep = setInterval(() => {
		closeStalledConnections(connections)
		if (refused > 0) log.warn({ refused, open: connections.size }, 'connections refused')
		refused = 0
	}, SWEEP_MS)
	sweep.unref()
	server.once('close', () => clearInterval(sweep))

	return {
		pauseReading() {
			isPaused = true
			for (const socket of connections.keys()) socket.pause()
			return () => {
				isPaused = false
				for (const socket of connections.keys()) socket.resume()
			}
		},
		countAccepted: () => accepted,
		async waitUntilClosed(waitMs) {
			if (connections.size === 0) return true
			const { promise, resolve } = Promise.withResolvers<boolean>()
			onLastClosed = () => resolve(true)
			const timer = setTimeout(() => resolve(false), waitMs)
			const isClosed = await promise
			clearTimeout(timer)
			return isClosed
		},
		closeInactive() {
			for (const [socket, { latest, unsentBytes }] of connections) {
				const isStalled = socket.writableLength > 0 && socket.writableLength === unsentBytes
				if (!latest || !isUnderWay(latest) || !latest[0].complete || isStalled) socket.destroy()
			}
		},
		closeAll() {
			for (const socket of connections.keys()) socket.destroy()
		},
	}
}

/** An answer is under way until the system has all of it. */
function isUnderWay([, response]: Exchange): boolean {
	return !(response.writableFinished || response.destroyed)
}

/**
 * Hands the requests of a connection to the listeners one after the other: each answer waits in memory until the client
 * takes it. A client that sends more ahead than may wait is cut off.
 */
function serializePipelinedRequests(server: Server, connections: ReadonlyMap<Socket, Connection>): void {
	const listeners = server.listeners('request') as RequestListener[]
	function answer(connection: Connection, exchange: Exchange): void {
		connection.latest = exchange
		for (const listener of listeners) listener.call(server, ...exchange)
	}
	function answerNext(connection: Connection): void {
		const next = connection.queue.shift()
		if (!next || next[0].socket.destroyed) return
		answer(connection, next)
		if (connection.queue.length > 0) next[1].once('close', () => answerNext(connection))
	}

	server.removeAllListeners('request')
	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		const connection = connections.get(request.socket)
		if (!connection) return
		const { latest, queue: waiting } = connection
		if (waiting.length === 0 && !(latest && isUnderWay(latest))) answer(connection, [request, response])
		else if (waiting.length >= MAX_PIPELINED) request.socket.destroy()
		else {
			if (waiting.length === 0) latest?.[1].once('close', () => answerNext(connection))
			waiting.push([request, response])
		}
	})
}

/** Cuts off those who hold the most of unread answers, where these are too many for the memory of the process. */
function closeStalledConnections(connections: ReadonlyMap<Socket, Connection>): void {
	let total = 0
	const unread: [socket: Socket, bytes: number][] = []
	for (const [socket, connection] of connections) {
		const bytes = socket.writableLength
		connection.stalledSweeps = bytes > 0 && bytes === connection.unsentBytes ? connection.stalledSweeps + 1 : 0
		connection.unsentBytes = bytes
		if (connection.stalledSweeps >= STALLED_SWEEPS) unread.push([socket, bytes])
		total += bytes
	}
	if (total <= MAX_UNSENT_BYTES) return
	for (const [socket, bytes] of unread.sort(([, one], [, other]) => other - one)) {
		socket.destroy()
		total -= bytes
		if (total <= MAX_UNSENT_BYTES) return
	}
}
