import { sql } from 'kysely'
import type { Provider } from '#contract/social-login-providers.ts'
import type { Db } from '#server/db/tables.ts'
import { revokeTickets } from '#server/features/sessions/queries.ts'
import { lockAccount } from '#server/features/sessions/queries-accounts.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'

/** The account that a person at a provider signs in to. */
export async function accountOfPerson(db: Db, { provider, subject }: ProviderIdentity): Promise<string | undefined> {
	const row = await db
		.selectFrom('social_accounts')
		.select('user_id')
		.where('provider', '=', provider)
		.where('subject', '=', subject)
		.executeTakeFirst()
	return row?.user_id
}

/** Connects a person to an account; false where the person has one, or the account has somebody of that provider. */
export async function addConnection(db: Db, person: ProviderIdentity, userId: string, at: string): Promise<boolean> {
	const added = await db
		.insertInto('social_accounts')
		.values({ ...person, user_id: userId, connected_at: at })
		.onConflict((conflict) => conflict.doNothing())
		.returning('user_id')
		.executeTakeFirst()
	return added !== undefined
}

/** Adds an account that has still to choose its username; false when the name or the address is taken. */
export async function addNamelessAccount(
	db: Db,
	account: {
		id: string
		username: string
		email: string
		emailKey: string
		name: string | null
		isEmailVerified: boolean
		at: string
	},
): Promise<boolean> {
	const { rows } = await sql<{ id: string }>`
		insert into users (id, username, email, email_key, name, needs_username, email_verified_at, created_at)
		values (${account.id}, ${account.username}, ${account.email}, ${account.emailKey}, ${account.name}, true,
			${account.isEmailVerified ? account.at : null}, ${account.at})
		on conflict do nothing returning id`.execute(db)
	return rows.length > 0
}

/** The account of an address, and whether the address was proved to be its owner's. */
export async function addressHolder(
	db: Db,
	emailKey: string,
): Promise<{ id: string; isEmailVerified: boolean } | undefined> {
	return db
		.selectFrom('users')
		.select(['id', sql<boolean>`email_verified_at is not null`.as('isEmailVerified')])
		.where('email_key', '=', emailKey)
		.executeTakeFirst()
}

/** What an account can be entered by; the account is locked until the transaction ends. */
export async function holdWaysIn(db: Db, userId: string): Promise<{ hasPassword: boolean; providers: Provider[] }> {
	const account = await lockAccount(db, userId)
	const rows = await db.selectFrom('social_accounts').select('provider').where('user_id', '=', userId).execute()
	return { hasPassword: account?.password_hash != null, providers: rows.map(({ provider }) => provider) }
}

/** Takes a provider from an account, and with it what came back from there and was not taken up yet. */
export async function dropConnection(db: Db, userId: string, provider: Provider): Promise<void> {
	await revokeTickets(db, userId)
	await db.deleteFrom('social_accounts').where('user_id', '=', userId).where('provider', '=', provider).execute()
}

/** Disconnects an account's providers, all of them or those connected after a time; which ones. */
export async function dropConnections(db: Db, userId: string, after: string | null): Promise<Provider[]> {
	const rows = await db
		.deleteFrom('social_accounts')
		.where('user_id', '=', userId)
		.$if(after !== null, (query) => query.where('connected_at', '>', after))
		.returning('provider')
		.execute()
	return rows.map(({ provider }) => provider)
}
