import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ModerationReason, ReportSubject } from '#contract/report-reasons.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import type { SubjectRow } from './queries-subjects.ts'

const MAX_SHOWN_REPORTS = sql.lit(100)
const MAX_COUNTED = sql.lit(1_000)

export type CaseRow = Omit<Row<'moderation_cases'>, 'reasons'>

const COLUMNS = sql`subject_id, subject, author_id, snapshot, report_count, open_count, opened_at, closed_at`

/**
 * Locks the case of something, which is opened with what it says now if there was none. Decisions about one thing come one
 * after the other by this. Returns undefined if the thing is gone and was never reported.
 */
export async function lockCase(
	db: Db,
	{ subject, subjectId, found }: { subject: ReportSubject; subjectId: string; found: SubjectRow | undefined },
): Promise<CaseRow | undefined> {
	if (found)
		await db
			.insertInto('moderation_cases')
			.values({
				subject_id: subjectId,
				subject,
				author_id: found.author_id,
				snapshot: found.text,
				opened_at: null,
				closed_at: null,
			})
			.onConflict((conflict) => conflict.doNothing())
			.execute()
	const { rows } = await sql<CaseRow>`
		select ${COLUMNS} from moderation_cases
		where subject_id = ${subjectId} and subject = ${subject} for update`.execute(db)
	return rows[0]
}

/**
 * Adds a report to a locked case. Returns false if its sender has an open one there, or if it is a visitor's and there are too
 * many of them.
 */
