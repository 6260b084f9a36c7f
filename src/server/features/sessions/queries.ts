import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'

export async function addSession(
	db: Db,
	session: { id: string; userId: string; device: string; at: string },
): Promise<void> {
	await db
		.insertInto('sessions')
		.values({
			id: session.id,
			user_id: session.userId,
			device: session.device,
			created_at: session.at,
			rotated_at: session.at,
			ended_at: null,
			proved_at: session.at,
		})
		.execute()
}

/** Deletes sessions of an account until there is room for another one: those that ended first, then those that were used least recently. */
export async function deleteSurplusSessions(db: Db, userId: string): Promise<void> {
	await db
		.deleteFrom('sessions')
		.where('id', 'in', (sessions) =>
			sessions
				.selectFrom('sessions')
				.select('id')
				.where('user_id', '=', userId)
				.orderBy(sql`ended_at is not null`)
				.orderBy('rotated_at', 'desc')
				.orderBy('id', 'desc')
				.offset(LIMITS.sessions - 1),
		)
		.execute()
}

/** Notes that the owner of a session has proved who they are. */
export async function markProved(db: Db, sessionId: string, at: string): Promise<void> {
	await db.updateTable('sessions').set({ proved_at: at }).where('id', '=', sessionId).execute()
}

/** Whether the owner of a session has proved after `since` who they are. */
export async function hasProof(db: Db, sessionId: string, since: string): Promise<boolean> {
	const row = await db
		.selectFrom('sessions')
		.select('id')
		.where('id', '=', sessionId)
		.where('proved_at', '>', since)
		.executeTakeFirst()
	return row !== undefined
}

/** The session of an access token if it goes on and belongs to its account; whether that has still to choose a name. */
export function liveSession(
	db: Db,
	viewer: { userId: string; sessionId: string },
): Promise<{ needs_username: boolean } | undefined> {
	return db
		.selectFrom('sessions')
		.innerJoin('users', 'users.id', 'sessions.user_id')
		.select('users.needs_username')
		.where('sessions.id', '=', viewer.sessionId)
		.where('sessions.user_id', '=', viewer.userId)
		.where('sessions.ended_at', 'is', null)
		.executeTakeFirst()
}

/** Spends a generation of a session that goes on and was refreshed after `since`: its account, or undefined when it was spent before. */
export async function spendGeneration(
	db: Db,
	spent: { sessionId: string; generation: number; at: string; since: string },
): Promise<string | undefined> {
	const row = await db
		.updateTable('sessions')
		.set({ generation: spent.generation + 1, rotated_at: spent.at })
		.where('id', '=', spent.sessionId)
		.where('generation', '=', spent.generation)
		.where('ended_at', 'is', null)
		.where('rotated_at', '>', spent.since)
		.returning('user_id')
		.executeTakeFirst()
	return row?.user_id
}

export function findSession(db: Db, id: string) {
	return db
		.selectFrom('sessions')
		.select(['user_id', 'generation', 'rotated_at', 'ended_at'])
		.where('id', '=', id)
		.executeTakeFirst()
}

/** Ends a session; with it the tickets of its account, which are sessions that nobody has taken up yet. */
export async function endSession(db: Db, id: string, at: string): Promise<void> {
	await end(db, at, { id })
}

/** The sessions of an account that go on and were refreshed after `since`, those used last first. */
export function openSessions(db: Db, userId: string, since: string) {
	return db
		.selectFrom('sessions')
		.select(['id', 'device', 'created_at', 'rotated_at'])
		.where('user_id', '=', userId)
		.where('ended_at', 'is', null)
		.where('rotated_at', '>', since)
		.orderBy('rotated_at', 'desc')
		.orderBy('id', 'desc')
		.limit(LIMITS.sessions)
		.execute()
}

/** Ends a session of an account, and its tickets; false where it has none with this id that goes on. */
export async function endOwnSession(db: Db, own: { id: string; userId: string; at: string }): Promise<boolean> {
	return (await end(db, own.at, { id: own.id, userId: own.userId })) > 0
}

/** Drops sessions that ended, or that nobody can refresh any more, before a time each. */
export async function dropOldSessions(db: Db, ended: string, unused: string): Promise<void> {
	await db.deleteFrom('sessions').where('ended_at', '<', ended).execute()
	await db.deleteFrom('sessions').where('rotated_at', '<', unused).execute()
}

/** Ends every session of an account but one, or all of them, and its tickets. */
export async function endSessions(db: Db, userId: string, at: string, but: string | null): Promise<void> {
	await end(db, at, { userId, but })
	await revokeTickets(db, userId)
}

/** Makes what came back from a provider and was not taken up yet worthless. */
export async function revokeTickets(db: Db, userId: string): Promise<void> {
	await db.deleteFrom('login_tickets').where('user_id', '=', userId).execute()
}

/** Ends those of the chosen sessions that go on and deletes the tickets of their accounts, in one statement; how many it ended. */
async function end(db: Db, at: string, chosen: { id?: string; userId?: string; but?: string | null }): Promise<number> {
	const { id, userId, but = null } = chosen
	const ended = await db
		.with('ended', (ending) =>
			ending
				.updateTable('sessions')
				.set({ ended_at: at })
				.where('ended_at', 'is', null)
				.$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
				.$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
				.$if(but !== null, (query) => query.where('id', '!=', but))
				.returning('user_id'),
		)
		.with('revoked', (ending) =>
			ending.deleteFrom('login_tickets').where('user_id', 'in', (users) => users.selectFrom('ended').select('user_id')),
		)
		.selectFrom('ended')
		.select('user_id')
		.execute()
	return ended.length
}
