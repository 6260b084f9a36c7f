import type { Insertable } from 'kysely'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export type LinkPurpose = 'reset-password' | 'verify-email' | 'change-email'

/** Stores the token of a mailed link, of which the database keeps only the hash. */
export async function addMailToken(db: Db, token: Insertable<Tables['mail_tokens']>): Promise<void> {
	await db.insertInto('mail_tokens').values(token).execute()
}

/** Finds the account and purpose of an unexpired token, without redeeming it: before costly work and before the account is locked. */
export function findLink(db: Db, token: string, at: string) {
	return db
		.selectFrom('mail_tokens')
		.select(['user_id', 'purpose'])
		.where('hash', '=', hashToken(token))
		.where('expires_at', '>', at)
		.executeTakeFirst()
}

/**
 * Redeems a token and deletes all others of the same purpose. Returns the account, or undefined if the token is invented,
 * used or expired, or was sent to an address that the account no longer has.
 */
export async function redeemLink(
	db: Db,
	purpose: 'reset-password' | 'verify-email',
	token: string,
	at: string,
): Promise<string | undefined> {
	const deleted = await db
		.deleteFrom('mail_tokens')
		.using('users')
		.where('mail_tokens.hash', '=', hashToken(token))
		.where('mail_tokens.purpose', '=', purpose)
		.where('mail_tokens.expires_at', '>', at)
		.whereRef('users.id', '=', 'mail_tokens.user_id')
		.whereRef('users.email_key', '=', 'mail_tokens.email_key')
		.returning('mail_tokens.user_id')
		.executeTakeFirst()
	if (deleted) await deleteLinks(db, deleted.user_id, purpose)
	return deleted?.user_id
}

/** Redeems a token mailed to a new address. Returns the account and the address, or undefined if the token is invented, used or expired. */
export function redeemEmailChangeLink(db: Db, token: string, at: string) {
	return db
		.deleteFrom('mail_tokens')
		.where('hash', '=', hashToken(token))
		.where('purpose', '=', 'change-email')
		.where('expires_at', '>', at)
		.returning(['user_id', 'email'])
		.executeTakeFirst()
}

/** Deletes all of an account's links of the given purposes. */
export async function deleteLinks(db: Db, userId: string, ...purposes: LinkPurpose[]): Promise<void> {
	await db.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Deletes links and login tickets that expired before the given time. */
export async function deleteExpiredLinks(db: Db, before: string): Promise<void> {
	await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute()
	await db.deleteFrom('login_tickets').where('expires_at', '<', before).execute()
}