export async function addReport(
	db: Db,
	report: {
		id: string
		subjectId: string
		reason: ModerationReason
		text: string | null
		reporterId: string | null
		email: string | null
		isEmailConfirmed?: boolean
		sender: string | null
		at: string
		/** What the thing says now, which the case shows if it has no open report. */
		snapshot: string
	},
): Promise<boolean> {
	if (report.sender !== null && (await countOpenOfVisitors(db, report.subjectId)) >= LIMITS.visitorReportsPerThing)
		return false
	const added = await db
		.insertInto('reports')
		.values({
			id: report.id,
			subject_id: report.subjectId,
			reason: report.reason,
			text: report.text,
			reporter_id: report.reporterId,
			email: report.email,
			email_confirmed: report.isEmailConfirmed ?? false,
			sender: report.sender,
			created_at: report.at,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	if (!added) return false
	await sql`
		update moderation_cases set
			report_count = report_count + 1, open_count = open_count + 1,
			opened_at = case when open_count = 0 then ${report.at}::timestamptz else opened_at end,
			snapshot = case when open_count = 0 then ${report.snapshot} else snapshot end,
			reasons = case when ${report.reason} = any (reasons) then reasons else reasons || ${report.reason}::text end
		where subject_id = ${report.subjectId}`.execute(db)
	return true
}

async function countOpenOfVisitors(db: Db, subjectId: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from reports
		where subject_id = ${subjectId} and sender is not null and closed_at is null`.execute(db)
	return rows[0]?.n ?? 0
}

/** Whether a visitor's report is dropped: the address has an open one about the thing, or visitors have too many. */
export async function isReportDropped(
	db: Db,
	{ subjectId, sender }: { subjectId: string; sender: string },
): Promise<boolean> {
	const { rows } = await sql`
		select from reports where subject_id = ${subjectId} and sender = ${sender} and closed_at is null`.execute(db)
	if (rows.length > 0) return true
	return (await countOpenOfVisitors(db, subjectId)) >= LIMITS.visitorReportsPerThing
}

/** Counts a sender's reports since a time. */
export async function countReportsSince(
	db: Db,
	{ reporterId, sender }: { reporterId: string | null; sender: string | null },
	since: string,
): Promise<number> {
	const isSenders = reporterId === null ? sql`sender = ${sender}` : sql`reporter_id = ${reporterId}`
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from reports where ${isSenders} and created_at > ${since}::timestamptz`.execute(db)
	return rows[0]?.n ?? 0
}

/**
 * Closes the open reports of a locked case. Their senders are to be answered, of visitors those who have confirmed their address, or
 * everyone where nobody can.
 */
export async function closeReports(
	db: Db,
	subjectId: string,
	{ at, confirmsAddresses }: { at: string; confirmsAddresses: boolean },
): Promise<void> {
	const answered = sql`(email_confirmed or not ${confirmsAddresses}::boolean)`
	const { rows } = await sql<{ n: number }>`
		with closed as (
			update reports set closed_at = ${at}::timestamptz, awaits_answer = reporter_id is not null or (email is not null and ${answered}), email = case when ${answered} then email end
			where subject_id = ${subjectId} and closed_at is null returning id
		) select count(*)::int as n from closed`.execute(db)
	if ((rows[0]?.n ?? 0) > 0)
		await sql`
			update moderation_cases set open_count = 0, opened_at = null, closed_at = ${at}::timestamptz
			where subject_id = ${subjectId}`.execute(db)
}

/** A closed report whose sender is to be answered. */
interface UnansweredReport {
	id: string
	reporter_id: string | null
	email: string | null
	closed_at: string
}

/** Takes reports whose senders are to be answered, the oldest first, and forgets the addresses of visitors. */
export async function takeUnansweredReports(db: Db, most: number): Promise<UnansweredReport[]> {
	const { rows } = await sql<UnansweredReport>`
		with due as (
			select id, reporter_id, email, closed_at from reports where awaits_answer
			order by closed_at, id limit ${most} for update skip locked
		), taken as (update reports r set awaits_answer = false, email = null from due where r.id = due.id)
		select * from due`.execute(db)
	return rows
}

// Whose thing it is does not learn who reported it
const isOfAnother = (viewerId: string) => sql`author_id is distinct from ${viewerId}::uuid`

/**
 * Lists the cases that are not about the viewer, by state: open ones by when they are due, done ones the latest first. One more
 * than `limit` if there are more.
 */
export async function listCases(
	db: Db,
	filter: {
		viewerId: string
		state: 'open' | 'done'
		reason: ModerationReason | undefined
		after: readonly (string | number)[] | undefined
		limit: number
	},
): Promise<CaseRow[]> {
	const [time, comparison, order] =
		filter.state === 'open' ? [sql`opened_at`, sql`>`, sql`asc`] : [sql`closed_at`, sql`<`, sql`desc`]
	const conditions = [
		filter.state === 'open' ? sql`open_count > 0` : sql`open_count = 0 and closed_at is not null`,
		isOfAnother(filter.viewerId),
	]
	if (filter.reason) conditions.push(sql`${filter.reason} = any (reasons)`)
	if (filter.after) {
		const [at, id] = filter.after
		conditions.push(sql`(${time}, subject_id) ${comparison} (${at}::timestamptz, ${id}::uuid)`)
	}
	const { rows } = await sql<CaseRow>`
		select ${COLUMNS} from moderation_cases where ${sql.join(conditions, sql` and `)}
		order by ${time} ${order}, subject_id ${order} limit ${sql.lit(roundUpLimit(filter.limit + 1))}`.execute(db)
	return rows
}

export async function findCase(db: Db, subject: ReportSubject, subjectId: string): Promise<CaseRow | undefined> {
	const { rows } = await sql<CaseRow>`
		select ${COLUMNS} from moderation_cases where subject_id = ${subjectId} and subject = ${subject}`.execute(db)
	return rows[0]
}

export interface ReportRow
	extends Pick<Row<'reports'>, 'id' | 'subject_id' | 'reason' | 'text' | 'email_confirmed' | 'created_at'> {
	reporter: { id: string; username: string; profilePicture: string | null } | null
	is_visitor: boolean
}

/** Lists the newest reports of each of these cases. */
export async function listReportsOf(db: Db, subjectIds: readonly string[]): Promise<ReportRow[]> {
	if (subjectIds.length === 0) return []
	const { rows } = await sql<ReportRow>`
		select r.id, r.subject_id, r.reason, r.text, r.created_at, r.sender is not null as is_visitor, r.email_confirmed,
			case when u.id is not null then json_build_object('id', u.id, 'username', u.username, 'profilePicture', u.picture) end as reporter
		from unnest(${subjectIds}::uuid[]) c (id) cross join lateral (
			select * from reports where subject_id = c.id order by created_at desc, id desc limit ${MAX_SHOWN_REPORTS}
		) r left join users u on u.id = r.reporter_id and u.deleted_at is null
		order by r.created_at desc, r.id desc`.execute(db)
	return rows
}

/**
 * Counts what waits, each up to 1,000, of cases those that are not about the viewer (null: all); `before` is when what is overdue
 * was opened at the latest.
 */
export async function countWaiting(
	db: Db,
	before: string,
	viewerId: string | null,
): Promise<{ open: number; overdue: number; appeals: number; suggestions: number; oldest_at: string | null }> {
	const counted = (from: RawBuilder<unknown>) =>
		sql`(select count(*)::int from (select ${from} limit ${MAX_COUNTED}) waiting)`
	const isShown = viewerId === null ? sql`` : sql`and ${isOfAnother(viewerId)}`
	const open = sql`from moderation_cases where open_count > 0 ${isShown}`
	const { rows } = await sql<{
		open: number
		overdue: number
		appeals: number
		suggestions: number
		oldest_at: string | null
	}>`
		select ${counted(open)} as open,
			${counted(sql`${open} and opened_at < ${before}::timestamptz`)} as overdue,
			${counted(sql`from appeals where state = 'open'`)} as appeals,
			${counted(sql`from game_suggestions where decision is null`)} as suggestions,
			(select opened_at ${open} order by opened_at, subject_id limit 1) as oldest_at`.execute(db)
	return rows[0] ?? { open: 0, overdue: 0, appeals: 0, suggestions: 0, oldest_at: null }
}
