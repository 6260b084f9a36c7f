import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

/** As the job does. */
const INTERVAL_MS = 1_000
/** Likes of different reviews at once. */
export const BURST = 100_000

/** Refreshes the rankings of a database each second while `task` runs, and adds how long each time took. */
export async function refreshBeside<Result>(
	url: string,
	tookMs: number[],
	task: () => Promise<Result>,
): Promise<Result> {
	const database = await openDatabase({ url, connections: 1 })
	try {
		const isOver = new AbortController()
		const refreshes = (async () => {
			while (!isOver.signal.aborted) {
				const startedMs = performance.now()
				await withoutStatementTimeout(database.db, (connection) => refreshRankings(connection))
				tookMs.push(performance.now() - startedMs)
				await sleep(INTERVAL_MS, undefined, { signal: isOver.signal }).catch(() => {})
			}
		})()
		try {
			return await task()
		} finally {
			isOver.abort()
			await refreshes
		}
	} finally {
		await database.close()
	}
}

/** Returns the seconds in which rankings follow a burst of likes. */
export async function measureBurst(url: string): Promise<number> {
	const database = await openDatabase({ url, connections: 1 })
	try {
		return await withoutStatementTimeout(database.db, async (connection) => {
			await sql`update review_counts set likes = likes + 1, engagements_week = engagements_week + 1
				where id = any (array(select id from review_counts order by random() limit ${BURST}))`.execute(connection)
			const startedMs = performance.now()
			await refreshRankings(connection)
			return (performance.now() - startedMs) / 1000
		})
	} finally {
		await database.close()
	}
}
