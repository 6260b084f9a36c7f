import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { PlayOutcome } from '#contract/play.ts'
import type { Db, Row } from '#server/db/tables.ts'

const PLAY_COLUMNS = sql`p.id, p.user_id, p.game_id, p.platform, p.started_on, p.ended_on, p.outcome, p.is_replay,
	coalesce(p.minutes, (select cap_minutes(sum(s.minutes)::bigint) from play_sessions s where s.play_id = p.id)) as minutes, p.note, p.created_at, p.updated_at`

/** A play; `minutes` are stated, else the sum of its sessions. */
export type PlayRow = Row<'plays'>

// By end, else start, else making
const recency = (play: 'p' | 'o') =>
	sql.raw(
		`(coalesce(${play}.ended_on, ${play}.started_on, utc_day(${play}.created_at)::text collate "C"), ${play}.created_at, ${play}.id)`,
	)

/** Finds a user's plays of a game, newest first. */
export async function findPlays(db: Db, userId: string, gameId: number): Promise<PlayRow[]> {
	const { rows } = await sql<PlayRow>`
		select ${PLAY_COLUMNS} from plays p where p.user_id = ${userId} and p.game_id = ${gameId}
		order by ${recency('p')} desc`.execute(db)
	return rows
}

export async function findPlay(db: Db, id: string): Promise<PlayRow | undefined> {
	const { rows } = await sql<PlayRow>`select ${PLAY_COLUMNS} from plays p where p.id = ${id}`.execute(db)
	return rows[0]
}

/** Whether no other play of the same person and game is newer: by its end, else its start, else its making. */
export async function isNewestPlay(db: Db, id: string): Promise<boolean> {
	const { rows } = await sql`
		select from plays p where p.id = ${id} and not exists (
			select from plays o where o.user_id = p.user_id and o.game_id = p.game_id and ${recency('o')} > ${recency('p')}
		)`.execute(db)
	return rows.length > 0
}

/** Whether a person has a play of the game that was made before this one (null: any). */
export async function hasEarlierPlay(
	db: Db,
	{ userId, gameId, before }: { userId: string; gameId: number; before: string | null },
): Promise<boolean> {
	const isEarlier =
		before === null ? sql`` : sql`and (created_at, id) < (select created_at, id from plays where id = ${before})`
	const { rows } = await sql`
		select from plays where user_id = ${userId} and game_id = ${gameId} ${isEarlier} limit 1`.execute(db)
	return rows.length > 0
}

export interface WrittenPlay {
	platform: string | null
	startedOn: string | null
	endedOn: string | null
	outcome: PlayOutcome | null
	isReplay: boolean
	minutes: number | null
	note: string | null
}

const toPlayColumns = (play: WrittenPlay) => ({
	platform: play.platform,
	started_on: play.startedOn,
	ended_on: play.endedOn,
	outcome: play.outcome,
	is_replay: play.isReplay,
	minutes: play.minutes,
	note: play.note,
})

/** Adds a play; the transaction has locked the entry. */
export async function addPlay(
	db: Db,
	play: WrittenPlay & { id: string; userId: string; gameId: number; at: string },
): Promise<void> {
	const { id, userId: user_id, gameId: game_id, at } = play
	await db
		.insertInto('plays')
		.values({ id, user_id, game_id, ...toPlayColumns(play), created_at: at, updated_at: at })
		.execute()
}

