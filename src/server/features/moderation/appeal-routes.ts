import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import {
	ACTION_NOT_FOUND,
	ALREADY_APPEALED,
	ALREADY_UNDONE,
	APPEAL_LOGIN_NEEDED,
	APPEAL_TOO_LATE,
	type AppealableAction,
	createAppeal,
	getAppealableAction,
} from '#contract/appeals.ts'
import { isolate } from '#contract/isolate.ts'
import {
	APPEAL_NOT_FOUND,
	type AppealEntry,
	decideAppeal,
	listAppeals,
	NOT_ABOVE,
	OWN_ACTION,
} from '#contract/moderation.ts'
import { includesRole, ROLE_NEEDED } from '#contract/roles.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import { holdRole } from '#server/db/roles.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { conflict, forbidden, notFound, unauthorized } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { isAppealToken } from './appeal-tokens.ts'
import { isAgainst, nameSubject } from './notices.ts'
import { type ActionRow, addModerationNotice, findAction } from './queries-actions.ts'
import {
	type AppealRow,
	addAppeal,
	decideOpenAppeal,
	findAppeal,
	hasOtherModerator,
	listAppealRows,
	lockAppeal,
} from './queries-appeals.ts'
import { findSubject } from './queries-subjects.ts'
import { subjectPath, toLogEntry } from './responses.ts'
import { alreadyDecided } from './take-action.ts'
import { undoAction } from './undo-action.ts'

const APPEAL_MONTHS = 6
const DEFAULT_LIMIT = 20

