import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { advanceWindows, beginDay } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

const DAY_MS = 86_400_000
const LIKES_AT_ONCE = 4
/** Between two likes of a client: the machine's other core stays with the change of day. */
const PAUSE_MS = 5

export interface DayChange {
	/** Counts of reviews, games and authors with a day that left a window. */
	rows: number
	microsecondsPerRow: number
	/** The longest that a like of a random review took meanwhile. */
	longestLikeMs: number
	likes: number
}

/** Changes the day of a database by eight days, so that all of a week leaves it, while people like random reviews. */
export async function measureDayChange(url: string): Promise<DayChange> {
	const database = await openDatabase({ url, connections: LIKES_AT_ONCE + 1 })
	try {
		const { db } = database
		const { rows: known } = await sql<{ next: string }>`select (today + 8)::text as next from windows`.execute(db)
		const next = known[0]?.next ?? ''
		// As the job does, because a request may not take as long
		await withoutStatementTimeout(db, (connection) => beginDay(connection, next))
		const { rows } = await sql<{ n: number }>`select count(*)::int as n from day_changes`.execute(db)
		const count = rows[0]?.n ?? 0
		let isOver = false
		const tookMs: number[] = []
		const likers = Array.from({ length: LIKES_AT_ONCE }, async () => {
			while (!isOver) {
				const startedMs = performance.now()
				await sql`
					insert into review_likes (review_id, user_id, created_at)
					select r.id, u.id, now() from (select id from reviews where id >= gen_random_uuid() order by id limit 1) r,
						(select id from users where deleted_at is null and id >= gen_random_uuid() order by id limit 1) u
					on conflict do nothing`.execute(db)
				tookMs.push(performance.now() - startedMs)
				await sleep(PAUSE_MS)
			}
		})
		const startedMs = performance.now()
		await advanceWindows(db, Date.parse(next) + DAY_MS / 2)
		const seconds = (performance.now() - startedMs) / 1000
		isOver = true
		await Promise.all(likers)
		return {
			rows: count,
			microsecondsPerRow: (seconds * 1e6) / Math.max(1, count),
			longestLikeMs: Math.max(0, ...tookMs),
			likes: tookMs.length,
		}
	} finally {
		await database.close()
	}
}