/** Replaces a user's own play; the transaction has locked the entry. Returns false if it is gone. */
export async function replacePlay(
	db: Db,
	play: WrittenPlay & { id: string; userId: string; at: string },
): Promise<boolean> {
	const changed = await db
		.updateTable('plays')
		.set({ ...toPlayColumns(play), updated_at: play.at })
		.where('id', '=', play.id)
		.where('user_id', '=', play.userId)
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

/** Deletes a user's own play; its sessions stay. Returns false if it is gone. */
export async function removePlay(db: Db, id: string, userId: string): Promise<boolean> {
	const removed = await db
		.deleteFrom('plays')
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.returning('id')
		.executeTakeFirst()
	return removed !== undefined
}

/** The kinds of rows that belong to an entry. */
type EntryPart = 'plays' | 'play_sessions'

/** Locks the entry that a user's play or session belongs to, and returns the entry's game; undefined if it is gone. */
export async function lockEntryOf(
	db: Db,
	part: EntryPart,
	{ id, userId }: { id: string; userId: string },
): Promise<number | undefined> {
	const { rows } = await sql<{ game_id: number }>`
		select e.game_id from library_entries e
		where (e.user_id, e.game_id) in (select user_id, game_id from ${sql.table(part)} where id = ${id} and user_id = ${userId})
		for update`.execute(db)
	return rows[0]?.game_id
}

/** Finds the status of an entry, how many plays and sessions it has, and the minutes of both. */
export function findEntryState(db: Db, userId: string, gameId: number) {
	return db
		.selectFrom('library_entries')
		.select(['status', 'play_count', 'session_count', 'minutes_played'])
		.where('user_id', '=', userId)
		.where('game_id', '=', gameId)
		.executeTakeFirst()
}

/** The columns of a session, as `toPlaySession` reads them. */
export const SESSION_COLUMNS = sql`id, user_id, game_id, play_id, day::text as day, minutes, note, source, created_at`

export type PlaySessionRow = Row<'play_sessions'>

/** Finds a user's last sessions of a game, newest first, 50 at most. */
export async function findLatestPlaySessions(db: Db, userId: string, gameId: number): Promise<PlaySessionRow[]> {
	const { rows } = await sql<PlaySessionRow>`
		select ${SESSION_COLUMNS} from play_sessions where user_id = ${userId} and game_id = ${gameId}
		order by play_sessions.day desc nulls last, id desc limit ${sql.lit(LIMITS.pageSize)}`.execute(db)
	return rows
}

export async function findPlaySession(db: Db, id: string): Promise<PlaySessionRow | undefined> {
	const { rows } = await sql<PlaySessionRow>`select ${SESSION_COLUMNS} from play_sessions where id = ${id}`.execute(db)
	return rows[0]
}

/** Whether no session of the same person and game is of a later day; of an unknown day it is the newest only if there is no other. */
export async function isNewestPlaySession(
	db: Db,
	{ userId, gameId, day }: { userId: string; gameId: number; day: string | null },
): Promise<boolean> {
	const { rows } = await sql`
		select from play_sessions
		where user_id = ${userId} and game_id = ${gameId} and (${day}::text is null or day > ${day}::text::date) limit 1`.execute(
		db,
	)
	return rows.length === 0
}

export interface WrittenPlaySession {
	playId: string | null
	day: string | null
	minutes: number
	note: string | null
}

/** Adds a session; the transaction has locked the entry. */
export async function addPlaySession(
	db: Db,
	session: WrittenPlaySession & { id: string; userId: string; gameId: number; at: string },
): Promise<void> {
	await db
		.insertInto('play_sessions')
		.values({
			id: session.id,
			user_id: session.userId,
			game_id: session.gameId,
			play_id: session.playId,
			day: session.day,
			minutes: session.minutes,
			note: session.note,
			source: null,
			created_at: session.at,
		})
		.execute()
}

/** Replaces a user's own session; the transaction has locked the entry. Returns false if it is gone. */
export async function replacePlaySession(
	db: Db,
	session: WrittenPlaySession & { id: string; userId: string },
): Promise<boolean> {
	const changed = await db
		.updateTable('play_sessions')
		.set({ play_id: session.playId, day: session.day, minutes: session.minutes, note: session.note })
		.where('id', '=', session.id)
		.where('user_id', '=', session.userId)
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

/** Deletes a user's own session. Returns false if it is gone. */
export async function removePlaySession(db: Db, id: string, userId: string): Promise<boolean> {
	const removed = await db
		.deleteFrom('play_sessions')
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.returning('id')
		.executeTakeFirst()
	return removed !== undefined
}
