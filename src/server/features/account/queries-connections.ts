import { sql } from 'kysely'
import type { Provider } from '#contract/social-login-providers.ts'
import type { Db } from '#server/db/tables.ts'
import { listPasskeys } from '#server/features/second-factor/queries.ts'
import { revokeTickets } from '#server/features/sessions/queries.ts'
import { lockAccount } from '#server/features/sessions/queries-accounts.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'

/** Finds the account linked to a provider identity. */
export async function findAccountByIdentity(
	db: Db,
	{ provider, subject }: ProviderIdentity,
): Promise<string | undefined> {
	const row = await db
		.selectFrom('social_accounts')
		.select('user_id')
		.where('provider', '=', provider)
		.where('subject', '=', subject)
		.executeTakeFirst()
	return row?.user_id
}

/**
 * Links a provider identity to an account. Returns false if the identity is already linked to an account, or the account to
 * an identity of that provider.
 */
export async function addConnection(db: Db, identity: ProviderIdentity, userId: string, at: string): Promise<boolean> {
	const added = await db
		.insertInto('social_accounts')
		.values({ ...identity, user_id: userId, connected_at: at })
		.onConflict((conflict) => conflict.doNothing())
		.returning('user_id')
		.executeTakeFirst()
	return added !== undefined
}

/** Adds an account that has yet to choose its username. Returns false if the placeholder or the email address is taken. */
export async function addAccountWithoutUsername(
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

/** Finds the account of an email address, with whether the address is verified. */
export async function findEmailOwner(
	db: Db,
	emailKey: string,
): Promise<{ id: string; isEmailVerified: boolean } | undefined> {
	return db
		.selectFrom('users')
		.select(['id', sql<boolean>`email_verified_at is not null`.as('isEmailVerified')])
		.where('email_key', '=', emailKey)
		.executeTakeFirst()
}

/** Locks an account until the transaction ends and returns its sign-in methods. */
export async function lockSignInMethods(
	db: Db,
	userId: string,
): Promise<{ hasPassword: boolean; providers: Provider[]; passkeys: number }> {
	const account = await lockAccount(db, userId)
	const passkeys = await listPasskeys(db, userId)
	const rows = await db.selectFrom('social_accounts').select('provider').where('user_id', '=', userId).execute()
	return {
		hasPassword: account?.password_hash != null,
		providers: rows.map(({ provider }) => provider),
		passkeys: passkeys.length,
	}
}

/** Disconnects a provider from an account and revokes the account's unredeemed tickets. */
export async function deleteConnection(db: Db, userId: string, provider: Provider): Promise<void> {
	await revokeTickets(db, userId)
	await db.deleteFrom('social_accounts').where('user_id', '=', userId).where('provider', '=', provider).execute()
}

/** Disconnects an account's providers, or only those connected after the given time. Returns the disconnected ones. */
export async function deleteConnections(db: Db, userId: string, connectedAfter: string | null): Promise<Provider[]> {
	const rows = await db
		.deleteFrom('social_accounts')
		.where('user_id', '=', userId)
		.$if(connectedAfter !== null, (query) => query.where('connected_at', '>', connectedAfter))
		.returning('provider')
		.execute()
	return rows.map(({ provider }) => provider)
}
