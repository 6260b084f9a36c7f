import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { AppError, UNAVAILABLE } from '#server/http/errors.ts'
import { addressOf } from '#server/http/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { addSightings, type Sighting } from './queries-seen.ts'

const FLUSH_AFTER_MS = 500
const RETRY_AFTER_MS = 2_000
// Past this many waiting reports a flush does not wait for its time; no statement takes more
const FLUSH_AT = 2_000
// What reports may wait while the database is away; past it they are refused, and clients keep theirs
const MAX_WAITING = 20_000
// A batch this small that runs into its time limit waits for a row, which smaller ones would as well
const SMALLEST_HALF = 32
const STATEMENT_TIMED_OUT = '57014'
const ADDRESS_LETTERS = 16
const BROWSER_LETTERS = 6
const ROBOT = /bot\b|crawl|spider|slurp|preview/i

/** Collects reports of seen reviews and writes them down in batches, within half a second. */
export interface SeenReports {
	report: (request: FastifyRequest<{ Body: { impressions?: string[]; views?: string[] } }>) => void
	/** Writes down what is waiting. */
	flush: () => Promise<void>
}

/**
 * A review counts as seen once per viewer and UTC day, and as opened once besides; the author's own look and robots
 * do not count, nor does a fourth visitor of one network address. A killed process loses what it has not written yet, and
 * never writes it twice.
 */
export function seenReports(services: Services, log: FastifyBaseLogger): SeenReports {
	const waiting = new Map<string, Sighting>()
	let timer: NodeJS.Timeout | undefined
	let isBehind = false
	let writing: Promise<void> = Promise.resolve()

	const add = (sighting: Sighting) => {
		const key = `${sighting.reviewId} ${sighting.viewer} ${sighting.day}`
		waiting.set(key, { ...sighting, opened: sighting.opened || (waiting.get(key)?.opened ?? false) })
	}
	const schedule = () => {
		timer ??= setTimeout(flush, isBehind ? RETRY_AFTER_MS : FLUSH_AFTER_MS).unref()
	}
	const write = async () => {
		clearTimeout(timer)
		timer = undefined
		isBehind = false
		for (let left = waiting.size; left > 0; left -= FLUSH_AT) {
			const batch = [...waiting.entries()].slice(0, Math.min(left, FLUSH_AT))
			for (const [key] of batch) waiting.delete(key)
			const { unwritten, error } = await addInHalves(
				services.db,
				batch.map(([, sighting]) => sighting),
			)
			if (unwritten.length === 0) continue
			log.error({ err: error, reports: unwritten.length }, 'seen reports are written later')
			for (const sighting of unwritten) add(sighting)
			isBehind = true
			schedule()
		}
	}
	function flush(): Promise<void> {
		writing = writing.then(write)
		return writing
	}

	return {
		flush,
		report(request) {
			if (ROBOT.test(request.headers['user-agent'] ?? '')) return
			const day = new Date(services.clock()).toISOString().slice(0, 10)
			const viewer = request.viewer?.userId ?? visitor(services, request, day)
			const { impressions = [], views = [] } = request.body
			if (waiting.size + impressions.length + views.length > MAX_WAITING)
				throw new AppError(503, UNAVAILABLE, { headers: { 'retry-after': String(RETRY_AFTER_MS / 1000) } })
			for (const id of impressions) add({ reviewId: id.toLowerCase(), viewer, day, opened: false })
			for (const id of views) add({ reviewId: id.toLowerCase(), viewer, day, opened: true })
			if (waiting.size >= FLUSH_AT && !isBehind) void flush()
			else schedule()
		},
	}
}

/**
 * A visitor is a hash of address and browser, another one each day. It begins with that of the address alone, of which the
 * database lets three visitors count.
 */
function visitor({ keys }: Services, request: FastifyRequest, day: string): string {
	const hash = (...facts: readonly string[]) =>
		createHmac('sha256', keys.addresses)
			.update([day, addressOf(request), ...facts].join('\n'))
			.digest('base64url')
	return hash().slice(0, ADDRESS_LETTERS) + hash(request.headers['user-agent'] ?? '').slice(0, BROWSER_LETTERS)
}

/**
 * Writes a batch down, or what the database takes of it: what fails is tried again in halves, so that one report costs
 * none but itself. Returns what was not written, and why.
 */
async function addInHalves(
	db: Db,
	batch: readonly Sighting[],
): Promise<{ unwritten: readonly Sighting[]; error?: unknown }> {
	try {
		await addSightings(db, batch, ADDRESS_LETTERS)
		return { unwritten: [] }
	} catch (error) {
		// A single one that refers to what was deleted meanwhile has nothing to be counted for
		if (batch.length === 1) return { unwritten: isForeignKey(error) ? [] : batch, error }
		const isTooSmall = codeOf(error) === STATEMENT_TIMED_OUT && batch.length <= SMALLEST_HALF
		if (isTooSmall || !isOfBatch(error)) return { unwritten: batch, error }
		const middle = batch.length >> 1
		const halves = [await addInHalves(db, batch.slice(0, middle)), await addInHalves(db, batch.slice(middle))]
		return { unwritten: halves.flatMap(({ unwritten }) => unwritten), error }
	}
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code
const isForeignKey = (error: unknown) => codeOf(error) === '23503'
/** Whether fewer reports at once may go where these did not: a statement's own failure, and not that of the connection. */
const isOfBatch = (error: unknown) => /^(2[23]\w{3}|40\w{3}|57014|55P03)$/.test(String(codeOf(error)))
