import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { type Network, toNetworks } from './networks.ts'

/** Maximum number of pipelined requests on a connection; browsers do not pipeline. */
const MAX_PIPELINED = 16
/** Maximum number of unsent response bytes, of all connections together. */
const MAX_UNSENT_BYTES = 48 * 1024 * 1024
const SWEEP_MS = 500
/** A client that has read nothing for this many sweeps is stalled, not just slow. */
const STALLED_SWEEPS = 2

type Exchange = readonly [request: IncomingMessage, response: ServerResponse]

interface Connection {
	/** The latest exchange, pending or complete. */
	latest: Exchange | undefined
	/** Pipelined requests, in order. */
	queue: Exchange[]
	/** Bytes that were unsent at the last sweep. */
	unsentBytes: number
	/** The number of sweeps since that number changed. */
	stalledSweeps: number
}

/** The open connections of a server. */
export interface Connections {
	/** Stops reading from all connections, including new ones, until the returned function is called. */
	pauseReading: () => () => void
	/** Returns the number of connections accepted so far. */
	countAccepted: () => number
	/** Counts the open connections, their pending and pipelined requests, and the connections refused so far. */
	countLoad: () => { open: number; pendingRequests: number; refused: number }
	/** Resolves with true once all are closed, or with false after `waitMs`. */
	waitUntilClosed: (waitMs: number) => Promise<boolean>
	/** Closes connections that are idle, whose request is incomplete, or whose client does not read its response. */
	closeInactive: () => void
	closeAll: () => void
}

type Limits = Pick<Config, 'maxConnections' | 'maxConnectionsPerAddress' | 'trustedProxies'>

/**
 * Limits the resources of clients: connections, per address and in total; pipelined requests, which are handled one after
 * the other; and unread responses. Must be called after every request listener was added.
 */
export function limitConnections(server: Server, limits: Limits, log: FastifyBaseLogger): Connections {
	const connections = new Map<Socket, Connection>()
	const perNetwork = new Map<string, number>()
	// Behind proxies every connection comes from one of them
	const maxPerNetwork = limits.trustedProxies > 0 ? Number.POSITIVE_INFINITY : limits.maxConnectionsPerAddress
	let acceptedCount = 0
	let refusedCount = 0
	let loggedRefusedCount = 0
	let isPaused = false
	let onLastClosed = () => {}

	server.maxConnections = limits.maxConnections
	// In a worker, the connection would otherwise go to the next one, and from full to full forever
	Object.assign(server, { dropMaxConnection: true })
	server.on('drop', () => {
		refusedCount++
	})
	server.on('connection', (socket: Socket) => {
		acceptedCount++
		const networks = toNetworks(socket.remoteAddress ?? '')
		if (networks.some(({ name, times }) => (perNetwork.get(name) ?? 0) >= maxPerNetwork * times)) {
			refusedCount++
			socket.destroy()
			return
		}
		for (const { name } of networks) perNetwork.set(name, (perNetwork.get(name) ?? 0) + 1)
		connections.set(socket, { latest: undefined, queue: [], unsentBytes: 0, stalledSweeps: 0 })
		socket.once('close', () => removeConnection(socket, networks))
		// The HTTP server starts reading in the next tick
		if (isPaused) process.nextTick(() => isPaused && socket.pause())
	})

	function removeConnection(socket: Socket, networks: readonly Network[]): void {
		connections.delete(socket)
		for (const { name } of networks) {
			const count = (perNetwork.get(name) ?? 1) - 1
			if (count > 0) perNetwork.set(name, count)
			else perNetwork.delete(name)
		}
		if (connections.size === 0) onLastClosed()
	}

	// Node emits this event for a stalled write only after its timeout has passed twice, so the timeout is half the limit. It
	// also fires while a request arrives or a response is prepared, which have limits of their own.
	server.on('timeout', (socket: Socket) => {
		const connection = connections.get(socket)
		const isIdle = connection?.latest !== undefined && !isPending(connection.latest)
		if (socket.writableLength > 0 || isIdle) socket.destroy()
	})

	serializePipelinedRequests(server, connections)

	const sweep = setInterval(() => {
		closeStalledConnections(connections)
		const refused = refusedCount - loggedRefusedCount
		if (refused > 0) log.warn({ refused, open: connections.size }, 'connections refused')
		loggedRefusedCount = refusedCount
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
		countAccepted: () => acceptedCount,
		countLoad() {
			let pendingRequests = 0
			for (const { latest, queue } of connections.values())
				pendingRequests += queue.length + (latest && isPending(latest) ? 1 : 0)
			return { open: connections.size, pendingRequests, refused: refusedCount }
		},
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
				if (!latest || !isPending(latest) || !latest[0].complete || isStalled) socket.destroy()
			}
		},
		closeAll() {
			for (const socket of connections.keys()) socket.destroy()
		},
	}
}

/** A response is pending until the operating system has all of it. */
function isPending([, response]: Exchange): boolean {
	return !(response.writableFinished || response.destroyed)
}

/**
 * Hands the requests of a connection to the listeners one after the other, so that at most one response per connection is
 * in memory. Closes connections with too many pipelined requests.
 */
function serializePipelinedRequests(server: Server, connections: ReadonlyMap<Socket, Connection>): void {
	const listeners = server.listeners('request') as RequestListener[]
	function handle(connection: Connection, exchange: Exchange): void {
		connection.latest = exchange
		for (const listener of listeners) listener.call(server, ...exchange)
	}
	function handleNext(connection: Connection): void {
		const next = connection.queue.shift()
		if (!next || next[0].socket.destroyed) return
		handle(connection, next)
		if (connection.queue.length > 0) next[1].once('close', () => handleNext(connection))
	}

	server.removeAllListeners('request')
	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		const connection = connections.get(request.socket)
		if (!connection) return
		const { latest, queue } = connection
		if (queue.length === 0 && !(latest && isPending(latest))) handle(connection, [request, response])
		else if (queue.length >= MAX_PIPELINED) request.socket.destroy()
		else {
			if (queue.length === 0) latest?.[1].once('close', () => handleNext(connection))
			queue.push([request, response])
		}
	})
}

/** Closes stalled connections, those with the most unsent bytes first, while the total exceeds the limit. */
function closeStalledConnections(connections: ReadonlyMap<Socket, Connection>): void {
	let total = 0
	const stalled: [socket: Socket, bytes: number][] = []
	for (const [socket, connection] of connections) {
		const bytes = socket.writableLength
		connection.stalledSweeps = bytes > 0 && bytes === connection.unsentBytes ? connection.stalledSweeps + 1 : 0
		connection.unsentBytes = bytes
		if (connection.stalledSweeps >= STALLED_SWEEPS) stalled.push([socket, bytes])
		total += bytes
	}
	if (total <= MAX_UNSENT_BYTES) return
	for (const [socket, bytes] of stalled.sort(([, one], [, other]) => other - one)) {
		socket.destroy()
		total -= bytes
		if (total <= MAX_UNSENT_BYTES) return
	}
}
