import type { Insertable } from 'kysely'
import type { Provider } from '#contract/social-login-providers.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** An identity at a provider: an account of theirs, by the name that never changes. */
export interface ProviderIdentity {
	provider: Provider
	subject: string
}

export async function addLoginTicket(db: Db, ticket: Insertable<Tables['login_tickets']>): Promise<void> {
	await db.insertInto('login_tickets').values(ticket).execute()
}

/** The account of a ticket: a look before the account is locked. */
export function findLoginTicket(db: Db, hash: string): Promise<{ user_id: string } | undefined> {
	return db.selectFrom('login_tickets').select('user_id').where('hash', '=', hash).executeTakeFirst()
}

/** Deletes a ticket and returns what it was good for; undefined where it was used before. */
export function takeLoginTicket(db: Db, hash: string) {
	return db
		.deleteFrom('login_tickets')
		.where('hash', '=', hash)
		.returning(['user_id', 'purpose', 'challenge', 'expires_at', 'provider', 'subject', 'session_id'])
		.executeTakeFirst()
}
