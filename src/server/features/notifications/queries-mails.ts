import { rawQuery } from '#server/db/raw-query.ts'
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
	const text = `
		select id, username, email, email_verified_at is not null as is_verified from users
		where id = $1 and deleted_at is null for key share`
	const [recipient] = await rawQuery<MailRecipient>(db, text, [userId])
	return recipient
}

/** Locks when an account last got mails about notifications, and returns it. The account must exist. */
export async function lockMailTimes(
	db: Db,
	userId: string,
): Promise<{ mailed_at: string | null; digested_at: string | null }> {
	const text = `
		insert into notification_mails as m (user_id) values ($1)
		on conflict (user_id) do update set user_id = m.user_id returning mailed_at, digested_at`
	const [times] = await rawQuery<{ mailed_at: string | null; digested_at: string | null }>(db, text, [userId])
	return times ?? { mailed_at: null, digested_at: null }
}

/** Records when an account got a mail, or until when its digest covers what happened. */
export async function setMailTime(
	db: Db,
	userId: string,
	time: { column: 'mailed_at' | 'digested_at'; at: string },
): Promise<void> {
	await rawQuery(db, `update notification_mails set ${time.column} = $2::timestamptz where user_id = $1`, [
		userId,
		time.at,
	])
}

/** A notification that is due by mail, or in the digest. */
export interface DueNotification {
	id: string
	user_id: string
}

/** Lists notifications whose mail is due, the longest due first. */
export function listDueMails(db: Db, at: string, limit: number): Promise<DueNotification[]> {
	const text = `
		select id, user_id from notifications where mail_due and not is_read and mail_at <= $1::timestamptz
		order by mail_at limit ${limit}`
	return rawQuery(db, text, [at])
}

/** Postpones the mail of notifications. */
export async function postponeMails(db: Db, ids: readonly string[], until: string): Promise<void> {
	const text = `
		with held as (select id from notifications where id = any($1::uuid[]) and mail_due and not is_read order by id for update)
		update notifications set mail_at = $2::timestamptz where id in (select id from held)`
	await rawQuery(db, text, [ids, until])
}

/** Takes up to `limit` of an account's notifications whose mail is due or soon will be, and returns them, newest event first. */
export async function claimMails(db: Db, userId: string, limit: number): Promise<string[]> {
	const text = `
		with due as (
			select id from notifications where user_id = $1 and mail_due and not is_read order by created_at desc, id desc limit ${limit}
		), held as (
			select id from notifications where id in (select id from due) and mail_due and not is_read order by id for update
		), claimed as (
			update notifications set mail_due = false where id in (select id from held) returning id, created_at
		)
		select id from claimed order by created_at desc, id desc`
	return (await rawQuery<{ id: string }>(db, text, [userId])).map(({ id }) => id)
}

/** Lists notifications of people whose digest is due, the longest due first. */
export function listDueDigests(db: Db, at: string, limit: number): Promise<DueNotification[]> {
	const text = `
		select id, user_id from notifications where digest_at <= $1::timestamptz and not is_read
		order by digest_at limit ${limit}`
	return rawQuery(db, text, [at])
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
	const text = `
		with held as (
			select id, digest_at from notifications where id = any($2::uuid[]) and user_id = $1 and digest_at is not null and not is_read
			order by id for update
		), planned as (
			select id, next_digest($1::uuid, $3::text, digest_at) as at from held
		)
		update notifications n set digest_at = case when p.at > $4::timestamptz then p.at end
		from planned p where n.id = p.id returning p.at, n.digest_at is null as is_due`
	const rows = await rawQuery<{ at: string | null; is_due: boolean }>(db, text, [userId, ids, rhythm, until])
	return rows.flatMap(({ at, is_due }) => (is_due && at !== null ? [at] : []))
}
