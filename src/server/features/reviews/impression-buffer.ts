import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'
import { AppError, UNAVAILABLE } from '#server/http/errors.ts'
import type { QueueState } from '#server/http/limiter.ts'
import { IPV6_NETWORKS, toNetworks } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'
import { addImpressions, type Impression } from './queries-impressions.ts'

const FLUSH_AFTER_MS = 500
const RETRY_AFTER_MS = 2_000
// At this many pending impressions a flush does not wait for the timer; also the maximum per statement
const FLUSH_SIZE = 2_000
// The maximum number of pending impressions while the database is unreachable; beyond it reports are refused and clients keep theirs
const MAX_PENDING = 20_000
// A batch of at most this size that times out is waiting for a row lock, and smaller batches would wait too
const MIN_SPLIT_ON_TIMEOUT = 32
const STATEMENT_TIMED_OUT = '57014'
// A visitor's hash is that of their networks, the widest first, and of their browser
const NETWORK_LETTERS = [12, 4, 4] as const
const BROWSER_LETTERS = 6
/** How many visitors of each network of an address count, the narrowest first. */
export const VISITOR_LIMITS = IPV6_NETWORKS.map(({ times }, index) => ({
	letters: NETWORK_LETTERS.slice(0, IPV6_NETWORKS.length - index).reduce((sum, letters) => sum + letters, 0),
	visitors: times * LIMITS.visitorsPerAddress,
}))
const ROBOT_PATTERN = /bot\b|crawl|spider|slurp|preview/i

/** Buffers impressions of reviews and writes them to the database in batches, within half a second. */
export interface ImpressionBuffer {
	report: (request: FastifyRequest<{ Body: { impressions?: string[]; views?: string[] } }>) => void
	/** Writes the pending impressions to the database. */
	flush: () => Promise<void>
	queueState: () => QueueState
}

/**
 * Creates the buffer. A review counts as seen once per viewer and UTC day, and also as opened once. Its author and robots
 * do not count, nor does a fourth visitor from one network address, nor too many from a wider network. A killed process loses what it has not written yet,
 * but never writes it twice.
 */
export function createImpressionBuffer(services: Services, log: FastifyBaseLogger): ImpressionBuffer {
	const pending = new Map<string, Impression>()
	let timer: NodeJS.Timeout | undefined
	let isBehind = false
	/** Since when impressions have been pending; those added during a write count from its start. */
	let pendingSinceMs = 0
	let batchesRunning = 0
	let refused = 0
	let writing: Promise<void> = Promise.resolve()

	const add = (impression: Impression) => {
		const key = `${impression.reviewId} ${impression.viewer} ${impression.day}`
		if (pending.size === 0) pendingSinceMs = performance.now()
		pending.set(key, { ...impression, opened: impression.opened || (pending.get(key)?.opened ?? false) })
	}
	const schedule = () => {
		timer ??= setTimeout(flush, isBehind ? RETRY_AFTER_MS : FLUSH_AFTER_MS).unref()
	}
	const write = async () => {
		clearTimeout(timer)
		timer = undefined
		isBehind = false
		const [sinceMs, startedMs] = [pendingSinceMs, performance.now()]
		for (let left = pending.size; left > 0; left -= FLUSH_SIZE) {
			const batch = [...pending.entries()].slice(0, Math.min(left, FLUSH_SIZE))
			for (const [key] of batch) pending.delete(key)
			batchesRunning++
			const { unwritten, error } = await addWithSplitting(
				services.db,
				batch.map(([, impression]) => impression),
			)
			batchesRunning--
			if (unwritten.length === 0) continue
			log.error({ err: error, reports: unwritten.length }, 'could not write review impressions, will retry')
			for (const impression of unwritten) add(impression)
			isBehind = true
			schedule()
		}
		pendingSinceMs = isBehind ? sinceMs : startedMs
	}
	function flush(): Promise<void> {
		writing = writing.then(write)
		return writing
	}

	return {
		flush,
		queueState() {
			const oldestWaitMs = pending.size === 0 ? 0 : performance.now() - pendingSinceMs
			return { running: batchesRunning, waiting: pending.size, oldestWaitMs, refused }
		},
		report(request) {
			if (ROBOT_PATTERN.test(request.headers['user-agent'] ?? '')) return
			const day = new Date(services.clock()).toISOString().slice(0, 10)
			const viewer = request.viewer?.userId ?? hashVisitor(services, request, day)
			const { impressions = [], views = [] } = request.body
			if (pending.size + impressions.length + views.length > MAX_PENDING) {
				refused++
				throw new AppError(503, UNAVAILABLE, { headers: { 'retry-after': String(RETRY_AFTER_MS / 1000) } })
			}
			for (const id of impressions) add({ reviewId: id.toLowerCase(), viewer, day, opened: false })
			for (const id of views) add({ reviewId: id.toLowerCase(), viewer, day, opened: true })
			if (pending.size >= FLUSH_SIZE && !isBehind) void flush()
			else schedule()
		},
	}
}

/**
 * Hashes a visitor's networks and browser, differently each day. The hash begins with those of the networks alone, of which the
 * database counts so many visitors.
 */
function hashVisitor({ keys }: Services, { ip, headers }: FastifyRequest, day: string): string {
	const hash = (...facts: readonly string[]) =>
		createHmac('sha256', keys.addresses)
			.update([day, ...facts].join('\n'))
			.digest('base64url')
	const [network, wider = network, widest = wider] = toNetworks(ip)
	const names = [widest, wider, network].map(({ name }, index) => hash(name).slice(0, NETWORK_LETTERS[index]))
	return names.join('') + hash(network.name, headers['user-agent'] ?? '').slice(0, BROWSER_LETTERS)
}

/**
 * Writes a batch, or as much of it as the database accepts: a failed batch is split in half and retried, so that a bad
 * impression does not affect others. Returns what was not written, and the error.
 */
async function addWithSplitting(
	db: Db,
	batch: readonly Impression[],
): Promise<{ unwritten: readonly Impression[]; error?: unknown }> {
	try {
		await addImpressions(db, batch, VISITOR_LIMITS)
		return { unwritten: [] }
	} catch (error) {
		// Drops an impression of a review that has been deleted in the meantime
		if (batch.length === 1) return { unwritten: isForeignKeyViolation(error) ? [] : batch, error }
		const isTooSmall = getErrorCode(error) === STATEMENT_TIMED_OUT && batch.length <= MIN_SPLIT_ON_TIMEOUT
		if (isTooSmall || !isStatementFailure(error)) return { unwritten: batch, error }
		const middle = batch.length >> 1
		const halves = [await addWithSplitting(db, batch.slice(0, middle)), await addWithSplitting(db, batch.slice(middle))]
		return { unwritten: halves.flatMap(({ unwritten }) => unwritten), error }
	}
}

const getErrorCode = (error: unknown) => (error as { code?: unknown }).code
const isForeignKeyViolation = (error: unknown) => getErrorCode(error) === '23503'
/** Returns whether a smaller batch may succeed: the statement failed, not the connection. */
const isStatementFailure = (error: unknown) => /^(2[23]\w{3}|40\w{3}|57014|55P03)$/.test(String(getErrorCode(error)))
