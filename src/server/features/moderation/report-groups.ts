import { MODERATION_ACTIONS, type ModerationAction, type ReportGroup } from '#contract/moderation.ts'
import { REPORT_SUBJECTS } from '#contract/report-reasons.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/db/tables.ts'
import { type ActionRow, listActionsAbout, listActionsOf } from './queries-actions.ts'
import { type CaseRow, listReportsOf } from './queries-cases.ts'
import { type AuthorRow, findAuthors, findSubjects, type SubjectRow } from './queries-subjects.ts'
import { subjectPath, toAction } from './responses.ts'
import { canActOn } from './take-action.ts'

const DUE_MS = 24 * 60 * 60 * 1000
const MAX_ACTIONS = 20
const MAX_ACTIONS_ABOUT = 10

/** Who looks at the queue. */
export interface Moderator {
	userId: string
	role: Role
}

/** Converts cases to the groups of reports that a moderator decides. */
export async function toReportGroups(
	db: Db,
	cases: readonly CaseRow[],
	{ moderator, nowMs }: { moderator: Moderator; nowMs: number },
): Promise<ReportGroup[]> {
	const ids = cases.map(({ subject_id }) => subject_id)
	const authorIds = [...new Set(cases.flatMap(({ author_id }) => author_id ?? []))]
	const found = await findAll(db, cases)
	const authors = new Map((await findAuthors(db, authorIds)).map((row) => [row.id, row]))
	const reports = Map.groupBy(await listReportsOf(db, ids), ({ subject_id }) => subject_id)
	const actions = Map.groupBy(await listActionsOf(db, ids, 24), ({ subject_id }) => subject_id)
	const about = Map.groupBy(await listActionsAbout(db, authorIds, 12), ({ author_id }) => author_id)
	return cases.map((row) => {
		const subject = found.get(row.subject_id)
		const author = authors.get(row.author_id ?? '')
		const taken = actions.get(row.subject_id) ?? []
		const hiding = taken.find(({ id }) => id === subject?.hiding_action_id)
		const namesReporters = moderator.role === 'admin' || (author?.role ?? 'member') === 'member'
		return {
			subject: row.subject,
			subjectId: row.subject_id,
			author: author ? { id: author.id, username: author.username, profilePicture: author.picture } : null,
			standing: author ? toStanding(author, about.get(author.id) ?? [], nowMs) : null,
			snapshot: row.snapshot,
			present: subject?.text ?? null,
			path: subject ? subjectPath(subject, author?.username) : null,
			title: subject?.title ?? taken.find(({ title }) => title !== null)?.title ?? null,
			parent: subject?.parent ?? null,
			commented: subject?.commented ?? null,
			containsSpoilers: subject?.contains_spoilers ?? false,
			isRemoved: subject?.hiding_action_id != null && hiding?.action !== 'hold',
			isHeld: hiding?.action === 'hold',
			reports: (reports.get(row.subject_id) ?? []).map((report) => ({
				id: report.id,
				reason: report.reason,
				text: report.text,
				reporter: namesReporters ? report.reporter : null,
				isWithheld: !namesReporters && report.reporter !== null,
				isVisitor: report.is_visitor,
				isAddressConfirmed: report.email_confirmed,
				createdAt: report.created_at,
			})),
			reportCount: row.report_count,
			dueAt: row.opened_at === null ? null : new Date(Date.parse(row.opened_at) + DUE_MS).toISOString(),
			state: row.open_count > 0 ? ('open' as const) : ('done' as const),
			actions: taken.slice(0, MAX_ACTIONS).map(toAction),
			allowed: listAllowed({ row, subject, author, moderator, nowMs, isHeld: hiding?.action === 'hold' }),
		}
	})
}

/** Finds what the cases are about, by its id. */
export async function findAll(
	db: Db,
	rows: readonly Pick<CaseRow, 'subject' | 'subject_id'>[],
): Promise<Map<string, SubjectRow>> {
	const found = new Map<string, SubjectRow>()
	for (const subject of REPORT_SUBJECTS) {
		const ids = rows.flatMap((row) => (row.subject === subject ? [row.subject_id] : []))
		for (const row of await findSubjects(db, subject, ids)) found.set(row.subject_id, row)
	}
	return found
}

function toStanding(author: AuthorRow, about: readonly ActionRow[], nowMs: number): ReportGroup['standing'] {
	return {
		role: author.role,
		memberSince: author.created_at,
		suspendedUntil: isSuspended(author, nowMs) ? author.suspended_until : null,
		isBanned: author.banned_at !== null,
		reviewCount: author.review_count,
		listCount: author.list_count,
		followerCount: author.follower_count,
		openGroups: author.open_groups,
		actions: about.slice(0, MAX_ACTIONS_ABOUT).map(toAction),
	}
}

function isSuspended({ suspended_until: until }: AuthorRow, nowMs: number): boolean {
	return until !== null && Date.parse(until) > nowMs
}

/** Lists what a moderator may do now. */
function listAllowed(about: {
	row: CaseRow
	subject: SubjectRow | undefined
	author: AuthorRow | undefined
	moderator: Moderator
	nowMs: number
	isHeld: boolean
}): ModerationAction[] {
	const { row, subject, author, moderator, nowMs, isHeld } = about
	if (author && (author.id === moderator.userId || !canActOn(moderator.role, author.role))) return []
	const isHidden = subject?.hiding_action_id != null
	const isText = subject?.subject === 'review' || subject?.subject === 'comment'
	const can: Readonly<Record<ModerationAction, boolean>> = {
		dismiss: row.open_count > 0 || isHeld,
		mark_spoiler: isText && !subject.spoiler_locked,
		remove: subject !== undefined && (!isHidden || isHeld) && !(author?.banned_at && row.subject !== 'user'),
		restore: subject !== undefined && (isHidden || subject.spoiler_locked),
		warn: author !== undefined,
		suspend: author !== undefined && author.banned_at === null,
		ban: author !== undefined && author.banned_at === null,
		unban: author !== undefined && (author.banned_at !== null || isSuspended(author, nowMs)),
	}
	return MODERATION_ACTIONS.filter((action) => can[action])
}
