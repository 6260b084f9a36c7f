import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Action, CatalogAction, CatalogSubject, LoggedAction } from '#contract/moderation.ts'
import type { ModerationReason, ReportSubject } from '#contract/report-reasons.ts'
import type { Role } from '#contract/roles.ts'
import type { UserRef } from '#contract/users.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { USER_REF } from './queries-subjects.ts'

/** An entry of the log. */
export interface LogRow extends Selectable<Tables['moderation_actions']> {
	moderator: UserRef | null
	author: UserRef | null
	appeal: (NonNullable<Action['appeal']> & { answer: string | null }) | null
}

/** An entry about a text or an account. */
export interface ActionRow extends LogRow {
	action: LoggedAction
	subject: ReportSubject
}

/** An entry about the catalog, with the game that an edit is about now. */
export interface CatalogActionRow extends LogRow {
	action: CatalogAction
	subject: CatalogSubject
	game_id: number | null
}

/** Whether an entry is about the catalog. */
export const isOfCatalog = (row: ActionRow | CatalogActionRow): row is CatalogActionRow =>
	row.subject === 'game' || row.subject === 'suggestion'

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const isoTime = (column: string) => `to_char(${column} at time zone 'UTC', ${ISO})`

/** SQL for the appeal against an action `a`. */
export const APPEAL = `(select json_build_object('id', p.id, 'text', p.text, 'state', p.state, 'createdAt', ${isoTime('p.created_at')}, 'decidedAt', ${isoTime('p.decided_at')}, 'answer', p.answer)
		from appeals p where p.action_id = a.id)`

const ACTION_COLUMNS =
	sql.raw(`a.id, a.action, a.subject, a.subject_id, a.author_id, a.moderator_id, a.reason, a.note, a.snapshot, a.title, a.created_at, a.until, a.was_spoiler, a.undone_at,
	(select ${USER_REF('u')} from users u where u.id = a.moderator_id and u.deleted_at is null) as moderator,
	(select ${USER_REF('u')} from users u where u.id = a.author_id and u.deleted_at is null) as author,
	${APPEAL} as appeal`)
const NEWEST_FIRST = sql`order by a.created_at desc, a.id desc`

/** Adds what a moderator did to the catalog to the log. It belongs to the transaction of the change. */
export async function addCatalogAction(
	db: Db,
	action: {
		id: string
		action: CatalogAction
		subject: CatalogSubject
		subjectId: string
		moderatorId: string
		title: string
		snapshot: string | null
		at: string
	},
): Promise<void> {
	await insertAction(db, { ...action, authorId: null, reason: null, note: null })
}

/** Adds an entry to the log. It belongs to the transaction of the change. */
export async function addAction(
	db: Db,
	action: NewEntry & { action: LoggedAction; subject: ReportSubject },
): Promise<void> {
	await insertAction(db, action)
}

interface NewEntry {
	id: string
	action: LoggedAction | CatalogAction
	subject: ReportSubject | CatalogSubject
	subjectId: string
	authorId: string | null
	moderatorId: string | null
	reason: ModerationReason | null
	note: string | null
	snapshot: string | null
	title: string | null
	until?: string | null
	wasSpoiler?: boolean | null
	at: string
}

async function insertAction(db: Db, action: NewEntry): Promise<void> {
	await db
		.insertInto('moderation_actions')
		.values({
			id: action.id,
			action: action.action,
			subject: action.subject,
			subject_id: action.subjectId,
			author_id: action.authorId,
			moderator_id: action.moderatorId,
			reason: action.reason,
			note: action.note,
			snapshot: action.snapshot,
			title: action.title,
			until: action.until ?? null,
			was_spoiler: action.wasSpoiler ?? null,
			created_at: action.at,
		})
		.execute()
}

export async function findAction(db: Db, id: string): Promise<ActionRow | undefined> {
	const { rows } = await sql<ActionRow>`select ${ACTION_COLUMNS} from moderation_actions a where a.id = ${id}`.execute(
		db,
	)
	return rows[0]
}

/** Finds the newest action about something. */
export async function findNewestAction(db: Db, subjectId: string): Promise<ActionRow | undefined> {
	const { rows } = await sql<ActionRow>`
		select ${ACTION_COLUMNS} from moderation_actions a where a.subject_id = ${subjectId} ${NEWEST_FIRST} limit 1`.execute(
		db,
	)
	return rows[0]
}

