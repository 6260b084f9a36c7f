import type { FastifyRequest } from 'fastify'
import { LIMITS, WRITE_QUOTA_EXCEEDED } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { Counters } from './counters.ts'
import { tooManyRequests } from './errors.ts'
import { isPublicWrite } from './viewer.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The size of a JSON body; 0 without one. */
		bodyBytes: number
	}
}

const HOUR_MS = 60 * 60 * 1000

/** Creates a hook that limits the bytes that an account writes in an hour, in any number of requests. Throws 429 past it. */
export function createWriteQuotaHook({ rateLimitFactor }: Config, counters: Counters) {
	const limit = LIMITS.writtenBytesPerHour * rateLimitFactor

	return async function countWrittenBytes(request: FastifyRequest): Promise<void> {
		const { viewer, bodyBytes } = request
		if (!viewer || bodyBytes === 0 || !isPublicWrite(request.routeOptions.config)) return
		const { isAllowed, resetMs } = await counters.add({
			group: 'bytes',
			subject: viewer.userId,
			amount: bodyBytes,
			limit,
			windowMs: HOUR_MS,
		})
		if (!isAllowed) throw tooManyRequests(WRITE_QUOTA_EXCEEDED, resetMs / 1000)
	}
}
