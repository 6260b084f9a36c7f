import type { Insertable } from 'kysely'
import type { Provider } from '#contract/social-login-providers.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** An identity at a provider: the provider and its permanent ID for the account. */
export interface ProviderIdentity {
	provider: Provider
	subject: string
}

export async function addLoginTicket(db: Db, ticket: Insertable<Tables['login_tickets']>): Promise<void> {
	await db.insertInto('login_tickets').values(ticket).execute()
}

/** Finds a ticket's account, so that the account can be locked before the ticket is consumed. */
export function findLoginTicket(db: Db, hash: string): Promise<{ user_id: string } | undefined> {
	return db.selectFrom('login_tickets').select('user_id').where('hash', '=', hash).executeTakeFirst()
}

/** Deletes a ticket and returns its content; undefined if it was used before. */
export function consumeLoginTicket(db: Db, hash: string) {
	return db
		.deleteFrom('login_tickets')
		.where('hash', '=', hash)
		.returning(['user_id', 'purpose', 'challenge', 'expires_at', 'provider', 'subject', 'session_id'])
		.executeTakeFirst()
}
