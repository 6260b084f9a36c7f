import { type Insertable, sql } from 'kysely'
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
		.returning(['user_id', 'purpose', 'challenge', 'expires_at', 'provider', 'subject', 'session_id', 'method'])
		.executeTakeFirst()
}

/** Deletes an account's oldest tickets of second steps, except for the newest `count`. */
export async function deleteSurplusStepTickets(db: Db, userId: string, count: number): Promise<void> {
	await db
		.deleteFrom('login_tickets')
		.where('hash', 'in', (tickets) =>
			tickets
				.selectFrom('login_tickets')
				.select('hash')
				.where('user_id', '=', userId)
				.where('purpose', '=', 'second-factor')
				.orderBy('expires_at', 'desc')
				.orderBy('hash')
				.offset(count),
		)
		.execute()
}

/** Finds the account of a second step's ticket that has not expired and has tries left. */
export function findStepTicket(db: Db, hash: string, { at, maxTries }: { at: string; maxTries: number }) {
	return db
		.selectFrom('login_tickets')
		.select('user_id')
		.where('hash', '=', hash)
		.where('purpose', '=', 'second-factor')
		.where('expires_at', '>', at)
		.where('tries', '<', maxTries)
		.executeTakeFirst()
}

/** Counts a try of a second step's ticket. Returns its account, or undefined if it has expired or has no tries left. */
export function countStepTry(db: Db, hash: string, { at, maxTries }: { at: string; maxTries: number }) {
	return db
		.updateTable('login_tickets')
		.set({ tries: sql<number>`tries + 1` })
		.where('hash', '=', hash)
		.where('purpose', '=', 'second-factor')
		.where('expires_at', '>', at)
		.where('tries', '<', maxTries)
		.returning('user_id')
		.executeTakeFirst()
}
