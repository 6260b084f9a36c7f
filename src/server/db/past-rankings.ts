import { sql } from 'kysely'
import { type RankingSubject, RECORDED_DAYS, RECORDED_PLACES } from '#contract/popularity.ts'
import { PERIODS, type Period } from '#contract/shapes.ts'
import { PERIOD_SUFFIX, rankingOrder } from './ranking-order.ts'
import { refreshRankings } from './rankings.ts'
import type { Db } from './tables.ts'
import { inTransaction } from './transaction.ts'

/** How long the end of a day waits for changes of counts that its rankings lack. */
const MAX_REFRESH_MS = 5_000

/** The rankings `r` that are recorded, and where. Those of reviews and people leave out what has a count of zero. */
const RECORDS = {
	reviews: { into: 'past_review_rankings', id: 'review_id', from: 'quiet_review_counts(null)', count: 'engagements' },
	games: {
		into: 'past_game_rankings',
		id: 'game_id',
		from: '(select r.* from game_rankings r join games g on g.id = r.id where not g.hidden)',
		count: 'reviews',
	},
	users: { into: 'past_user_rankings', id: 'user_id', from: 'quiet_user_counts(null)', count: 'impressions' },
} as const

/**
 * Records the rankings of the day for which the windows are right, if `today` is a later one, and deletes those of days that are
 * not kept any longer. Nothing is written twice: of two processes one records a day, and one that dies leaves nothing of it.
 */
export async function recordEndedDay(db: Db, today: string): Promise<void> {
	if ((await findEndedDay(db, today)) === undefined) return
	await refreshRankings(db, MAX_REFRESH_MS)
	await inTransaction(db, async (transaction) => {
		// Holds back the change of day, and the other process until this day is there
		const day = await findEndedDay(transaction, today, { isHeld: true })
		if (day === undefined) return
		const { rows } = await sql`
			insert into past_days (day) values (${day}::date) on conflict do nothing returning day`.execute(transaction)
		if (rows.length === 0) return
		// In the order of locks, which the references take
		for (const subject of ['reviews', 'games', 'users'] as const) await recordRankings(transaction, subject, day)
	})
	while (await deleteDayBefore(db, today));
}

/** Finds the day that ends when the windows go on to `today`; undefined if it has ended, is recorded, or would not be kept. */
async function findEndedDay(db: Db, today: string, { isHeld = false } = {}): Promise<string | undefined> {
	const { rows } = await sql<{ day: string }>`
		select w.today::text as day from windows w
		where w.next is null and w.today < ${today}::date and w.today > ${today}::date - ${sql.lit(RECORDED_DAYS)}
			and not exists (select from past_days p where p.day = w.today) ${isHeld ? sql`for share of w` : sql``}`.execute(
		db,
	)
	return rows[0]?.day
}

async function recordRankings(db: Db, subject: RankingSubject, day: string): Promise<void> {
	const { into, id, from, count } = RECORDS[subject]
	const ranked = PERIODS.map((period) => {
		const column = sql.raw(`r.${count}_${PERIOD_SUFFIX[period]}`)
		const order = rankingOrder(subject, period, 'r')
		return sql`(
			select ${period}::text as period, r.id, ${column} as count, row_number() over (${order}) as place from ${sql.raw(from)} r
			where ${subject === 'games' ? sql`true` : sql`${column} > 0`} ${order} limit ${sql.lit(RECORDED_PLACES)})`
	})
	// The references lock in the order of ids
	await sql`
		insert into ${sql.table(into)} (day, period, place, ${sql.ref(id)}, count)
		select ${day}::date, period, place, id, count from (${sql.join(ranked, sql` union all `)}) ranked order by id`.execute(
		db,
	)
}

/** Deletes the oldest recorded day if it is not kept any longer. Returns whether there was one. */
async function deleteDayBefore(db: Db, today: string): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		delete from past_days where day = (select min(day) from past_days where day <= ${today}::date - ${sql.lit(RECORDED_DAYS)})`.execute(
		db,
	)
	return numAffectedRows > 0n
}

/** A recorded ranking. */
export interface PastRanking {
	day: string
	period: Period
}

/** Finds the first recorded day, null if there is none, and how the rankings of a day can be read: as the present ones or as recorded. */
export async function findRankedDay(
	db: Db,
	day: string,
): Promise<{ firstDay: string | null; isPresent: boolean; isRecorded: boolean }> {
	// The windows may be a moment behind: until they go on, the present ranking is that of their day
	const { rows } = await sql<{ first_day: string | null; is_present: boolean; is_recorded: boolean }>`
		select (select min(p.day) from past_days p)::text as first_day, ${day}::date = w.today as is_present,
			exists (select from past_days p where p.day = ${day}::date) as is_recorded
		from windows w`.execute(db)
	const [row] = rows
	return {
		firstDay: row?.first_day ?? null,
		isPresent: row?.is_present ?? false,
		isRecorded: row?.is_recorded ?? false,
	}
}

/** Finds the first recorded day, null if there is none. */
export async function findFirstDay(db: Db): Promise<string | null> {
	const row = await db.selectFrom('past_days').select('day').orderBy('day').limit(1).executeTakeFirst()
	return row?.day ?? null
}
