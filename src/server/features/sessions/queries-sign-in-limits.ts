import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

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

/** Forgets the failures of a name, and the one counted ahead for the address, once the password was right. */
export async function forgiveSignIn(db: Db, nameSubject: string, addressSubject: string): Promise<void> {
	await forgetFailures(db, [nameSubject])
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

/** Forgets all failures of some subjects. */
export async function forgetFailures(db: Db, subjects: string[]): Promise<void> {
	await db.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute()
}

/** Forgets from where an account was signed in to. */
export async function forgetAddresses(db: Db, userId: string): Promise<void> {
	await db.deleteFrom('known_addresses').where('user_id', '=', userId).execute()
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
