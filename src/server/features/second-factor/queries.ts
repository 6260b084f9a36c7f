import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { FactorMethod } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'

/** A new passkey of an account. */
export interface NewPasskey {
	id: string
	userId: string
	credentialId: string
	publicKey: Buffer
	counter: number
	transports: string[]
	name: string
	at: string
}

/** Returns the ways in which an account can confirm a second step; empty for an account without a second factor. */
export async function listFactorMethods(db: Db, userId: string): Promise<FactorMethod[]> {
	const { rows } = await sql<Record<FactorMethod, boolean>>`
		select exists (select from passkeys where user_id = ${userId}) as passkey,
			exists (select from authenticators where user_id = ${userId} and confirmed_at is not null) as code,
			exists (select from recovery_codes where user_id = ${userId}) as recovery_code`.execute(db)
	const [row] = rows
	if (!row || !(row.passkey || row.code)) return []
	return (['passkey', 'code', 'recovery_code'] as const).filter((method) => row[method])
}

/** Returns whether an account's password or provider alone does not sign it in. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
	return (await listFactorMethods(db, userId)).length > 0
}

export function listPasskeys(db: Db, userId: string) {
	return db
		.selectFrom('passkeys')
		.select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
		.where('user_id', '=', userId)
		.orderBy('created_at')
		.orderBy('id')
		.limit(LIMITS.passkeysPerAccount)
		.execute()
}

/** Finds a passkey by the authenticator's ID of it. */
export function findPasskey(db: Db, credentialId: string) {
	return db
		.selectFrom('passkeys')
		.select(['id', 'user_id', 'public_key', 'counter', 'transports'])
		.where('credential_id', '=', credentialId)
		.executeTakeFirst()
}

/** Adds a passkey. Returns false if it is in use, by this account or another. */
export async function addPasskey(db: Db, passkey: NewPasskey): Promise<boolean> {
	const added = await db
		.insertInto('passkeys')
		.values({
			id: passkey.id,
			user_id: passkey.userId,
			credential_id: passkey.credentialId,
			public_key: passkey.publicKey,
			counter: passkey.counter,
			transports: passkey.transports,
			name: passkey.name,
			created_at: passkey.at,
			last_used_at: null,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

/**
 * Records the use of a passkey. Returns false if its counter did not advance, so that a copy of it may be in use, or if it
 * is removed.
 */
export async function recordPasskeyUse(db: Db, id: string, counter: number, at: string): Promise<boolean> {
	const updated = await db
		.updateTable('passkeys')
		.set({ counter, last_used_at: at })
		.where('id', '=', id)
		.where(sql<boolean>`(counter < ${counter}::bigint or counter = 0 and ${counter}::bigint = 0)`)
		.returning('id')
		.executeTakeFirst()
	return updated !== undefined
}

/** Renames a user's own passkey, and returns it; undefined if the user has none with this ID. */
export function renamePasskey(db: Db, { id, userId, name }: { id: string; userId: string; name: string }) {
	return db
		.updateTable('passkeys')
		.set({ name })
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.returning(['id', 'name', 'created_at', 'last_used_at'])
		.executeTakeFirst()
}

/** Deletes a user's own passkey and returns its name; undefined if the user has none with this ID. */
export async function deletePasskey(db: Db, id: string, userId: string): Promise<string | undefined> {
	const deleted = await db
		.deleteFrom('passkeys')
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.returning('name')
		.executeTakeFirst()
	return deleted?.name
}

export function findAuthenticator(db: Db, userId: string) {
	return db
		.selectFrom('authenticators')
		.select(['secret', 'created_at', 'confirmed_at', 'last_step'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
}

/** Stores the secret of an authenticator app to confirm, in place of one that was not confirmed. Returns false if one is in use. */
export async function savePendingAuthenticator(db: Db, userId: string, secret: Buffer, at: string): Promise<boolean> {
	const saved = await db
		.insertInto('authenticators')
		.values({ user_id: userId, secret, created_at: at, confirmed_at: null })
		.onConflict((conflict) =>
			conflict
				.column('user_id')
				.doUpdateSet({ secret, created_at: at })
				.where('authenticators.confirmed_at', 'is', null),
		)
		.returning('user_id')
		.executeTakeFirst()
	return saved !== undefined
}

/** Takes an authenticator app into use with the step of its first code. */
export async function markAuthenticatorConfirmed(db: Db, userId: string, step: number, at: string): Promise<void> {
	await db
		.updateTable('authenticators')
		.set({ confirmed_at: at, last_step: step })
		.where('user_id', '=', userId)
		.where('confirmed_at', 'is', null)
		.execute()
}

/** Spends the code of a step. Returns false if it, or the code of a later step, was used before. */
export async function spendStep(db: Db, userId: string, step: number): Promise<boolean> {
	const updated = await db
		.updateTable('authenticators')
		.set({ last_step: step })
		.where('user_id', '=', userId)
		.where('confirmed_at', 'is not', null)
		.where('last_step', '<', step)
		.returning('user_id')
		.executeTakeFirst()
	return updated !== undefined
}

/** Deletes a user's authenticator app. Returns false if none was in use. */
export async function deleteAuthenticator(db: Db, userId: string): Promise<boolean> {
	const deleted = await db
		.deleteFrom('authenticators')
		.where('user_id', '=', userId)
		.returning('confirmed_at')
		.executeTakeFirst()
	return deleted !== undefined && deleted.confirmed_at !== null
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
	db: Db,
	userId: string,
	hashes: readonly string[],
	at: string,
): Promise<void> {
	await deleteRecoveryCodes(db, userId)
	await db
		.insertInto('recovery_codes')
		.values(hashes.map((hash) => ({ user_id: userId, hash, created_at: at })))
		.execute()
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
	await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Spends a recovery code. Returns false if it is wrong or spent. */
export async function spendRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
	const deleted = await db
		.deleteFrom('recovery_codes')
		.where('user_id', '=', userId)
		.where('hash', '=', hash)
		.returning('hash')
		.executeTakeFirst()
	return deleted !== undefined
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
	const rows = await db.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).execute()
	return rows.length
}

/** Removes every second factor of a user. Returns false if there was none. */
export async function deleteAllFactors(db: Db, userId: string): Promise<boolean> {
	const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
	const hadAuthenticator = await deleteAuthenticator(db, userId)
	await deleteRecoveryCodes(db, userId)
	return passkeys.length > 0 || hadAuthenticator
}

/** Records that a challenge was answered. Returns false if it was before. */
export async function addSpentChallenge(db: Db, hash: string, expiresAt: string): Promise<boolean> {
	const inserted = await db
		.insertInto('spent_challenges')
		.values({ hash, expires_at: expiresAt })
		.onConflict((conflict) => conflict.doNothing())
		.returning('hash')
		.executeTakeFirst()
	return inserted !== undefined
}

/** Deletes records of challenges that expired before the given time, which no longer work anyway. */
export async function deleteExpiredChallenges(db: Db, before: string): Promise<void> {
	await db.deleteFrom('spent_challenges').where('expires_at', '<', before).execute()
}
