import { type Selectable, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { LoginMethod } from '#contract/session-devices.ts'
import { overdueRole, roleInForce } from '#server/db/roles.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export async function addSession(
	db: Db,
	session: {
		id: string
		userId: string
		device: string
		method: LoginMethod | null
		hasSecondFactor: boolean
		at: string
	},
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
			// A passkey is both steps
			factor_proved_at: session.hasSecondFactor || session.method === 'passkey' ? session.at : null,
			method: session.method,
			second_factor: session.hasSecondFactor,
		})
		.execute()
}

/** Deletes an account's surplus sessions to make room for another one: ended sessions first, then the least recently used. */
export async function deleteSurplusSessions(db: Db, userId: string): Promise<void> {
	await sql`
		delete from sessions where id in (
			select id from sessions where user_id = ${userId}
			order by ended_at is not null, rotated_at desc, id desc offset ${LIMITS.sessionsPerAccount - 1}
		)`.execute(db)
}

/** Records that a session's owner has just reauthenticated, with a second factor or not. */
export async function recordProof(
	db: Db,
	sessionId: string,
	{ at, isByFactor }: { at: string; isByFactor: boolean },
): Promise<void> {
	await db
		.updateTable('sessions')
		.set({ proved_at: at, ...(isByFactor && { factor_proved_at: at }) })
		.where('id', '=', sessionId)
		.execute()
}

/** Returns whether a session's owner has reauthenticated after `since`, with a second factor if it must be. */
export async function hasRecentProof(
	db: Db,
	sessionId: string,
	{ since, isByFactor }: { since: string; isByFactor: boolean },
): Promise<boolean> {
	const row = await db
		.selectFrom('sessions')
		.select('id')
		.where('id', '=', sessionId)
		.where(isByFactor ? 'factor_proved_at' : 'proved_at', '>', since)
		.executeTakeFirst()
	return row !== undefined
}

type ActiveSession = Pick<Selectable<Tables['users']>, 'needs_username' | 'role' | 'suspended_until'> & {
	overdue_role: Role | null
}

const ROLES = sql.raw(`${roleInForce('u')} as role, ${overdueRole('u')} as overdue_role`)

/** Finds an access token's session if it is active and belongs to the account, with what the account may do now. */
export async function findActiveSession(
	db: Db,
	{ userId, sessionId }: { userId: string; sessionId: string },
): Promise<ActiveSession | undefined> {
	const { rows } = await sql<ActiveSession>`
		select u.needs_username, ${ROLES}, u.suspended_until from sessions s join users u on u.id = s.user_id
		where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and u.banned_at is null`.execute(db)
	return rows[0]
}

/**
 * Advances an active session that began after `begunAfter` and was refreshed after `since` to its next generation. Returns the
 * account, or undefined if the generation was already spent.
 */
export async function rotateSession(
	db: Db,
	rotation: { sessionId: string; generation: number; at: string; since: string; begunAfter: string },
): Promise<string | undefined> {
	const row = await db
		.updateTable('sessions')
		.set({ generation: rotation.generation + 1, rotated_at: rotation.at })
		.where('id', '=', rotation.sessionId)
		.where('generation', '=', rotation.generation)
		.where('ended_at', 'is', null)
		.where('rotated_at', '>', rotation.since)
		.where('created_at', '>', rotation.begunAfter)
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

/** Ends a session and revokes its account's tickets, which are sessions not yet claimed. */
export async function endSession(db: Db, id: string, at: string): Promise<void> {
	await endMatching(db, at, { id })
}

/** Lists an account's active sessions that began and were refreshed after the given times, most recently used first. */
export function listActiveSessions(
	db: Db,
	userId: string,
	{ usedAfter, begunAfter }: { usedAfter: string; begunAfter: string },
) {
	return db
		.selectFrom('sessions')
		.select(['id', 'device', 'created_at', 'rotated_at', 'method', 'second_factor'])
		.where('user_id', '=', userId)
		.where('ended_at', 'is', null)
		.where('rotated_at', '>', usedAfter)
		.where('created_at', '>', begunAfter)
		.orderBy('rotated_at', 'desc')
		.orderBy('id', 'desc')
		.limit(LIMITS.sessionsPerAccount)
		.execute()
}

/** Ends an account's session and revokes its tickets. Returns false if the account has no active session with this ID. */
export async function endOwnSession(db: Db, session: { id: string; userId: string; at: string }): Promise<boolean> {
	return (await endMatching(db, session.at, { id: session.id, userId: session.userId })) > 0
}

/** Deletes sessions that ended or expired before the given times. */
export async function deleteExpiredSessions(db: Db, endedBefore: string, usedBefore: string): Promise<void> {
	await db.deleteFrom('sessions').where('ended_at', '<', endedBefore).execute()
	await db.deleteFrom('sessions').where('rotated_at', '<', usedBefore).execute()
}

/** Ends all of an account's sessions, or all except one, and revokes its tickets. */
export async function endSessions(db: Db, userId: string, at: string, except: string | null): Promise<void> {
	await endMatching(db, at, { userId, except })
	await revokeTickets(db, userId)
}

/** Revokes an account's unredeemed tickets: of social sign-ins, and of second steps. */
export async function revokeTickets(db: Db, userId: string): Promise<void> {
	await db.deleteFrom('login_tickets').where('user_id', '=', userId).execute()
}

/** Ends the active sessions that match and deletes their accounts' tickets, in one statement. Returns how many it ended. */
async function endMatching(
	db: Db,
	at: string,
	filter: { id?: string; userId?: string; except?: string | null },
): Promise<number> {
	const { id, userId, except = null } = filter
	const conditions = [sql`ended_at is null`]
	if (id !== undefined) conditions.push(sql`id = ${id}`)
	if (userId !== undefined) conditions.push(sql`user_id = ${userId}`)
	if (except !== null) conditions.push(sql`id <> ${except}`)
	const { rows } = await sql`
		with ended as (
			update sessions set ended_at = ${at} where ${sql.join(conditions, sql` and `)} returning user_id
		), revoked as (delete from login_tickets where user_id in (select user_id from ended))
		select from ended`.execute(db)
	return rows.length
}
