import { LIMITS } from '#contract/limits.ts'
import {
	countReports,
	getModeratedSubject,
	listActions,
	listReports,
	MODERATED_NOT_FOUND,
	takeAction as takeActionCall,
	takeBulkAction,
} from '#contract/moderation.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { takeBulkActions } from './bulk-actions.ts'
import { isOfCatalog, listLog } from './queries-actions.ts'
import { countWaiting, findCase, listCases } from './queries-cases.ts'
import { findSubject } from './queries-subjects.ts'
import { findAll, toReportGroups } from './report-groups.ts'
import { toCatalogEntry, toLogEntry } from './responses.ts'
import { takeAction } from './take-action.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DEFAULT_LIMIT = 20

/** Registers the routes of the moderators' queue and log. */
export function moderationRoutes(app: App, services: Services): void {
	const { db, clock } = services
	const { cursors } = services.keys

	app.route({
		...listReports,
		async handler(request) {
			const { state = 'open', reason, cursor, limit = DEFAULT_LIMIT } = request.query
			const list = `moderation:${state}:${reason ?? ''}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const moderator = { userId: requireViewer(request).userId, role: request.role }
			const rows = await listCases(db, { viewerId: moderator.userId, state, reason, after, limit })
			const page = rows.slice(0, limit)
			const last = page.at(-1)
			const time = (state === 'open' ? last?.opened_at : last?.closed_at) ?? ''
			return {
				reports: await toReportGroups(db, page, { moderator, nowMs: clock() }),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, list, [time, last.subject_id]) : null,
			}
		},
	})

	app.route({
		...countReports,
		async handler(request) {
			const { userId } = requireViewer(request)
			const since = new Date(clock() - DAY_MS).toISOString()
			const { open, overdue, appeals, suggestions } = await countWaiting(db, since, userId)
			return { open, overdue, appeals, suggestions }
		},
	})

	app.route({
		...getModeratedSubject,
		async handler(request) {
			const { subject, subjectId } = request.params
			const found = await findSubject(db, subject, subjectId)
			const opened = await findCase(db, subject, subjectId)
			const none = { report_count: 0, open_count: 0, opened_at: null, closed_at: null }
			const row =
				opened ??
				(found && { ...none, subject, subject_id: subjectId, author_id: found.author_id, snapshot: found.text })
			const moderator = { userId: requireViewer(request).userId, role: request.role }
			const [group] =
				row && row.author_id !== moderator.userId ? await toReportGroups(db, [row], { moderator, nowMs: clock() }) : []
			if (!group) throw notFound(MODERATED_NOT_FOUND)
			return group
		},
	})

	app.route({
		...takeActionCall,
		async handler(request, reply) {
			const action = await takeAction(services, requireViewer(request), request.body, { request })
			reply.code(201)
			return action
		},
	})

	app.route({
		...takeBulkAction,
		async handler(request) {
			return { results: await takeBulkActions(services, requireViewer(request), request.body, request) }
		},
	})

	app.route({
		...listActions,
		async handler(request) {
			const { cursor, limit = DEFAULT_LIMIT, moderator, action } = request.query
			const list = `moderation:log:${moderator ?? ''}:${action ?? ''}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const rows = await listLog(db, { moderator, action, after, limit: Math.min(limit, LIMITS.pageSize) })
			const page = rows.slice(0, limit)
			const last = page.at(-1)
			const found = await findAll(
				db,
				page.flatMap((row) => (isOfCatalog(row) ? [] : row)),
			)
			return {
				actions: page.map((row) =>
					isOfCatalog(row) ? toCatalogEntry(row) : toLogEntry(row, found.get(row.subject_id)),
				),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, list, [last.created_at, last.id]) : null,
			}
		},
	})
}
