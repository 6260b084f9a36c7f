import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
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
	interface FastifyInstance {
		/** Counts bytes that an account writes by other means than a body. Throws 429 past the limit of an hour. */
		countWrittenBytes: (userId: string, bytes: number) => Promise<void>
	}
}

const HOUR_MS = 60 * 60 * 1000

/** Creates the limits of the bytes that an account writes in an hour, in any number of requests. They throw 429 past it. */
export function createWriteQuota({ rateLimitFactor }: Config, counters: Counters) {
	async function count(userId: string, bytes: number, { group, bytesPerHour }: Quota): Promise<void> {
		if (bytes === 0) return
		const { isAllowed, resetMs } = await counters.add({
			group,
			subject: userId,
			amount: bytes,
			limit: bytesPerHour * rateLimitFactor,
			windowMs: HOUR_MS,
		})
		if (!isAllowed) throw tooManyRequests(WRITE_QUOTA_EXCEEDED, resetMs / 1000)
	}

	return {
		countWrittenBytes: (userId: string, bytes: number) => count(userId, bytes, PUBLIC_WRITES),
		/** The hook that counts the bodies of requests. */
		async countBody(request: FastifyRequest): Promise<void> {
			const { viewer, bodyBytes } = request
			const quota = getWriteQuota(request.routeOptions.config)
			if (viewer && quota) await count(viewer.userId, bodyBytes, quota)
		},
	}
}

interface Quota {
	group: string
	bytesPerHour: number
}

const PUBLIC_WRITES: Quota = { group: 'bytes', bytesPerHour: LIMITS.writtenBytesPerHour }

/** Returns how many bytes an account may send per hour to the calls of an endpoint's group; undefined if that is not limited. */
export function getWriteQuota(config: Partial<Endpoint['config']>): Quota | undefined {
	if (isPublicWrite(config)) return PUBLIC_WRITES
	if (config.limit === 'draft') return { group: 'draft bytes', bytesPerHour: LIMITS.draftBytesPerHour }
	return undefined
}
