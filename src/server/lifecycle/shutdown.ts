import net from 'node:net'
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import type { Connections } from '#server/http/client-connections.ts'

/** The accept queue counts as empty after this time without a new connection: clients waiting for a response open none. */
const ACCEPT_QUEUE_IDLE_MS = 20
const MAX_DRAIN_MS = 500
const CLOSE_INACTIVE_AFTER_MS = 3_000
const CLOSE_ALL_AFTER_MS = 6_000

/** The part of a site that its shutdown needs. */
interface StoppableSite {
	app: { server: net.Server }
	/** From now on every response closes its connection, and no job starts. */
	beginShutdown: () => void
	close: () => Promise<void>
}

interface StopOptions {
	/** Whether another process listens on the same port, which then accepts the pending connections. */
	hasSuccessor?: boolean
	/** Waits for a turn of the event loop of the process that accepts connections, if it is not this one. */
	waitForAcceptor?: () => Promise<void>
	/** Called once the site no longer listens. */
	onClosed?: () => void
}

/**
 * Shuts a site down in order: accepts pending connections, stops listening, completes pending requests with
 * `Connection: close`, closes idle and stalled connections, then the rest, and finally the site's resources.
 */
export async function stopSite(
	site: StoppableSite,
	connections: Connections,
	{ hasSuccessor = false, waitForAcceptor, onClosed = () => {} }: StopOptions = {},
): Promise<void> {
	const beganMs = performance.now()
	const leftMs = (untilMs: number) => Math.max(0, beganMs + untilMs - performance.now())
	const resumeReading = connections.pauseReading()
	if (!hasSuccessor) await drainAcceptQueue(connections, waitForAcceptor)
	// The HTTP server's own close would cut idle connections while their next request may be in transit
	net.Server.prototype.close.call(site.app.server)
	onClosed()
	site.beginShutdown()
	// A response that closes its connection lets the client open another, which must find the port closed
	if (!hasSuccessor) await waitForAcceptor?.()
	resumeReading()
	if (!(await connections.waitUntilClosed(leftMs(CLOSE_INACTIVE_AFTER_MS)))) {
		// On a busy machine the system may have received what this process has not yet read
		await waitForNextTurn()
		connections.closeInactive()
		if (!(await connections.waitUntilClosed(leftMs(CLOSE_ALL_AFTER_MS)))) connections.closeAll()
	}
	await site.close()
}

/**
 * Resolves once the operating system's accept queue is empty, because closing would reset its connections. Each turn of the
 * event loop accepts one. Reading is paused meanwhile, so that active clients cannot open more.
 */
async function drainAcceptQueue(
	connections: Connections,
	waitForAcceptor: () => Promise<void> = waitForNextTurn,
): Promise<void> {
	const beganMs = performance.now()
	let lastAcceptedMs = beganMs
	let count = connections.countAccepted()
	for (let nowMs = beganMs; nowMs - beganMs < MAX_DRAIN_MS; nowMs = performance.now()) {
		await waitForAcceptor()
		if (connections.countAccepted() !== count) {
			count = connections.countAccepted()
			lastAcceptedMs = performance.now()
		} else if (nowMs - lastAcceptedMs >= ACCEPT_QUEUE_IDLE_MS) return
	}
}
