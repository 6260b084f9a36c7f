import type { Config } from '#server/config.ts'
import type { App } from './app-type.ts'
import { RETRY_AFTER_SECONDS, UNAVAILABLE } from './errors.ts'
import { createLimiter, type Limiter } from './limiter.ts'

/** The share of the database connections that writes may use. */
const WRITE_CONNECTION_SHARE = 0.6
const MAX_QUEUED = 1_000
const MAX_WAIT_MS = 2_000

/**
 * Limits how many calls of the classes `write` and `draft` run at once: those that wait for one row lock must not use up every database
 * connection and block reads.
 */
export function limitConcurrentWrites(app: App, { databaseConnections }: Pick<Config, 'databaseConnections'>): Limiter {
	const limiter = createLimiter({
		maxConcurrent: Math.max(1, Math.floor(databaseConnections * WRITE_CONNECTION_SHARE)),
		maxQueued: MAX_QUEUED,
		maxWaitMs: MAX_WAIT_MS,
		refusal: UNAVAILABLE,
		retryAfterSeconds: Number(RETRY_AFTER_SECONDS),
	})
	app.addHook('onRoute', (route) => {
		const limit = route.config?.limit
		if (limit !== 'write' && limit !== 'draft') return
		const { handler } = route
		route.handler = function (request, reply) {
			return limiter.run(async () => handler.call(this, request, reply))
		}
	})
	return limiter
}
