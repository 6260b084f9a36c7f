import { sql } from 'kysely'
import { usernameKey } from '#contract/users.ts'
import type { Db } from '#server/db/tables.ts'

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
		.select(['id', 'username', 'email', 'email_key', 'email_verified_at', 'password_hash'])
		.where('id', '=', id)
		.executeTakeFirst()
}

/** An account as its own requests need it. */
export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>

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
		// Someone else chose or registered it between the look and the update
		if (!isDoubled(error)) throw error
	}
	return (await isUsernameTaken(db, username)) ? 'taken' : 'chosen before'
}

/** Whether the database refused a statement because it would make a second of what there may be one of. */
export function isDoubled(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === '23505'
}

/**
 * Locks an account until the transaction ends, and returns it as it is then; undefined where it is gone. Every transaction
 * that adds or revokes a session, ticket, link, connection or password begins with this, so that nothing is added by the
 * rules from before a reset that happens meanwhile, and no two of them meet in a deadlock.
 */
export async function lockAccount(db: Db, userId: string): Promise<OwnAccount | undefined> {
	// Weaker than `for update`: what people write refers to the row and need not wait
	await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
	return findOwnAccount(db, userId)
}
