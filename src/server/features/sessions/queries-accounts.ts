import { sql } from 'kysely'
import { usernameKey } from '#contract/users.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** An account's ID and password hash; null if it has no password. */
export interface AccountCredentials {
	id: string
	password_hash: string | null
}

/**
 * Finds an account, or else a request for one that waits for a moderator, by username or email address, ignoring case. One
 * statement for both, so that its time does not tell which there is.
 */
export async function findAccountByIdentifier(
	db: Db,
	identifier: string,
	emailKey: string,
): Promise<(AccountCredentials & { is_pending: boolean }) | undefined> {
	const key = usernameKey(identifier)
	const { rows } = await sql<AccountCredentials & { is_pending: boolean }>`
		select id, password_hash, false as is_pending from users where lower(username) = ${key} or email_key = ${emailKey}
		union all
		select id, password_hash, true from registrations where lower(username) = ${key} or email_key = ${emailKey}
		limit 1`.execute(db)
	return rows[0]
}

/** Finds the account to mail by email address. */
export function findAccountByEmail(db: Db, emailKey: string) {
	return db.selectFrom('users').select(['id', 'username', 'email']).where('email_key', '=', emailKey).executeTakeFirst()
}

/** Finds an account with its password hash, which is null if it has no password. */
export function findAccountById(db: Db, id: string) {
	return db
		.selectFrom('users')
		.select(['id', 'username', 'email', 'email_key', 'email_verified_at', 'password_hash'])
		.where('id', '=', id)
		.executeTakeFirst()
}

/** An account with its credentials, for use on its owner's behalf. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccountById>>>

/** Sets an account's password hash. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
	await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Replaces the hash of an unchanged password. Returns false if the account has another hash by now. */
export async function renewPasswordHash(
	db: Db,
	{ id, password_hash }: AccountCredentials,
	renewed: string,
): Promise<boolean> {
	const updated = await db
		.updateTable('users')
		.set({ password_hash: renewed })
		.where('id', '=', id)
		.where('password_hash', '=', password_hash)
		.returning('id')
		.executeTakeFirst()
	return updated !== undefined
}

/** Records when the account's email address was first verified. */
export async function markEmailVerified(db: Db, userId: string, at: string): Promise<void> {
	await db
		.updateTable('users')
		.set({ email_verified_at: at })
		.where('id', '=', userId)
		.where('email_verified_at', 'is', null)
		.execute()
}

/** Replaces an account's email address with a verified one. Returns false if another account has the address. */
export async function updateEmail(
	db: Db,
	change: { userId: string; email: string; emailKey: string; at: string },
): Promise<boolean> {
	const updated = await db
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
	return updated !== undefined
}

/** Adds an account. Returns false if the username or email address is taken. */
export async function addAccount(
	db: Db,
	account: {
		id: string
		username: string
		email: string
		emailKey: string
		passwordHash: string
		createdAt: string
		rulesVersion: number | null
		isEmailVerified?: boolean
	},
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
			...(account.isEmailVerified && { email_verified_at: account.createdAt }),
			rules_version: account.rulesVersion,
			rules_accepted_at: account.rulesVersion === null ? null : account.createdAt,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

/** Returns whether an account has this username, or a request for one, ignoring case. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
	const key = usernameKey(username)
	const { rows } = await sql`
		select from users where lower(username) = ${key}
		union all
		select from registrations where lower(username) = ${key}
		limit 1`.execute(db)
	return rows.length > 0
}

/**
 * Sets the username of an account that has yet to choose one, with the rules that it accepts, and returns the outcome. `check`
 * runs in the same transaction once the account has the name, and throws if it may not have it after all.
 */
export async function chooseUsername(
	db: Db,
	userId: string,
	username: string,
	rules: { rulesVersion: number | null; at: string },
	check: (db: Db) => Promise<void>,
): Promise<'chosen' | 'taken' | 'chosen before'> {
	const account = await db.selectFrom('users').select('needs_username').where('id', '=', userId).executeTakeFirst()
	if (!account?.needs_username) return 'chosen before'
	try {
		const updated = await inTransaction(db, async (db) => {
			const updated = await db
				.updateTable('users')
				.set({
					username,
					needs_username: false,
					...(rules.rulesVersion !== null && { rules_version: rules.rulesVersion, rules_accepted_at: rules.at }),
				})
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
			if (updated) await check(db)
			return updated
		})
		if (updated) return 'chosen'
	} catch (error) {
		// Someone else chose or registered it between the check and the update
		if (!isUniqueViolation(error)) throw error
	}
	return (await isUsernameTaken(db, username)) ? 'taken' : 'chosen before'
}

/** Returns whether the database rejected a statement because of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === '23505'
}

/**
 * Locks an account until the transaction ends and returns its state under the lock; undefined if it no longer exists.
 * Every transaction that adds or revokes a session, ticket, link, connection or password begins with this, so that nothing
 * is added on assumptions that a concurrent password reset has invalidated, and no two of them deadlock.
 */
export async function lockAccount(db: Db, userId: string): Promise<Account | undefined> {
	// Weaker than `for update`, so inserts that reference the row do not wait
	await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
	return findAccountById(db, userId)
}