/** Finds the newest ban or suspension of an account that is not undone. */
export async function findRestriction(
	db: Db,
	userId: string,
	action: 'ban' | 'suspend',
): Promise<ActionRow | undefined> {
	const { rows } = await sql<ActionRow>`
		select ${ACTION_COLUMNS} from moderation_actions a where a.author_id = ${userId} and a.action = ${action} and a.undone_at is null
		${NEWEST_FIRST} limit 1`.execute(db)
	return rows[0]
}

/** Marks actions as undone: those of these kinds about something, or about its author. */
export async function markUndone(
	db: Db,
	filter: { subjectId?: string; authorId?: string; actions: readonly LoggedAction[] },
	at: string,
): Promise<void> {
	await db
		.updateTable('moderation_actions')
		.set({ undone_at: at })
		.where('undone_at', 'is', null)
		.where('action', 'in', [...filter.actions])
		.$if(filter.subjectId !== undefined, (query) => query.where('subject_id', '=', filter.subjectId ?? ''))
		.$if(filter.authorId !== undefined, (query) => query.where('author_id', '=', filter.authorId ?? ''))
		.execute()
}

/** Marks one action as undone. */
export async function markActionUndone(db: Db, id: string, at: string): Promise<void> {
	await db
		.updateTable('moderation_actions')
		.set({ undone_at: at })
		.where('id', '=', id)
		.where('undone_at', 'is', null)
		.execute()
}

/** Lists the newest actions about each of these things. */
export async function listActionsOf(db: Db, subjectIds: readonly string[], limit: 12 | 24): Promise<ActionRow[]> {
	if (subjectIds.length === 0) return []
	const { rows } = await sql<ActionRow>`
		select ${ACTION_COLUMNS} from unnest(${subjectIds}::uuid[]) s (id) cross join lateral (
			select * from moderation_actions where subject_id = s.id order by created_at desc, id desc limit ${sql.lit(limit)}
		) a ${NEWEST_FIRST}`.execute(db)
	return rows
}

/** Lists the newest actions about each of these authors, without dismissals. */
export async function listActionsAbout(db: Db, authorIds: readonly string[], limit: 12): Promise<ActionRow[]> {
	if (authorIds.length === 0) return []
	const { rows } = await sql<ActionRow>`
		select ${ACTION_COLUMNS} from unnest(${authorIds}::uuid[]) s (id) cross join lateral (
			select * from moderation_actions where author_id = s.id and action <> 'dismiss' order by created_at desc, id desc limit ${sql.lit(limit)}
		) a ${NEWEST_FIRST}`.execute(db)
	return rows
}

interface LogPage {
	after: readonly (string | number)[] | undefined
	limit: number
}

async function listNewest<Found>(
	db: Db,
	{ after, limit }: LogPage,
	conditions: readonly RawBuilder<unknown>[],
	columns: RawBuilder<unknown> = ACTION_COLUMNS,
): Promise<Found[]> {
	const [at, id] = after ?? []
	const all = [...conditions, after ? sql`(a.created_at, a.id) < (${at}::timestamptz, ${id}::uuid)` : sql`true`]
	const { rows } = await sql<Found>`
		select ${columns} from moderation_actions a where ${sql.join(all, sql` and `)}
		${NEWEST_FIRST} limit ${sql.lit(roundUpLimit(limit + 1))}`.execute(db)
	return rows
}

/** Lists the log, newest first: one more than `limit` if there is more. */
export function listLog(
	db: Db,
	filter: LogPage & { moderator: string | undefined; action: LoggedAction | CatalogAction | undefined },
): Promise<(ActionRow | CatalogActionRow)[]> {
	const conditions = []
	if (filter.moderator) conditions.push(sql`a.moderator_id = ${filter.moderator}::uuid`)
	if (filter.action) conditions.push(sql`a.action = ${filter.action}`)
	return listNewest(
		db,
		filter,
		conditions,
		sql`${ACTION_COLUMNS}, (select c.game_id from game_changes c where c.action_id = a.id) as game_id`,
	)
}

/** Lists what the transparency report shows of the log, newest first: neither dismissals nor the catalog. One more than `limit` if there is more. */
export function listPublicLog(db: Db, page: LogPage): Promise<ActionRow[]> {
	// As in the index
	return listNewest(db, page, [sql`a.action <> 'dismiss' and a.subject not in ('game', 'suggestion')`])
}

