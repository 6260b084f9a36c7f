import { Socket } from 'node:net'
import type { Config } from '#server/config.ts'
import type { App } from './app-type.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { toSharedNetwork } from './networks.ts'

/** Enough to keep a few database connections busy. */
const MIN_CONCURRENT = 16
/** What is served in about half a second. A longer queue would only make everyone wait who is served. */
const MAX_QUEUED = 150
/** A quarter of the queue, so that one network cannot keep everyone else out. */
const MAX_QUEUED_PER_NETWORK = Math.floor(MAX_QUEUED / 4)
const MAX_WAIT_MS = 2_000

/**
 * Limits how many reads of clients run and wait at once, so that what is too much is rejected at once and the rest is served
 * in good time. No network has more than a quarter of those that wait. Calls with a rate limit of their own do not count, nor
 * do those of a page's rendering, whose cache has a limit of its own.
 */
export function limitConcurrentReads(app: App, { databaseConnections }: Pick<Config, 'databaseConnections'>): Limiter {
	const limiter = createLimiter({
		maxConcurrent: Math.max(MIN_CONCURRENT, databaseConnections * 2),
		maxQueued: MAX_QUEUED,
		maxQueuedPerOwner: MAX_QUEUED_PER_NETWORK,
		maxWaitMs: MAX_WAIT_MS,
	})
	app.addHook('onRoute', (route) => {
		if (route.method !== 'GET' || route.config?.summary === undefined || route.config.limit !== undefined) return
		const { handler } = route
		route.handler = function (request, reply) {
			// A rendering calls the API without a connection
			if (!(request.raw.socket instanceof Socket)) return handler.call(this, request, reply)
			return limiter.run(
				async () => handler.call(this, request, reply),
				() => toSharedNetwork(request.ip),
			)
		}
	})
	return limiter
}
