import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Whom a mail about notifications is for. */
export interface MailRecipient {
	id: string
	username: string
	email: string
	is_verified: boolean
}

/** Finds the account that a mail is for; undefined if it is gone or being deleted. */
export async function findMailRecipient(db: Db, userId: string): Promise<MailRecipient | undefined> {
	const { rows } = await sql<MailRecipient>`
		select id, username, email, email_verified_at is not null as is_verified from users
		where id = ${userId} and deleted_at is null for key share`.execute(db)
	return rows[0]
}

/** Locks when an account last got mails about notifications, and returns it. The account must exist. */
export async function lockMailTimes(
	db: Db,
	userId: string,
): Promise<{ mailed_at: string | null; digested_at: string | null }> {
	const { rows } = await sql<{ mailed_at: string | null; digested_at: string | null }>`
		insert into notification_mails as m (user_id) values (${userId})
		on conflict (user_id) do update set user_id = m.user_id returning mailed_at, digested_at`.execute(db)
	return rows[0] ?? { mailed_at: null, digested_at: null }
}

/** Records when an account got a mail, or until when its digest covers what happened. */
export async function setMailTime(
	db: Db,
	userId: string,
	time: { column: 'mailed_at' | 'digested_at'; at: string },
): Promise<void> {
	await db.updateTable('notification_mails').set(time.column, time.at).where('user_id', '=', userId).execute()
}

/** A notification that is due by mail, or in the digest. */
export interface DueNotification {
	id: string
	user_id: string
}

/** Lists notifications whose mail is due, the longest due first. */
export async function listDueMails(db: Db, at: string, limit: number): Promise<DueNotification[]> {
	const { rows } = await sql<DueNotification>`
		select id, user_id from notifications where mail_due and not is_read and mail_at <= ${at}::timestamptz
		order by mail_at limit ${sql.lit(limit)}`.execute(db)
	return rows
}

/** Postpones the mail of notifications. */
export async function postponeMails(db: Db, ids: readonly string[], until: string): Promise<void> {
	await sql`
		with held as (select id from notifications where id = any(${ids}::uuid[]) and mail_due and not is_read order by id for update)
		update notifications set mail_at = ${until}::timestamptz where id in (select id from held)`.execute(db)
}

/** Takes up to `limit` of an account's notifications whose mail is due or soon will be, and returns them, newest event first. */
export async function claimMails(db: Db, userId: string, limit: number): Promise<string[]> {
	const { rows } = await sql<{ id: string }>`
		with due as (
			select id from notifications where user_id = ${userId} and mail_due and not is_read
			order by created_at desc, id desc limit ${sql.lit(limit)}
		), held as (
			select id from notifications where id in (select id from due) and mail_due and not is_read order by id for update
		), claimed as (
			update notifications set mail_due = false where id in (select id from held) returning id, created_at
		)
		select id from claimed order by created_at desc, id desc`.execute(db)
	return rows.map(({ id }) => id)
}

/** Lists notifications of people whose digest is due, the longest due first. */
export async function listDueDigests(db: Db, at: string, limit: number): Promise<DueNotification[]> {
	const { rows } = await sql<DueNotification>`
		select id, user_id from notifications where digest_at <= ${at}::timestamptz and not is_read
		order by digest_at limit ${sql.lit(limit)}`.execute(db)
	return rows
}

/**
 * Takes notifications out of what is due in an account's digest, or postpones those whose time of day is not one of the
 * digest's `rhythm`. Returns the times at which they were due, without the postponed ones.
 */
export async function claimDigests(
	db: Db,
	userId: string,
	{ ids, rhythm, until }: { ids: readonly string[]; rhythm: string; until: string },
): Promise<string[]> {
	const { rows } = await sql<{ at: string | null; is_due: boolean }>`
		with held as (
			select id, digest_at from notifications
			where id = any(${ids}::uuid[]) and user_id = ${userId} and digest_at is not null and not is_read
			order by id for update
		), planned as (
			select id, next_digest(${userId}::uuid, ${rhythm}::text, digest_at) as at from held
		)
		update notifications n set digest_at = case when p.at > ${until}::timestamptz then p.at end
		from planned p where n.id = p.id returning p.at, n.digest_at is null as is_due`.execute(db)
	return rows.flatMap(({ at, is_due }) => (is_due && at !== null ? [at] : []))
}
