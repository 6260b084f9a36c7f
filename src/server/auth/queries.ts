import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import type { Viewer } from './tokens.ts'

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
			where.or([where(sql`lower(username)`, '=', identifier.toLowerCase()), where('email_key', '=', emailKey)]),
		)
		.executeTakeFirst()
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
		.where(sql`lower(username)`, '=', username.toLowerCase())
		.executeTakeFirst()
	return row !== undefined
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

/** Counts a failed sign-in of a subject before it is known to fail; the failures since the window began, this one included. */
export async function countSignInFailure(
	db: Db,
	subject: string,
	at: string,
	since: string,
): Promise<{ failures: number; since: string }> {
	return db
		.insertInto('sign_in_failures')
		.values({ subject, failures: 1, since: at })
		.onConflict((conflict) =>
			conflict.column('subject').doUpdateSet({
				failures: sql<number>`case when sign_in_failures.since > ${since} then sign_in_failures.failures + 1 else 1 end`,
				since: sql<string>`case when sign_in_failures.since > ${since} then sign_in_failures.since else excluded.since end`,
			}),
		)
		.returning(['failures', 'since'])
		.executeTakeFirstOrThrow()
}

/** Forgets the failures of an account, and the one counted ahead for the address, once the password was right. */
export async function forgiveSignIn(db: Db, accountSubject: string, addressSubject: string): Promise<void> {
	await db.deleteFrom('sign_in_failures').where('subject', '=', accountSubject).execute()
	await db
		.updateTable('sign_in_failures')
		.set({ failures: sql<number>`failures - 1` })
		.where('subject', '=', addressSubject)
		.where('failures', '>', 0)
		.execute()
}

/** Drops failures whose window has passed. */
export async function dropOldSignInFailures(db: Db, before: string): Promise<void> {
	await db.deleteFrom('sign_in_failures').where('since', '<', before).execute()
}

export async function rememberAddress(
	db: Db,
	known: { userId: string; addressHash: string; at: string },
): Promise<void> {
	await db
		.insertInto('known_addresses')
		.values({ user_id: known.userId, address_hash: known.addressHash, last_used_at: known.at })
		.onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_used_at: known.at }))
		.execute()
}

export async function isKnownAddress(db: Db, userId: string, addressHash: string): Promise<boolean> {
	const row = await db
		.selectFrom('known_addresses')
		.select('user_id')
		.where('user_id', '=', userId)
		.where('address_hash', '=', addressHash)
		.executeTakeFirst()
	return row !== undefined
}
