import type { Action, LogEntry, LoggedDecision, ReportGroup } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import type { ActionRow, CatalogActionRow } from './queries-actions.ts'
import type { SubjectRow } from './queries-subjects.ts'

/** Converts a row to the entry of the log. */
export function toAction(row: ActionRow): Action {
	return {
		id: row.id,
		action: row.action,
		subject: row.subject,
		subjectId: row.subject_id,
		reason: row.reason,
		note: row.note,
		moderator: row.moderator,
		createdAt: row.created_at,
		until: row.until,
		undoneAt: row.undone_at,
		appeal: row.appeal && {
			id: row.appeal.id,
			text: row.appeal.text,
			state: row.appeal.state,
			createdAt: row.appeal.createdAt,
			decidedAt: row.appeal.decidedAt,
		},
	}
}

/** The same with what it is about, as far as that is still there. */
export function toLogEntry(row: ActionRow, found: SubjectRow | undefined): LoggedDecision {
	return {
		...toAction(row),
		author: row.author,
		title: row.title,
		path: found ? subjectPath(found, row.author?.username) : null,
		snapshot: row.snapshot,
	}
}

/** Converts a row about the catalog. */
export function toCatalogEntry(row: CatalogActionRow): LogEntry {
	return {
		id: row.id,
		action: row.action,
		subject: row.subject,
		subjectId: row.subject_id,
		reason: null,
		note: null,
		moderator: row.moderator,
		createdAt: row.created_at,
		until: null,
		undoneAt: row.undone_at,
		appeal: null,
		author: null,
		title: row.title,
		path: row.game_id === null ? paths.admin('suggestions', { state: 'done' }) : paths.gameHistory(row.game_id),
		snapshot: row.snapshot,
	}
}

/** Returns where something stands on the site; null for a profile without its name. */
export function subjectPath(found: SubjectRow, username: string | undefined): ReportGroup['path'] {
	switch (found.subject) {
		case 'review':
			return paths.review(found.subject_id)
		case 'list':
			return paths.list(found.subject_id)
		case 'comment': {
			const page = found.review_id === null ? paths.list(found.list_id ?? '') : paths.review(found.review_id)
			return `${page}#comment-${found.subject_id}`
		}
		case 'user':
			return username === undefined ? null : paths.profile(username)
	}
}