/** Registers the routes of appeals: those of authors, and those of moderators. */
export function appealRoutes(app: App, services: Services): void {
	const { db, clock } = services
	const { cursors } = services.keys

	app.route({
		...getAppealableAction,
		async handler(request) {
			const action = await findOwnAction(services, request, request.params.actionId, request.query.token)
			return toAppealable(db, action, clock())
		},
	})

	app.route({
		...createAppeal,
		async handler(request, reply) {
			const { actionId, text, token } = request.body
			const action = await findOwnAction(services, request, actionId, token)
			if (!isAgainst(action.action)) throw notFound(ACTION_NOT_FOUND)
			if (action.appeal) throw conflict(ALREADY_APPEALED)
			if (action.undone_at !== null) throw conflict(ALREADY_UNDONE)
			if (appealableUntil(action) <= now(services)) throw conflict(APPEAL_TOO_LATE)
			const id = uuidv7({ msecs: clock() })
			if (!(await addAppeal(db, { id, actionId, text, at: now(services) }))) throw conflict(ALREADY_APPEALED)
			reply.code(201)
			return { id }
		},
	})

	app.route({
		...listAppeals,
		async handler(request) {
			const { state = 'open', cursor, limit = DEFAULT_LIMIT } = request.query
			const list = `moderation:appeals:${state}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const rows = await listAppealRows(db, { state, after, limit })
			const page = rows.slice(0, limit)
			const last = page.at(-1)
			const time = (state === 'open' ? last?.created_at : last?.decided_at) ?? ''
			const { userId } = requireViewer(request)
			const isAlone = !(await hasOtherModerator(db, userId))
			const entries = await Promise.all(page.map((row) => toEntry(db, row, { userId, isAlone })))
			return {
				appeals: entries.filter((entry) => entry !== undefined),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, list, [time, last.id]) : null,
			}
		},
	})

	app.route({
		...decideAppeal,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { decision, note } = request.body
			await inTransaction(db, async (transaction) => {
				const role = await holdRole(transaction, userId)
				if (!role || !includesRole(role, 'moderator')) throw forbidden(ROLE_NEEDED.moderator)
				const appeal = await lockAppeal(transaction, request.params.id)
				const action = appeal && (await findAction(transaction, appeal.action_id))
				if (!action) throw notFound(APPEAL_NOT_FOUND)
				if (action.author_id === userId) throw forbidden(NOT_ABOVE)
				if (action.moderator_id === userId && (await hasOtherModerator(transaction, userId)))
					throw forbidden(OWN_ACTION)
				if (appeal.state !== 'open') throw alreadyDecided(action)
				if (decision === 'grant') await undoAction(services, transaction, { userId }, action)
				const state = decision === 'grant' ? ('granted' as const) : ('upheld' as const)
				const at = now(services)
				await decideOpenAppeal(transaction, { id: appeal.id, state, answer: note || null, moderatorId: userId, at })
				if (action.author_id !== null) {
					const text = describeAnswer(action, state, note || null)
					await addModerationNotice(transaction, { userId: action.author_id, target: appeal.id, text, at })
				}
			})
			const appeal = await findAppeal(db, request.params.id)
			const isAlone = !(await hasOtherModerator(db, userId))
			const entry = appeal && (await toEntry(db, appeal, { userId, isAlone }))
			if (!entry) throw notFound(APPEAL_NOT_FOUND)
			if (decision === 'grant') void services.bans.resume().catch(() => undefined)
			return entry
		},
	})
}

/** Finds a decision about something of the caller, who has a session or the token of its mail. Throws 401 or 404. */
async function findOwnAction(
	{ db, keys }: Services,
	request: FastifyRequest,
	actionId: string,
	token: string | undefined,
): Promise<ActionRow> {
	const hasToken = token !== undefined && isAppealToken(keys.appeals, actionId, token)
	if (!request.viewer && !hasToken) throw unauthorized({ ...LOGIN_NEEDED, error: APPEAL_LOGIN_NEEDED })
	const action = await findAction(db, actionId)
	if (!action || action.action === 'dismiss' || !(hasToken || action.author_id === request.viewer?.userId))
		throw notFound(ACTION_NOT_FOUND)
	return action
}

function appealableUntil({ created_at }: ActionRow): string {
	const until = new Date(created_at)
	until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS)
	return until.toISOString()
}

async function toAppealable(db: Db, action: ActionRow, nowMs: number): Promise<AppealableAction> {
	const found = await findSubject(db, action.subject, action.subject_id)
	const until = appealableUntil(action)
	return {
		id: action.id,
		action: action.action,
		subject: action.subject,
		subjectId: action.subject_id,
		title: action.title,
		path: found ? subjectPath(found, action.author?.username) : null,
		snapshot: action.snapshot,
		reason: action.reason,
		note: action.note,
		createdAt: action.created_at,
		until: action.until,
		undoneAt: action.undone_at,
		appeal: action.appeal,
		appealableUntil: until,
		canAppeal: isAgainst(action.action) && !action.appeal && action.undone_at === null && Date.parse(until) > nowMs,
	}
}

async function toEntry(
	db: Db,
	row: AppealRow,
	{ userId, isAlone }: { userId: string; isAlone: boolean },
): Promise<AppealEntry | undefined> {
	const action = await findAction(db, row.action_id)
	if (!action) return undefined
	const found = await findSubject(db, action.subject, action.subject_id)
	return {
		id: row.id,
		text: row.text,
		state: row.state,
		createdAt: row.created_at,
		decidedAt: row.decided_at,
		answer: row.answer,
		decidedBy: row.decided_by,
		action: toLogEntry(action, found),
		present: found?.text ?? null,
		canDecide: row.state === 'open' && action.author_id !== userId && (isAlone || action.moderator_id !== userId),
	}
}

function describeAnswer(action: ActionRow, state: 'upheld' | 'granted', note: string | null): string {
	const name = nameSubject(action).replace('Your', 'your')
	const outcome =
		state === 'granted'
			? `Your appeal was granted: the decision about ${name} has been undone.`
			: `We have reviewed the decision about ${name} again, and are keeping it.`
	return note === null ? outcome : `${outcome} The moderators wrote: “${isolate(note)}”`
}
