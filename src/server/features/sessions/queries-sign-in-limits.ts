import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/**
 * Counts a sign-in attempt of a subject as a failure before its outcome is known. Returns the failures since the window
 * began, including this one.
 */
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

/** Clears the failures of the subjects, and the one counted in advance for each network of the address. */
export async function clearFailuresAfterSuccess(db: Db, subjects: string[], addressSubjects: string[]): Promise<void> {
	await deleteSignInFailures(db, subjects)
	// One after the other, as they are counted: the rows of wide networks are shared
	for (const subject of addressSubjects)
		await db
			.updateTable('sign_in_failures')
			.set({ failures: sql<number>`failures - 1` })
			.where('subject', '=', subject)
			.where('failures', '>', 0)
			.execute()
}

/** Deletes failure counts whose window began before the given time. */
export async function deleteExpiredSignInFailures(db: Db, before: string): Promise<void> {
	await db.deleteFrom('sign_in_failures').where('since', '<', before).execute()
}

/** Deletes all failure counts of the subjects. */
export async function deleteSignInFailures(db: Db, subjects: string[]): Promise<void> {
	await db.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute()
}

/** Deletes the network addresses that an account was signed in from. */
export async function deleteKnownAddresses(db: Db, userId: string): Promise<void> {
	await db.deleteFrom('known_addresses').where('user_id', '=', userId).execute()
}

export async function saveKnownAddress(
	db: Db,
	entry: { userId: string; addressHash: string; at: string },
): Promise<void> {
	await db
		.insertInto('known_addresses')
		.values({ user_id: entry.userId, address_hash: entry.addressHash, last_used_at: entry.at })
		.onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_used_at: entry.at }))
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
