import { LIMITS } from '#contract/limits.ts'
import type { PushSubscription } from '#contract/push.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Subscribes a device for its session, and takes its address from the account that had it before. The caller must have
 * locked the account. Returns false if the session has ended.
 */
export async function savePushSubscription(
	db: Db,
	viewer: { userId: string; sessionId: string },
	{ endpoint, keys }: PushSubscription,
	at: string,
): Promise<boolean> {
	// Ending the session waits for this, and then finds the subscription
	const session = await db
		.selectFrom('sessions')
		.select('id')
		.where('id', '=', viewer.sessionId)
		.where('user_id', '=', viewer.userId)
		.where('ended_at', 'is', null)
		.forShare()
		.executeTakeFirst()
	if (!session) return false
	const row = {
		user_id: viewer.userId,
		session_id: viewer.sessionId,
		host: new URL(endpoint).hostname,
		...keys,
		failures: 0,
		created_at: at,
	}
	await db
		.insertInto('push_subscriptions')
		.values({ endpoint, ...row })
		.onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
		.execute()
	await db
		.deleteFrom('push_subscriptions')
		.where('id', 'in', (subscriptions) =>
			subscriptions
				.selectFrom('push_subscriptions')
				.select('id')
				.where('user_id', '=', viewer.userId)
				.orderBy('created_at', 'desc')
				.orderBy('id', 'desc')
				.offset(LIMITS.pushSubscriptionsPerAccount),
		)
		.execute()
	return true
}

/** Deletes a device of an account. */
export async function deletePushSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
	await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}
