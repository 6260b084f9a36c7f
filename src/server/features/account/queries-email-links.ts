import type { Insertable } from 'kysely'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export type Purpose = 'reset-password' | 'verify-email' | 'change-email'

/** Adds the token of a mailed link, of which the database knows only the hash. */
export async function addMailToken(db: Db, token: Insertable<Tables['mail_tokens']>): Promise<void> {
	await db.insertInto('mail_tokens').values(token).execute()
}

/** The account and purpose of a token that would be taken: a look before something costly, and before the account is locked. */
export function findLink(db: Db, token: string, at: string) {
	return db
		.selectFrom('mail_tokens')
		.select(['user_id', 'purpose'])
		.where('hash', '=', hashToken(token))
		.where('expires_at', '>', at)
		.executeTakeFirst()
}

/**
 * Spends a token with all others of its kind: the account, or undefined where it is invented, used, too old, or was sent
 * to an address that the account no longer has.
 */
export async function spendLink(
	db: Db,
	purpose: 'reset-password' | 'verify-email',
	token: string,
	at: string,
): Promise<string | undefined> {
	const spent = await db
		.deleteFrom('mail_tokens')
		.using('users')
		.where('mail_tokens.hash', '=', hashToken(token))
		.where('mail_tokens.purpose', '=', purpose)
		.where('mail_tokens.expires_at', '>', at)
		.whereRef('users.id', '=', 'mail_tokens.user_id')
		.whereRef('users.email_key', '=', 'mail_tokens.email_key')
		.returning('mail_tokens.user_id')
		.executeTakeFirst()
	if (spent) await dropLinks(db, spent.user_id, purpose)
	return spent?.user_id
}

/** Spends a token that was mailed to a new address: the account and the address; undefined as `spendLink`. */
export function spendNewAddressLink(db: Db, token: string, at: string) {
	return db
		.deleteFrom('mail_tokens')
		.where('hash', '=', hashToken(token))
		.where('purpose', '=', 'change-email')
		.where('expires_at', '>', at)
		.returning(['user_id', 'email'])
		.executeTakeFirst()
}

/** Makes every link of a kind to an account worthless. */
export async function dropLinks(db: Db, userId: string, ...purposes: Purpose[]): Promise<void> {
	await db.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Drops what has been too old for a while. */
export async function dropOldLinks(db: Db, before: string): Promise<void> {
	await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute()
	await db.deleteFrom('login_tickets').where('expires_at', '<', before).execute()
}
