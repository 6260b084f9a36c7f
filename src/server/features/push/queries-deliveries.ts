import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** A message to a device, which this process alone sends. */
export interface Delivery {
	notification_id: string
	subscription_id: string
	host: string
	attempts: number
	created_at: string
}

/** A message to a device that still wants it. */
export interface Push {
	notification_id: string
	subscription_id: string
	endpoint: string
	p256dh: string
	auth: string
}

/** Where a message stays in the queue that only one process sends at a time. */
export interface ClaimRequest {
	at: string
	/** Hosts are taken in turn, from the one after this. */
	afterHost: string
	/** Hosts that are busy. */
	except: readonly string[]
	/** How many messages, in all and per host. */
	limit: number
	perHost: number
}

/** How many hosts with due messages one claim looks at. */
const MAX_HOSTS = sql.lit(50)

/**
 * Turns due notifications into one delivery per device of their recipients, and marks them as sent by push. Those older than
 * `since` are only marked. Returns how many notifications were due, at most `limit`.
 */
export async function addDueDeliveries(
	db: Db,
	{ at, since, limit }: { at: string; since: string; limit: number },
): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		with due as materialized (
			select id, user_id, created_at from notifications where push_due and not is_read
			order by created_at limit ${limit}::int for update skip locked
		), marked as (
			update notifications n set push_due = false from due where n.id = due.id
		), added as (
			insert into push_deliveries (notification_id, subscription_id, host, created_at, next_attempt_at)
			select due.id, s.id, s.host, due.created_at, ${at}::timestamptz from due join push_subscriptions s on s.user_id = due.user_id
			where due.created_at > ${since}::timestamptz
			on conflict do nothing
		)
		select count(*)::int as n from due`.execute(db)
	return rows[0]?.n ?? 0
}

/** Claims due deliveries, a few per host. Whatever happens to this process, no other one sends them. */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<Delivery[]> {
	const { at, afterHost, except, limit, perHost } = request
	const nextHost = (after: RawBuilder<unknown>) =>
		sql`select host from push_deliveries d where next_attempt_at is not null and d.host > ${after} order by host limit 1`
	// First those after the last one that was served, then from the start
	const hostsAfter = (after: RawBuilder<unknown>) => sql`
		select * from (
			with recursive hosts (host) as (
				(${nextHost(after)}) union all select (${nextHost(sql`hosts.host`)}) from hosts where hosts.host is not null
			)
			select host from hosts where host is not null and host <> all (${except}::text[]) limit ${MAX_HOSTS}
		) found`
	const { rows } = await sql<Delivery>`
		with due as materialized (
			select d.notification_id, d.subscription_id
			from (select host, min(turn) as turn from (
				select host, 1 as turn from (${hostsAfter(sql`${afterHost}::text`)}) later
				union all select host, 2 from (${hostsAfter(sql`''::text`)}) first
			) turns group by host) hosts
			cross join lateral (
				select notification_id, subscription_id from push_deliveries
				where host = hosts.host and next_attempt_at <= ${at}::timestamptz
				order by next_attempt_at limit ${perHost}::int for update skip locked
			) d
			order by hosts.turn, hosts.host limit ${limit}::int
		)
		update push_deliveries d set next_attempt_at = null, attempts = d.attempts + 1 from due
		where d.notification_id = due.notification_id and d.subscription_id = due.subscription_id
		returning d.notification_id, d.subscription_id, d.host, d.attempts, d.created_at`.execute(db)
	return rows
}

/** Finds the claimed deliveries that their device still wants: it is the recipient's, who has not read the notification meanwhile. */
export async function findPushes(db: Db, claimed: readonly Delivery[]): Promise<Push[]> {
	const notificationIds = claimed.map((one) => one.notification_id)
	const subscriptionIds = claimed.map((one) => one.subscription_id)
	const { rows } = await sql<Push>`
		select n.id as notification_id, s.id as subscription_id, s.endpoint, s.p256dh, s.auth
		from unnest(${notificationIds}::uuid[], ${subscriptionIds}::uuid[]) claimed (notification_id, subscription_id)
		join notifications n on n.id = claimed.notification_id
		join push_subscriptions s on s.id = claimed.subscription_id and s.user_id = n.user_id
		-- What is not on the site is read once it is sent
		where not (n.is_read and n.on_site)`.execute(db)
	return rows
}

/** Deletes a delivery that is done. If the push service accepted it, its device works. */
export async function finishDelivery(
	db: Db,
	delivery: Delivery,
	{ isAccepted }: { isAccepted: boolean },
): Promise<void> {
	await deleteDelivery(db, delivery)
	if (!isAccepted) return
	await db
		.updateTable('push_subscriptions')
		.set({ failures: 0 })
		.where('id', '=', delivery.subscription_id)
		.where('failures', '>', 0)
		.execute()
}

/** Ends the claim of a delivery, which is due again later. */
export async function postponeDelivery(db: Db, delivery: Delivery, nextAttemptAt: string): Promise<void> {
	await db
		.updateTable('push_deliveries')
		.set({ next_attempt_at: nextAttemptAt })
		.where('notification_id', '=', delivery.notification_id)
		.where('subscription_id', '=', delivery.subscription_id)
		.execute()
}

/** Deletes a delivery that failed for good, and its device if `maxFailures` in a row have. */
export async function failDelivery(db: Db, delivery: Delivery, maxFailures: number): Promise<void> {
	await deleteDelivery(db, delivery)
	const { rows } = await sql<{ failures: number }>`
		update push_subscriptions set failures = failures + 1 where id = ${delivery.subscription_id}::uuid
		returning failures`.execute(db)
	if (rows[0] && rows[0].failures >= maxFailures) await deleteDevice(db, delivery.subscription_id)
}

/** Deletes a device that no longer exists, with all that is on its way to it. */
export async function deleteDevice(db: Db, subscriptionId: string): Promise<void> {
	await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
}

/** Deletes the deliveries of before a time, in batches: they expired, or the process that sent them was killed. */
export async function deleteOldDeliveries(db: Db, before: string): Promise<void> {
	for (;;) {
		const { numAffectedRows } = await sql`
			delete from push_deliveries where ctid = any (array(
				select ctid from push_deliveries where created_at < ${before}::timestamptz
				order by created_at limit ${sql.lit(DELETE_BATCH_SIZE)}
			))`.execute(db)
		if (Number(numAffectedRows) < DELETE_BATCH_SIZE) return
	}
}

const DELETE_BATCH_SIZE = 500

async function deleteDelivery(db: Db, { notification_id, subscription_id }: Delivery): Promise<void> {
	await db
		.deleteFrom('push_deliveries')
		.where('notification_id', '=', notification_id)
		.where('subscription_id', '=', subscription_id)
		.execute()
}
