import { type Insertable, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db, Row, Tables } from '#server/db/tables.ts'
import type { ProviderIdentity } from './queries-login-tickets.ts'

/** Adds a request for an account. Returns false if another one has the name, the address or the identity. */
export async function addPending(db: Db, request: Insertable<Tables['registrations']>): Promise<boolean> {
	const added = await db
		.insertInto('registrations')
		.values(request)
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

export async function hasRoomForPending(db: Db): Promise<boolean> {
	return (await countPending(db)) < LIMITS.pendingRegistrations
}

/** Counts the requests of a network that wait. */
export async function countPendingOf(db: Db, network: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from registrations where networks @> array[${network}::text]`.execute(db)
	return rows[0]?.n ?? 0
}

/** Counts the requests that wait, of which there are at most little more than `LIMITS.pendingRegistrations`. */
export async function countPending(db: Db): Promise<number> {
	const { rows } = await sql<{ n: number }>`select count(*)::int as n from registrations`.execute(db)
	return rows[0]?.n ?? 0
}

const DOMAIN = sql<string>`substring(email_key from '[^@]*$')`
/** The widest, as which all who use it share something. */
const NETWORK = sql<string | null>`networks[cardinality(networks)]`

export interface PendingRow
	extends Pick<Row<'registrations'>, 'id' | 'username' | 'reason' | 'provider' | 'created_at' | 'expires_at'> {
	domain: string
	same_domain: number
	network: string | null
	same_network: number
}

/** Lists requests, oldest first, after one of them, and one more than `limit`. */
export async function listPending(
	db: Db,
	after: { at: string; id: string } | undefined,
	limit: number,
): Promise<PendingRow[]> {
	const { rows } = await sql<PendingRow>`
		select * from (
			select id, username, reason, provider, created_at, expires_at, ${DOMAIN} as domain, ${NETWORK} as network,
				count(*) over (partition by ${DOMAIN})::int as same_domain,
				case when ${NETWORK} is null then 0 else count(*) over (partition by ${NETWORK})::int end as same_network
			from registrations
		) waiting
		where ${after?.at ?? null}::timestamptz is null
			or (created_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
		order by created_at, id limit ${limit + 1}`.execute(db)
	return rows
}

/** Lists the requests that share a domain or a network, oldest first. */
export function listPendingBy(db: Db, by: 'domain' | 'network', value: string): Promise<{ id: string }[]> {
	return db
		.selectFrom('registrations')
		.select('id')
		.where(by === 'domain' ? DOMAIN : NETWORK, '=', value)
		.orderBy('created_at')
		.orderBy('id')
		.execute()
}

/** Takes a request out of those that wait, in the transaction that decides. Undefined if it was decided before. */
export function takePending(db: Db, id: string) {
	return db
		.deleteFrom('registrations')
		.where('id', '=', id)
		.returning([
			'id',
			'username',
			'email',
			'email_key',
			'password_hash',
			'name',
			'provider',
			'subject',
			'email_verified',
			'rules_version',
			'created_at',
		])
		.executeTakeFirst()
}

export type PendingAccount = NonNullable<Awaited<ReturnType<typeof takePending>>>

export async function isPending(db: Db, id: string): Promise<boolean> {
	const row = await db.selectFrom('registrations').select('id').where('id', '=', id).executeTakeFirst()
	return row !== undefined
}

/** Returns whether a request with an address waits. */
export async function isEmailPending(db: Db, emailKey: string): Promise<boolean> {
	const row = await db.selectFrom('registrations').select('id').where('email_key', '=', emailKey).executeTakeFirst()
	return row !== undefined
}

/** Returns whether the person of an identity at a provider, or of an address, waits for a decision. */
export async function isIdentityPending(db: Db, identity: ProviderIdentity, emailKey: string): Promise<boolean> {
	const { rows } = await sql`
		select from registrations
		where (provider = ${identity.provider} and subject = ${identity.subject}) or email_key = ${emailKey} limit 1`.execute(
		db,
	)
	return rows.length > 0
}

/** Deletes requests that nobody has decided before they expired. */
export async function deleteExpiredPending(db: Db, at: string): Promise<void> {
	await db.deleteFrom('registrations').where('expires_at', '<', at).execute()
}
