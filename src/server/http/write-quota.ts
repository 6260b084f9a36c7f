import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { LIMITS, WRITE_QUOTA_EXCEEDED } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { tooManyRequests } from './errors.ts'
import { isPublicWrite } from './viewer.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The size of a JSON body; 0 without one. */
		bodyBytes: number
	}
}

const HOUR_MS = 60 * 60 * 1000
const MAX_ACCOUNTS = 20_000

/** Creates a hook that limits the bytes that an account writes in an hour, in any number of requests. Throws 429 past it. */
export function createWriteQuotaHook({ rateLimitFactor }: Config, clock: () => number) {
	const maxBytes = LIMITS.writtenBytesPerHour * rateLimitFactor
	const usageByAccount = new LRUCache<string, { sinceMs: number; bytes: number }>({ max: MAX_ACCOUNTS })

	return async function countWrittenBytes(request: FastifyRequest): Promise<void> {
		const { viewer, bodyBytes } = request
		if (!viewer || bodyBytes === 0 || !isPublicWrite(request.routeOptions.config)) return
		const nowMs = clock()
		// Peeking keeps the order: the account with the oldest hour is evicted first
		let usage = usageByAccount.peek(viewer.userId)
		if (!usage || usage.sinceMs + HOUR_MS <= nowMs) {
			usage = { sinceMs: nowMs, bytes: 0 }
			usageByAccount.set(viewer.userId, usage)
		}
		if (usage.bytes + bodyBytes > maxBytes)
			throw tooManyRequests(WRITE_QUOTA_EXCEEDED, (usage.sinceMs + HOUR_MS - nowMs) / 1000)
		usage.bytes += bodyBytes
	}
}
