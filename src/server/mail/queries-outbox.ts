import { type Insertable, sql } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'

/** A mail that this process is sending. */
export interface ClaimedMail {
	id: string
	claim: string
	sealed: Buffer
	created_at: string
	expires_at: string
	attempts: number
}

/** A claim of up to `limit` mails, which no other process sends until `leasedUntil` unless the lease is extended. */
export interface ClaimRequest {
	claim: string
	at: string
	leasedUntil: string
	limit: number
}

/** Adds a mail. Returns false if `maxWaiting` are waiting; concurrent calls can exceed that by their number. */
export async function addOutgoingMail(
	db: Db,
	mail: Insertable<Tables['outgoing_mails']>,
	maxWaiting: number,
): Promise<boolean> {
	const { rows } = await sql`
		insert into outgoing_mails (id, sealed, sealed_by, user_id, link, created_at, expires_at, next_attempt_at)
		select ${mail.id}::uuid, ${mail.sealed}::bytea, ${mail.sealed_by}, ${mail.user_id}::uuid, ${mail.link},
			${mail.created_at}::timestamptz, ${mail.expires_at}::timestamptz, ${mail.next_attempt_at}::timestamptz
		where (select count(*) from outgoing_mails) < ${maxWaiting}::int
		returning id`.execute(db)
	return rows.length > 0
}

/**
 * Claims the mails that are due, oldest first, and counts the attempt. Skips those that another process is claiming. A mail
 * due in more than an hour, the longest delay of a retry, is due: the clock has been set back since.
 */
export async function claimDueMails(db: Db, { claim, at, leasedUntil, limit }: ClaimRequest): Promise<ClaimedMail[]> {
	const { rows } = await sql<ClaimedMail>`
		with due as materialized (
			select id from outgoing_mails
			where (next_attempt_at <= ${at}::timestamptz or next_attempt_at > ${at}::timestamptz + interval '1 hour')
				and (leased_until is null or leased_until <= ${at}::timestamptz)
			order by next_attempt_at, id limit ${limit}::int for update skip locked
		)
		update outgoing_mails m
		set claim = ${claim}::uuid, leased_until = ${leasedUntil}::timestamptz, attempts = attempts + 1
		from due where m.id = due.id
		returning m.id, m.claim, m.sealed, m.created_at, m.expires_at, m.attempts`.execute(db)
	return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Claims waiting mails after the given ID, due or not, in the order of their IDs, without counting the attempt. */
export async function claimWaitingMails(
	db: Db,
	afterId: string,
	{ claim, at, leasedUntil, limit }: ClaimRequest,
): Promise<ClaimedMail[]> {
	const { rows } = await sql<ClaimedMail>`
		with waiting as materialized (
			select id from outgoing_mails
			where id > ${afterId}::uuid and (leased_until is null or leased_until <= ${at}::timestamptz)
			order by id limit ${limit}::int for update skip locked
		)
		update outgoing_mails m set claim = ${claim}::uuid, leased_until = ${leasedUntil}::timestamptz
		from waiting where m.id = waiting.id
		returning m.id, m.claim, m.sealed, m.created_at, m.expires_at, m.attempts`.execute(db)
	return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * Replaces what a claimed mail is about by the mail, and its account and link if given. Returns false if the row is gone or
 * another process has claimed it.
 */
export async function storeComposedMail(
	db: Db,
	{ id, claim }: ClaimedMail,
	{ sealed, userId, link }: { sealed: Buffer; userId?: string; link?: string | null },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('outgoing_mails')
		.set({ sealed, ...(userId === undefined ? {} : { user_id: userId }), ...(link === undefined ? {} : { link }) })
		.where('id', '=', id)
		.where('claim', '=', claim)
		.executeTakeFirstOrThrow()
	return numUpdatedRows > 0n
}

/** Extends the lease of a claimed mail. */
export async function extendLease(db: Db, { id, claim }: ClaimedMail, leasedUntil: string): Promise<void> {
	await db
		.updateTable('outgoing_mails')
		.set({ leased_until: leasedUntil })
		.where('id', '=', id)
		.where('claim', '=', claim)
		.execute()
}

/** Ends a claim after a failure. Without `nextAttemptAt` the mail stays due when it was. */
export async function releaseMail(
	db: Db,
	{ id, claim }: ClaimedMail,
	lastError: string,
	nextAttemptAt: string | undefined,
): Promise<void> {
	await db
		.updateTable('outgoing_mails')
		.set({
			claim: null,
			leased_until: null,
			last_error: lastError,
			...(nextAttemptAt === undefined ? {} : { next_attempt_at: nextAttemptAt }),
		})
		.where('id', '=', id)
		.where('claim', '=', claim)
		.execute()
}

/** Deletes a mail that was sent, given up or found obsolete. */
export async function deleteOutgoingMail(db: Db, id: string): Promise<void> {
	await db.deleteFrom('outgoing_mails').where('id', '=', id).execute()
}

/** Deletes the mails that were sealed with another secret, and returns their number. */
export async function deleteUnreadableMails(db: Db, sealedBy: string): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('outgoing_mails')
		.where('sealed_by', '!=', sealedBy)
		.executeTakeFirstOrThrow()
	return Number(numDeletedRows)
}

/** Counts the waiting mails, and returns when the oldest was added; undefined without any. */
export async function measureOutbox(db: Db): Promise<{ count: number; oldestAt: string | undefined }> {
	const { rows } = await sql<{ count: number; oldest_at: string | null }>`
		select count(*)::int as count, min(created_at) as oldest_at from outgoing_mails`.execute(db)
	return { count: rows[0]?.count ?? 0, oldestAt: rows[0]?.oldest_at ?? undefined }
}
