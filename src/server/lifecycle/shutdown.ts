import net from 'node:net'
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import type { Connections } from '#server/http/client-connections.ts'

/** Clients that wait for their answer open no new connections: so long without one, and nobody is at the door. */
const ACCEPT_QUEUE_IDLE_MS = 20
const MAX_DRAIN_MS = 500
const CLOSE_INACTIVE_AFTER_MS = 3_000
const CLOSE_ALL_AFTER_MS = 6_000

/** What a running site offers to whoever stops it. */
interface StoppableSite {
	app: { server: net.Server }
	/** From now on every answer ends its connection, and no job begins. */
	beginShutdown: () => void
	close: () => Promise<void>
}

/**
 * Ends a site in order: accepts who has connected, takes no more connections, answers what was asked and tells each
 * connection that it ends, closes what is idle or stalled, then everything that is open behind it.
 */
export async function stopSite(site: StoppableSite, connections: Connections): Promise<void> {
	const beganMs = performance.now()
	const leftMs = (untilMs: number) => Math.max(0, beganMs + untilMs - performance.now())
	const resumeReading = connections.pauseReading()
	await drainAcceptQueue(connections)
	// The HTTP server's own close would cut idle connections off while their next request is on its way
	net.Server.prototype.close.call(site.app.server)
	site.beginShutdown()
	resumeReading()
	if (!(await connections.waitUntilClosed(leftMs(CLOSE_INACTIVE_AFTER_MS)))) {
		connections.closeInactive()
		if (!(await connections.waitUntilClosed(leftMs(CLOSE_ALL_AFTER_MS)))) connections.closeAll()
	}
	await site.close()
}

/**
 * Resolves when no connection waits in the system to be accepted: closing would reset it. One is taken in each turn of the event
 * loop. While nothing is read, clients that go from answer to answer stand still.
 */
async function drainAcceptQueue(connections: Connections): Promise<void> {
	const beganMs = performance.now()
	let lastMs = beganMs
	let count = connections.countAccepted()
	for (let nowMs = beganMs; nowMs - beganMs < MAX_DRAIN_MS; nowMs = performance.now()) {
		await waitForNextTurn()
		if (connections.countAccepted() !== count) {
			count = connections.countAccepted()
			lastMs = performance.now()
		} else if (nowMs - lastMs >= ACCEPT_QUEUE_IDLE_MS) return
	}
}
