import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '#contract/limits.ts'
import {
	type Action,
	type ActionInput,
	ALREADY_DECIDED,
	CANNOT_RESTORE,
	CHOOSE_END,
	CHOOSE_REASON,
	END_IN_PAST,
	END_TOO_LATE,
	MODERATED_NOT_FOUND,
	type ModerationAction,
	NOT_ABOVE,
	NOT_BANNED,
	NOTHING_TO_RESTORE,
	ONLY_SPOILERS_OF_TEXTS,
} from '#contract/moderation.ts'
import type { ModerationReason, ReportSubject } from '#contract/report-reasons.ts'
import { includesRole, ROLE_NEEDED, type Role } from '#contract/roles.ts'
import { now } from '#server/clock.ts'
import { holdRole } from '#server/db/roles.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { conflict, forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { type NotifyOptions, tellAuthor, thankFirstReporters } from './notices.ts'
import {
	type ActionRow,
	addAction,
	banAccount,
	findAction,
	findModerated,
	findNewestAction,
	findRestriction,
	findSpoilerMark,
	lockSpoilerMark,
	markUndone,
	removeProfile,
	restoreProfile,
	setHidingAction,
	suspendAccount,
} from './queries-actions.ts'
import { type CaseRow, closeReports, lockCase } from './queries-cases.ts'
import { findSubject, type SubjectRow } from './queries-subjects.ts'
import { hideText, removeHeldText, restoreText } from './queries-text-states.ts'
import { toAction } from './responses.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Within this time after another moderator's decision, one that does not know of it is refused. */
const JUST_DECIDED_MS = 5 * 60 * 1000

/** Actions that change the account of the author. */
const OF_ACCOUNTS: ReadonlySet<ModerationAction> = new Set(['suspend', 'ban', 'unban'])

/** Who acts: a moderator, or the operator of the site (null). */
export interface Actor {
	userId: string
}

/** A decision under way: its thing and its author are locked. */
interface Case {
	db: Tx
	services: Services
	actor: Actor | null
	input: ActionInput
	/** Of the action that is being taken. */
	id: string
	at: string
	row: CaseRow
	found: SubjectRow | undefined
	newest: ActionRow | undefined
	author: Awaited<ReturnType<typeof findModerated>>
	/** Whether an appeal was granted: what is over already is no obstacle, and the author hears of it with the answer. */
	isUndoing: boolean
}

/**
 * Takes an action and writes it into the log, in one transaction: closes the open reports, answers their senders, and tells
 * the author. Throws 403 if the actor may not, 404 if the thing is gone, and 409 with the other action if it was just decided.
 */
export async function takeAction(
	services: Services,
	actor: Actor | null,
	input: ActionInput,
	options: NotifyOptions = {},
): Promise<Action> {
	assertComplete(services, input)
	const row = await inTransaction(services.db, (db) => takeActionIn(services, db, actor, input))
	await thankFirstReporters(services, options)
	if (input.action === 'ban' || input.action === 'unban') void services.bans.start(row.author_id ?? '')
	return toAction(row)
}

/** The same in an open transaction. */
export async function takeActionIn(
	services: Services,
	db: Tx,
	actor: Actor | null,
	input: ActionInput,
	{ isUndoing = false }: { isUndoing?: boolean } = {},
): Promise<ActionRow> {
	const found = await findSubject(db, input.subject, input.subjectId)
	const row = await lockCase(db, { subject: input.subject, subjectId: input.subjectId, found })
	if (!row) throw notFound(MODERATED_NOT_FOUND)
	// Again, because another decision may have come before the lock
	const taken: Case = {
		db,
		services,
		actor,
		input,
		id: uuidv7({ msecs: services.clock() }),
		at: now(services),
		row,
		found: await findSubject(db, input.subject, input.subjectId),
		newest: await findNewestAction(db, input.subjectId),
		isUndoing,
		author: row.author_id === null ? undefined : await findModerated(db, row.author_id, OF_ACCOUNTS.has(input.action)),
	}
	await assertAbove(taken)
	if (!isUndoing) assertUndecided(taken)
	const details = await ACTIONS[input.action](taken)
	await writeLog(taken, details)
	const written = await findAction(db, taken.id)
	if (!written) throw notFound(MODERATED_NOT_FOUND)
	return written
}

