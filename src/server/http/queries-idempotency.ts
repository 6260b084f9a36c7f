import type { Db } from '#server/db/tables.ts'

/** Takes a key for what is being made with it, and locks it; the id of what was made with it first. */
export async function claimIdempotencyKey(db: Db, claim: { hash: string; made: string; at: string }): Promise<string> {
	const { hash } = claim
	const { made } = await db
		.insertInto('idempotency_keys')
		.values({ hash, made: claim.made, created_at: claim.at })
		// Changes nothing, and answers with the row that is there
		.onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
		.returning('made')
		.executeTakeFirstOrThrow()
	return made
}

/** The id of what was made with a key. */
export async function findMadeBefore(db: Db, hash: string): Promise<string | undefined> {
	const keys = db.selectFrom('idempotency_keys')
	return (await keys.select('made').where('hash', '=', hash).executeTakeFirst())?.made
}

/** Forgets keys of calls that no network brings any more. */
export async function dropOldIdempotencyKeys(db: Db, before: string): Promise<void> {
	await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
