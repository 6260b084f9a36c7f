import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { LIMITS, WRITE_QUOTA_EXCEEDED } from '#contract/limits.ts'
import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'
import type { Config } from '#server/config.ts'
import type { Counters } from './counters.ts'
import { tooManyRequests } from './errors.ts'
import { getClientNetwork } from './networks.ts'
import { countForCaller } from './rate-limits.ts'
import { isPublicWrite } from './viewer.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The size of a JSON body; 0 without one. */
		bodyBytes: number
	}
	interface FastifyInstance {
		/** Counts bytes that the viewer of a request writes by other means than a body. Throws 429 past the limit of an hour. */
		countWrittenBytes: (request: FastifyRequest, bytes: number) => Promise<void>
	}
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Creates the limits of the bytes that an account, and all accounts of a network, write in an hour, in any number of requests.
 * They throw 429 past it.
 */
export function createWriteQuota({ rateLimitFactor }: Config, counters: Counters) {
	async function count(request: FastifyRequest, bytes: number, { group, bytesPerHour }: Quota): Promise<void> {
		if (bytes === 0 || !request.viewer) return
		const caller = { network: getClientNetwork(request), userId: request.viewer.userId }
		const { isAllowed, resetMs } = await countForCaller(caller, bytesPerHour * rateLimitFactor, (subject, limit, of) =>
			counters.add({ group: `${group} ${of}`, subject, amount: bytes, limit, windowMs: HOUR_MS }),
		)
		if (!isAllowed) throw tooManyRequests(WRITE_QUOTA_EXCEEDED, resetMs / 1000)
	}

	return {
		countWrittenBytes: (request: FastifyRequest, bytes: number) =>
			count(request, bytes, getWriteQuota(request.routeOptions.config) ?? PUBLIC_WRITES),
		/** The hook that counts the bodies of requests. */
		async countBody(request: FastifyRequest): Promise<void> {
			const quota = getWriteQuota(request.routeOptions.config)
			if (quota) await count(request, request.bodyBytes, quota)
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
	if (config.limit === 'import') return { group: 'import bytes', bytesPerHour: IMPORT_LIMITS.bytesPerHour }
	if (config.limit === 'draft') return { group: 'draft bytes', bytesPerHour: LIMITS.draftBytesPerHour }
	if (config.limit === 'playTime') return { group: 'play time bytes', bytesPerHour: PLAY_REPORT_LIMITS.bytesPerHour }
	return undefined
}