/** Finds an account that is acted upon, and locks it for what changes it; undefined once it is gone. */
export async function findModerated(
	db: Db,
	userId: string,
	isLocked: boolean,
): Promise<{ role: Role; banned_at: string | null; suspended_until: string | null } | undefined> {
	const { rows } = await sql<{ role: Role; banned_at: string | null; suspended_until: string | null }>`
		select role, banned_at, suspended_until from users where id = ${userId} and deleted_at is null ${isLocked ? sql`for no key update` : sql``}`.execute(
		db,
	)
	return rows[0]
}

/** Lets another action be the one that keeps a profile hidden. */
export async function setHidingAction(db: Db, userId: string, actionId: string): Promise<void> {
	await db.updateTable('removed_profiles').set({ action_id: actionId }).where('user_id', '=', userId).execute()
}

/** Sets or lifts the spoiler mark that only moderators change. */
export async function lockSpoilerMark(
	db: Db,
	{
		subject,
		id,
		isLocked,
		isMarked,
	}: { subject: 'review' | 'comment'; id: string; isLocked: boolean; isMarked: boolean },
): Promise<void> {
	await sql`update ${sql.table(`${subject}s`)} set spoiler_locked = ${isLocked}, contains_spoilers = ${isMarked} where id = ${id}`.execute(
		db,
	)
}

/** Finds the mark that a moderator set and nobody has taken off. */
export function findSpoilerMark(db: Db, subjectId: string): Promise<{ was_spoiler: boolean | null } | undefined> {
	return db
		.selectFrom('moderation_actions')
		.select('was_spoiler')
		.where('subject_id', '=', subjectId)
		.where('action', '=', 'mark_spoiler')
		.where('undone_at', 'is', null)
		.executeTakeFirst()
}

/** Takes bio and picture off a profile; a picture's file stays for 30 days. */
export async function removeProfile(db: Db, userId: string, actionId: string, keepsPicture: boolean): Promise<void> {
	await sql`
		insert into removed_profiles as p (user_id, action_id, bio, picture)
		select id, ${actionId}::uuid, bio, ${keepsPicture ? sql`null` : sql`picture`} from users where id = ${userId}
		on conflict (user_id) do update set action_id = excluded.action_id, bio = coalesce(excluded.bio, p.bio), picture = coalesce(excluded.picture, p.picture)`.execute(
		db,
	)
	await sql`update users set bio = null ${keepsPicture ? sql`` : sql`, picture = null`} where id = ${userId}`.execute(
		db,
	)
	await sql`delete from unused_pictures where picture in (select picture from removed_profiles where user_id = ${userId})`.execute(
		db,
	)
}

/** Gives bio and picture back where the person has chosen no others. Returns false if nothing was removed. */
export async function restoreProfile(db: Db, userId: string): Promise<boolean> {
	const { rows } = await sql`
		with gone as (delete from removed_profiles where user_id = ${userId} returning *)
		update users u set bio = coalesce(u.bio, gone.bio), picture = coalesce(u.picture, gone.picture) from gone where u.id = gone.user_id
		returning u.id`.execute(db)
	return rows.length > 0
}

/** Suspends an account, or ends its suspension. */
export async function suspendAccount(db: Db, userId: string, until: string | null): Promise<void> {
	await db.updateTable('users').set({ suspended_until: until }).where('id', '=', userId).execute()
}

/** Bans an account, which hides it, or ends its ban. A trigger ends its sessions. */
export async function banAccount(db: Db, userId: string, at: string | null): Promise<void> {
	await db.updateTable('users').set({ banned_at: at }).where('id', '=', userId).execute()
}

/** Adds a message of the moderators, which is on the site and mailed. */
export async function addModerationNotice(
	db: Db,
	notice: { userId: string; target: string; text: string; at: string },
): Promise<void> {
	await db
		.insertInto('notifications')
		.values({
			user_id: notice.userId,
			kind: 'moderation',
			target: notice.target,
			text: notice.text,
			created_at: notice.at,
		})
		.execute()
}

/** Deletes the bios and pictures that were removed before a time. */
export async function deleteRemovedProfiles(db: Db, before: string): Promise<void> {
	await sql`
		with gone as (
			delete from removed_profiles p using moderation_actions a where a.id = p.action_id and a.created_at < ${before}::timestamptz returning p.picture
		)
		insert into unused_pictures (picture) select picture from gone where picture is not null on conflict do nothing`.execute(
		db,
	)
}