/** Throws 400 for an action without what it needs. */
function assertComplete(services: Services, { subject, action, reason, until }: ActionInput): void {
	const needsReason = !(action === 'dismiss' || action === 'restore' || action === 'unban')
	if (needsReason && !reason) throw invalidInput([{ path: 'reason', message: CHOOSE_REASON }])
	if (action === 'mark_spoiler' && subject !== 'review' && subject !== 'comment')
		throw invalidInput([{ path: 'action', message: ONLY_SPOILERS_OF_TEXTS }])
	if (action !== 'suspend') return
	if (!until) throw invalidInput([{ path: 'until', message: CHOOSE_END }])
	const leftMs = Date.parse(until) - services.clock()
	if (leftMs <= 0) throw invalidInput([{ path: 'until', message: END_IN_PAST }])
	if (leftMs > LIMITS.suspensionDays * DAY_MS) throw invalidInput([{ path: 'until', message: END_TOO_LATE }])
}

/** Throws 403 unless the actor is still a moderator, and may act on the author. */
async function assertAbove({ db, actor, row, author }: Case): Promise<void> {
	if (!actor) return
	const role = await holdRole(db, actor.userId)
	if (!role || !includesRole(role, 'moderator')) throw forbidden(ROLE_NEEDED.moderator)
	if (row.author_id === actor.userId || (author && !canActOn(role, author.role))) throw forbidden(NOT_ABOVE)
}

/** Whether somebody with a role may act on what somebody else with a role wrote. */
export function canActOn(role: Role, authorRole: Role): boolean {
	return authorRole === 'member' || (role === 'admin' && authorRole === 'moderator')
}

/** Throws 409 with the newest action if the actor cannot have known of it. */
function assertUndecided({ services, actor, input, newest }: Case): void {
	if (input.seen !== undefined) {
		if (input.seen !== (newest?.id ?? null) && newest) throw alreadyDecided(newest)
		return
	}
	if (!newest || !actor || newest.moderator_id === null || newest.moderator_id === actor.userId) return
	if (Date.parse(newest.created_at) > services.clock() - JUST_DECIDED_MS) throw alreadyDecided(newest)
}

export const alreadyDecided = (action: ActionRow) => conflict(ALREADY_DECIDED, { action: toAction(action) })

interface Details {
	wasSpoiler?: boolean | null
}

