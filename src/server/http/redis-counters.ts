import { createHmac, type KeyObject } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Counters, createLocalCounters, type Usage } from './counters.ts'
import { createRedisClient } from './redis-client.ts'

/** How long a request waits for Redis before it is counted in this process. */
const ANSWER_LIMIT_MS = 40
/** A connection whose server is silent for this long is closed and opened again. */
const SILENCE_LIMIT_MS = 1_000
const MAX_RECONNECT_DELAY_MS = 1_000
/** An outage is over, and the next one is logged, after this time without a failure. */
const OUTAGE_GAP_MS = 5_000
const SUBJECT_LETTERS = 22

interface Options {
	url: string
	/** Distinguishes sites that share a server. */
	fingerprint: string
	/** Hashes accounts and addresses, which the server must not see. */
	key: KeyObject
	clock: () => number
	log: FastifyBaseLogger
}

/**
 * Creates counters on a Redis server, shared by the site's processes. While the server does not answer in time, this
 * process counts by itself; that is logged once per outage.
 */
export function createRedisCounters({ url, fingerprint, key, clock, log }: Options): Counters {
	const local = createLocalCounters(clock)
	const outage = createOutage(log)
	const redis = createRedisClient(url, {
		connectTimeout: SILENCE_LIMIT_MS,
		socketTimeout: SILENCE_LIMIT_MS,
		retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
	})
	/** Whether a late answer is awaited, until which no other request waits. */
	let isSlow = false
	redis.on('error', (error: unknown) => outage.recordFailure(error))
	redis.connect().catch(() => {})

	const getKey = (group: string, subject: string) =>
		`savepoint:${fingerprint}:${group}:${createHmac('sha256', key).update(subject).digest('base64url').slice(0, SUBJECT_LETTERS)}`

	return {
		async add(addition) {
			if (isSlow || redis.status !== 'ready') return local.add(addition)
			const { group, subject, amount, limit, windowMs } = addition
			const answer = redis.addWithin(getKey(group, subject), amount, limit, windowMs)
			try {
				const [isAllowed, used, resetMs] = await withinLimit(answer)
				outage.recordSuccess()
				return { isAllowed: isAllowed === 1, used, resetMs } satisfies Usage
			} catch (error) {
				outage.recordFailure(error)
				isSlow = true
				const resume = () => {
					isSlow = false
				}
				answer.then(resume, resume)
				return local.add(addition)
			}
		},
		close: () => redis.disconnect(),
	}
}

/** Rejects if there is no answer in time. */
async function withinLimit<T>(answer: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>()
	const timer = setTimeout(() => {
		// An answer that arrived while this process was busy is read first
		setImmediate(() => reject(new Error(`Redis has not answered within ${ANSWER_LIMIT_MS} ms`)))
	}, ANSWER_LIMIT_MS)
	try {
		return await Promise.race([answer, promise])
	} finally {
		clearTimeout(timer)
	}
}

/** Logs the begin and the end of each outage, whose failures come by the thousand. */
function createOutage(log: FastifyBaseLogger) {
	let lastFailureMs: number | undefined
	return {
		recordFailure(error: unknown): void {
			if (lastFailureMs === undefined)
				log.warn({ err: error }, 'Redis is unavailable: until it is back, this process counts by itself')
			lastFailureMs = performance.now()
		},
		recordSuccess(): void {
			if (lastFailureMs === undefined || performance.now() - lastFailureMs < OUTAGE_GAP_MS) return
			lastFailureMs = undefined
			log.info('Redis is available again')
		},
	}
}
