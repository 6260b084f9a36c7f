import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { addressOf } from '../rate-limits.ts'
import type { Services } from '../services.ts'

const FLUSH_AFTER_MS = 500
// past this many waiting reports a flush does not wait for its time
const FLUSH_AT = 2_000
const ROBOT = /bot\b|crawl|spider|slurp|preview/i

interface Sighting {
	reviewId: string
	viewer: string
	day: string
	opened: boolean
}

/** Collects reports of seen reviews and writes them down in batches, within half a second. */
export interface SeenReports {
	report: (request: FastifyRequest<{ Body: { impressions?: string[]; views?: string[] } }>) => void
	/** Writes down what is waiting. */
	flush: () => Promise<void>
}

/**
 * A review counts as seen once per viewer and UTC day, and as opened once besides; the author's own look and robots
 * do not count. A killed process loses what it has not written yet, and never writes it twice.
 */
export function seenReports(services: Services, log: FastifyBaseLogger): SeenReports {
	let waiting = new Map<string, Sighting>()
	let timer: NodeJS.Timeout | undefined
	let writing: Promise<void> = Promise.resolve()

	const write = async () => {
		clearTimeout(timer)
		timer = undefined
		if (waiting.size === 0) return
		const batch = [...waiting.values()]
		waiting = new Map()
		try {
			await addSightings(services.db, batch)
		} catch (error) {
			log.error({ err: error, lost: batch.length }, 'seen reports were not written')
		}
	}
	const flush = () => {
		writing = writing.then(write)
		return writing
	}

	return {
		flush,
		report(request) {
			if (ROBOT.test(request.headers['user-agent'] ?? '')) return
			const day = new Date(services.clock()).toISOString().slice(0, 10)
			const viewer = request.viewer?.userId ?? visitor(services, request, day)
			const add = (reviewId: string, opened: boolean) => {
				const key = `${reviewId} ${viewer} ${day}`
				waiting.set(key, { reviewId, viewer, day, opened: opened || (waiting.get(key)?.opened ?? false) })
			}
			for (const id of request.body.impressions ?? []) add(id.toLowerCase(), false)
			for (const id of request.body.views ?? []) add(id.toLowerCase(), true)
			if (waiting.size >= FLUSH_AT) void flush()
			else timer ??= setTimeout(flush, FLUSH_AFTER_MS)
		},
	}
}

/** A visitor is a hash of address and browser, another one each day. */
function visitor({ keys }: Services, request: FastifyRequest, day: string): string {
	return createHmac('sha256', keys.addresses)
		.update(`${day}\n${addressOf(request)}\n${request.headers['user-agent'] ?? ''}`)
		.digest('base64url')
		.slice(0, 22)
}

/** Adds what was not known and counts it: a new row is an impression, a row that is opened for the first time a view. */
async function addSightings(db: Db, batch: readonly Sighting[]): Promise<void> {
	await sql`
		with reported as (
			select * from unnest(
				${batch.map(({ reviewId }) => reviewId)}::uuid[], ${batch.map(({ viewer }) => viewer)}::text[],
				${batch.map(({ day }) => day)}::date[], ${batch.map(({ opened }) => opened)}::boolean[]
			) as report (review_id, viewer, day, opened)
		), added as (
			insert into review_seen (review_id, viewer, day, opened)
			select reported.* from reported join reviews on reviews.id = reported.review_id and reviews.user_id::text <> reported.viewer
			order by reported.review_id
			on conflict (review_id, viewer, day) do update set opened = true where excluded.opened and not review_seen.opened
			returning review_id, day, opened, xmax = 0 as is_new
		), summed as (
			select review_id, day, count(*) filter (where is_new)::int as impressions, count(*) filter (where opened)::int as views
			from added group by review_id, day order by review_id, day
		)
		select count_review_seen(review_id, day, impressions, views) from summed`.execute(db)
}

/** Drops the reports of days that are over: their counts stay, and no report can come for them any more. */
export async function dropOldSightings(db: Db, before: string): Promise<void> {
	await db.deleteFrom('review_seen').where('day', '<', before).execute()
}