const ACTIONS: Readonly<Record<ModerationAction, (taken: Case) => Promise<Details>>> = {
	async dismiss({ db, row, found, newest, at }) {
		if (row.open_count === 0 && newest && newest.action !== 'hold') throw alreadyDecided(newest)
		// What waits for a moderator has passed
		if (found && newest?.action === 'hold' && newest.undone_at === null) {
			await restore({ db, found })
			await markUndone(db, { subjectId: row.subject_id, actions: ['hold'] }, at)
		}
		return {}
	},
	async mark_spoiler({ db, found, newest }) {
		if (!found || (found.subject !== 'review' && found.subject !== 'comment')) throw notFound(MODERATED_NOT_FOUND)
		if (found.spoiler_locked && newest) throw alreadyDecided(newest)
		await lockSpoilerMark(db, { subject: found.subject, id: found.subject_id, isLocked: true, isMarked: true })
		return { wasSpoiler: found.contains_spoilers }
	},
	async remove(taken) {
		const { db, found, id, author } = taken
		if (!found) throw notFound(MODERATED_NOT_FOUND)
		if (found.hiding_action_id !== null) {
			const hiding = await findAction(db, found.hiding_action_id)
			if (hiding && hiding.action !== 'hold') throw alreadyDecided(hiding)
			if (found.subject === 'user') await setHidingAction(db, found.subject_id, id)
			else await removeHeldText(db, found.subject, found.subject_id)
		} else if (found.subject === 'user') await removeProfile(db, found.subject_id, id, false)
		else {
			// It is hidden by the ban
			const ban = author?.banned_at ? await findRestriction(db, found.author_id, 'ban') : undefined
			if (ban) throw alreadyDecided(ban)
			if (!(await hideText(db, found.subject, found.subject_id, 'removed'))) throw notFound(MODERATED_NOT_FOUND)
		}
		return {}
	},
	async restore({ db, found, input, at, isUndoing }) {
		if (!found && !isUndoing) throw notFound(MODERATED_NOT_FOUND)
		if (!found) return {}
		const isRestored = await restore({ db, found })
		const isUnmarked = found.spoiler_locked && (await unmarkSpoiler(db, found))
		if (!isRestored && !isUnmarked && !isUndoing) throw conflict(NOTHING_TO_RESTORE)
		await markUndone(db, { subjectId: input.subjectId, actions: ['remove', 'hold', 'mark_spoiler'] }, at)
		return {}
	},
	async warn({ author }) {
		if (!author) throw notFound(MODERATED_NOT_FOUND)
		return {}
	},
	async suspend({ db, row, author, input }) {
		if (!author || row.author_id === null) throw notFound(MODERATED_NOT_FOUND)
		await suspendAccount(db, row.author_id, input.until ?? null)
		return {}
	},
	async ban({ db, row, author, at }) {
		if (!author || row.author_id === null) throw notFound(MODERATED_NOT_FOUND)
		const ban = author.banned_at ? await findRestriction(db, row.author_id, 'ban') : undefined
		if (ban) throw alreadyDecided(ban)
		await banAccount(db, row.author_id, at)
		return {}
	},
	async unban({ db, row, author, services, at, isUndoing }) {
		if (!author || row.author_id === null) throw notFound(MODERATED_NOT_FOUND)
		const isSuspended = author.suspended_until !== null && Date.parse(author.suspended_until) > services.clock()
		if (!author.banned_at && !isSuspended && !isUndoing) throw conflict(NOT_BANNED)
		if (author.banned_at) await banAccount(db, row.author_id, null)
		await suspendAccount(db, row.author_id, null)
		await markUndone(db, { authorId: row.author_id, actions: ['ban', 'suspend'] }, at)
		return {}
	},
}

/** Gives back what is removed or held. Returns false if nothing is. Throws 409 if the author has reviewed the game again. */
async function restore({ db, found }: { db: Tx; found: SubjectRow }): Promise<boolean> {
	if (found.subject === 'user') return restoreProfile(db, found.subject_id)
	const outcome = await restoreText(db, found.subject, found.subject_id)
	if (outcome === 'other_review') throw conflict(CANNOT_RESTORE)
	return outcome !== null
}

/** Takes off a moderator's spoiler mark: the author's own mark of before stays. */
async function unmarkSpoiler(db: Db, found: SubjectRow): Promise<boolean> {
	if (found.subject !== 'review' && found.subject !== 'comment') return false
	const mark = await findSpoilerMark(db, found.subject_id)
	const isMarked = mark?.was_spoiler ?? false
	await lockSpoilerMark(db, { subject: found.subject, id: found.subject_id, isLocked: false, isMarked })
	return true
}

async function writeLog(taken: Case, details: Details): Promise<void> {
	const { db, services, actor, input, id, at, row, found } = taken
	const reason: ModerationReason | null = input.reason ?? null
	const note = input.note || null
	const until = input.action === 'suspend' ? (input.until ?? null) : null
	const title = found?.title ?? null
	await addAction(db, {
		id,
		action: input.action,
		subject: input.subject,
		subjectId: input.subjectId,
		authorId: row.author_id,
		moderatorId: actor?.userId ?? null,
		reason,
		note,
		snapshot: found?.text ?? row.snapshot,
		title,
		until,
		wasSpoiler: details.wasSpoiler ?? null,
		at,
	})
	await closeReports(db, input.subjectId, { at, confirmsAddresses: services.config.confirmsAddresses })
	const decision = { id, action: input.action, subject: input.subject as ReportSubject, title, reason, note, until, at }
	if (!taken.isUndoing) await tellAuthor(db, { ...decision, authorId: row.author_id })
}
