import type { Db } from '#server/db/tables.ts'

/** Claims and locks a key for a new resource. Returns the id of the resource that claimed it first. */
export async function claimIdempotencyKey(db: Db, claim: { hash: string; made: string; at: string }): Promise<string> {
	const { hash } = claim
	const { made } = await db
		.insertInto('idempotency_keys')
		.values({ hash, made: claim.made, created_at: claim.at })
		// A no-op update, so that the existing row is locked and returned
		.onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
		.returning('made')
		.executeTakeFirstOrThrow()
	return made
}

/** Returns the id of the resource that was created with a key. */
export async function findIdempotencyResult(db: Db, hash: string): Promise<string | undefined> {
	const keys = db.selectFrom('idempotency_keys')
	return (await keys.select('made').where('hash', '=', hash).executeTakeFirst())?.made
}

/** Deletes keys created before the given time, too old for a retry. */
export async function deleteOldIdempotencyKeys(db: Db, before: string): Promise<void> {
	await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
