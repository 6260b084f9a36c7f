import { sql } from 'kysely'
import { usernameKey } from '#contract/users.ts'
import type { Db } from '../db/tables.ts'
import type { Viewer } from './tokens.ts'

/** Nobody looks through more; signing out all others ends those as well. */
const MOST_DEVICES = 100

/** An account as signing in needs it. */
export interface AccountSecret {
	id: string
	password_hash: string | null
}

/** The account of a username or an e-mail address, whatever their case. */
export function findAccount(db: Db, identifier: string, emailKey: string): Promise<AccountSecret | undefined> {
	return db
		.selectFrom('users')
		.select(['id', 'password_hash'])
		.where((where) =>
			where.or([where(sql`lower(username)`, '=', usernameKey(identifier)), where('email_key', '=', emailKey)]),
		)
		.executeTakeFirst()
}

/** The account of an address, as a mail needs it. */
export function findByEmail(db: Db, emailKey: string) {
	return db.selectFrom('users').select(['id', 'username', 'email']).where('email_key', '=', emailKey).executeTakeFirst()
}

/** The own account with its password's hash, null where it has none. */
export function findOwnAccount(db: Db, id: string) {
	return db
		.selectFrom('users')
		.select(['id', 'username', 'email', 'email_verified_at', 'password_hash'])
		.where('id', '=', id)
		.executeTakeFirst()
}

/** Sets an account's password. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
	await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Notes when an address was first proved to be the account's. */
export async function markEmailVerified(db: Db, userId: string, at: string): Promise<void> {
	await db
		.updateTable('users')
		.set({ email_verified_at: at })
		.where('id', '=', userId)
		.where('email_verified_at', 'is', null)
		.execute()
}

/** Gives an account an address that it has proved to be its own; false where another account has it. */
export async function changeAddress(
	db: Db,
	change: { userId: string; email: string; emailKey: string; at: string },
): Promise<boolean> {
	const changed = await db
		.updateTable('users')
		.set({ email: change.email, email_key: change.emailKey, email_verified_at: change.at })
		.where('id', '=', change.userId)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('users as other')
						.select('other.id')
						.where('other.email_key', '=', change.emailKey)
						.where('other.id', '!=', change.userId),
				),
			),
		)
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

/** Adds an account; false when the username or the address is taken. */
export async function addAccount(
	db: Db,
	account: { id: string; username: string; email: string; emailKey: string; passwordHash: string; createdAt: string },
): Promise<boolean> {
	const added = await db
		.insertInto('users')
		.values({
			id: account.id,
			username: account.username,
			email: account.email,
			email_key: account.emailKey,
			name: null,
			bio: null,
			picture: null,
			password_hash: account.passwordHash,
			created_at: account.createdAt,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

/** Whether an account has this username, in any case. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
	const row = await db
		.selectFrom('users')
		.select('id')
		.where(sql`lower(username)`, '=', usernameKey(username))
		.executeTakeFirst()
	return row !== undefined
}

/** Gives an account that has still to choose its username this one, and says how that went. */
export async function chooseUsername(
	db: Db,
	userId: string,
	username: string,
): Promise<'chosen' | 'taken' | 'chosen before'> {
	const account = await db.selectFrom('users').select('needs_username').where('id', '=', userId).executeTakeFirst()
	if (!account?.needs_username) return 'chosen before'
	try {
		const named = await db
			.updateTable('users')
			.set({ username, needs_username: false })
			.where('id', '=', userId)
			.where('needs_username', '=', true)
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom('users as other')
							.select('other.id')
							.where(sql`lower(other.username)`, '=', username.toLowerCase())
							.where('other.id', '!=', userId),
					),
				),
			)
			.returning('id')
			.executeTakeFirst()
		if (named) return 'chosen'
	} catch (error) {
		// someone else chose or registered it between the look and the update
		if (!isDoubled(error)) throw error
	}
	return (await isUsernameTaken(db, username)) ? 'taken' : 'chosen before'
}

/** Whether the database refused a statement because it would make a second of what there may be one of. */
export function isDoubled(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === '23505'
}

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
		})
		.execute()
}

/** Whether the session of an access token goes on, and belongs to its account. */
export async function isSessionAlive(db: Db, viewer: Viewer): Promise<boolean> {
	const row = await db
		.selectFrom('sessions')
		.select('id')
		.where('id', '=', viewer.sessionId)
		.where('user_id', '=', viewer.userId)
		.where('ended_at', 'is', null)
		.executeTakeFirst()
	return row !== undefined
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

export async function endSession(db: Db, id: string, at: string): Promise<void> {
	await db.updateTable('sessions').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute()
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
		.limit(MOST_DEVICES)
		.execute()
}

/** Ends a session of an account; false where it has none with this id that goes on. */
export async function endOwnSession(db: Db, own: { id: string; userId: string; at: string }): Promise<boolean> {
	const ended = await db
		.updateTable('sessions')
		.set({ ended_at: own.at })
		.where('id', '=', own.id)
		.where('user_id', '=', own.userId)
		.where('ended_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	return ended !== undefined
}

/** Drops sessions that ended, or that nobody can refresh any more, before a time each. */
export async function dropOldSessions(db: Db, ended: string, unused: string): Promise<void> {
	await db.deleteFrom('sessions').where('ended_at', '<', ended).execute()
	await db.deleteFrom('sessions').where('rotated_at', '<', unused).execute()
}

/** Ends every session of an account but one, or all of them. */
export async function endSessions(db: Db, userId: string, at: string, but: string | null): Promise<void> {
	await db
		.updateTable('sessions')
		.set({ ended_at: at })
		.where('user_id', '=', userId)
		.where('ended_at', 'is', null)
		.$if(but !== null, (query) => query.where('id', '!=', but))
		.execute()
}
