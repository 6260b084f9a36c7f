import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import type { Attempt } from './attempts.ts'

/** Consumes an attempt; false if it was already consumed. */
export async function consumeAttempt(
	db: Db,
	{ state, expiresMs }: Pick<Attempt, 'state' | 'expiresMs'>,
): Promise<boolean> {
	const inserted = await db
		.insertInto('spent_social_sign_ins')
		.values({ hash: hashToken(state), expires_at: new Date(expiresMs).toISOString() })
		.onConflict((conflict) => conflict.doNothing())
		.returning('hash')
		.executeTakeFirst()
	return inserted !== undefined
}

/** Deletes records of attempts that expired before the given time, whose cookies no longer work anyway. */
export async function deleteExpiredAttempts(db: Db, before: string): Promise<void> {
	await db.deleteFrom('spent_social_sign_ins').where('expires_at', '<', before).execute()
}
