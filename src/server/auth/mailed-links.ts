import { sql } from 'kysely'
import { LIFETIMES } from '#contract/limits.ts'
import type { Db } from '../db/tables.ts'
import { newToken, tokenHash } from './secret-tokens.ts'

type Purpose = 'reset-password' | 'verify-email' | 'change-email'

/** Past this many in an hour a mailbox gets no further link: nobody is to be flooded by a stranger. */
export const LINKS_AN_HOUR = 5

const VALID_MS: Readonly<Record<Purpose, number>> = {
	'reset-password': LIFETIMES.resetLinkMs,
	'verify-email': LIFETIMES.verifyLinkMs,
	'change-email': LIFETIMES.verifyLinkMs,
}
const HOUR_MS = 60 * 60 * 1000

/** A link to be mailed: to the account's address, or to the one it is to have. */
type Link = { userId: string; emailKey: string } & (
	| { purpose: 'reset-password' | 'verify-email' }
	| { purpose: 'change-email'; email: string }
)

/** Makes the token of a link to an account's address; it is in the mail and nowhere else. */
export async function addLink(db: Db, link: Link, nowMs: number): Promise<string> {
	const token = newToken()
	await db
		.insertInto('mail_tokens')
		.values({
			hash: tokenHash(token),
			user_id: link.userId,
			purpose: link.purpose,
			email_key: link.emailKey,
			...(link.purpose === 'change-email' ? { email: link.email } : {}),
			created_at: new Date(nowMs).toISOString(),
			expires_at: new Date(nowMs + VALID_MS[link.purpose]).toISOString(),
		})
		.execute()
	return token
}

/** How many links of a kind an account was mailed within the hour. */
export async function linksLately(db: Db, userId: string, purpose: Purpose, nowMs: number): Promise<number> {
	const { n } = await db
		.selectFrom('mail_tokens')
		.select(sql<number>`count(*)::int`.as('n'))
		.where('user_id', '=', userId)
		.where('purpose', '=', purpose)
		.where('created_at', '>', new Date(nowMs - HOUR_MS).toISOString())
		.executeTakeFirstOrThrow()
	return n
}

/** How many links to a new address were mailed to it within the hour, whoever asked. */
export async function newAddressLinksLately(db: Db, emailKey: string, nowMs: number): Promise<number> {
	const { n } = await db
		.selectFrom('mail_tokens')
		.select(sql<number>`count(*)::int`.as('n'))
		.where('purpose', '=', 'change-email')
		.where('email_key', '=', emailKey)
		.where('created_at', '>', new Date(nowMs - HOUR_MS).toISOString())
		.executeTakeFirstOrThrow()
	return n
}

/** Whether a token would be taken: a look before something costly. */
export async function isLinkGood(db: Db, purpose: Purpose, token: string, at: string): Promise<boolean> {
	const row = await db
		.selectFrom('mail_tokens')
		.select('user_id')
		.where('hash', '=', tokenHash(token))
		.where('purpose', '=', purpose)
		.where('expires_at', '>', at)
		.executeTakeFirst()
	return row !== undefined
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
		.where('mail_tokens.hash', '=', tokenHash(token))
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
		.where('hash', '=', tokenHash(token))
		.where('purpose', '=', 'change-email')
		.where('expires_at', '>', at)
		.returning(['user_id', 'email'])
		.executeTakeFirst()
}

/** Makes the links to other new addresses worthless: the last one asked for counts. They stay counted. */
export async function voidNewAddressLinks(db: Db, userId: string, at: string): Promise<void> {
	await db
		.updateTable('mail_tokens')
		.set({ expires_at: at })
		.where('user_id', '=', userId)
		.where('purpose', '=', 'change-email')
		.where('expires_at', '>', at)
		.execute()
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
