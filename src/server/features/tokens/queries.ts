import { sql } from 'kysely'
import type { TokenScope } from '#contract/token-scopes.ts'
import { TOKEN_LIMITS } from '#contract/tokens.ts'
import type { Db } from '#server/db/tables.ts'

/** A new token of an account. */
export interface NewTokenRow {
	id: string
	userId: string
	hash: string
	name: string
	scopes: TokenScope[]
	at: string
	expiresAt: string | null
}

export async function addToken(db: Db, token: NewTokenRow): Promise<void> {
	await db
		.insertInto('tokens')
		.values({
			id: token.id,
			user_id: token.userId,
			hash: token.hash,
			name: token.name,
			scopes: token.scopes,
			created_at: token.at,
			last_used_at: null,
			expires_at: token.expiresAt,
		})
		.execute()
}

/** Lists an account's tokens, newest first, with those that have expired. */
export function listTokenRows(db: Db, userId: string) {
	return db
		.selectFrom('tokens')
		.select(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'expires_at'])
		.where('user_id', '=', userId)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(TOKEN_LIMITS.perAccount)
		.execute()
}

/** Deletes an account's token. Returns false if the account has none with this ID. */
export async function deleteToken(db: Db, id: string, userId: string): Promise<boolean> {
	const deleted = await db
		.deleteFrom('tokens')
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.returning('id')
		.executeTakeFirst()
	return deleted !== undefined
}

interface ActiveToken {
	id: string
	user_id: string
	scopes: TokenScope[]
	last_used_at: string | null
	needs_username: boolean
	suspended_until: string | null
}

/** Finds a token that works at a time, with what its account may do now. */
export async function findActiveToken(db: Db, hash: string, at: string): Promise<ActiveToken | undefined> {
	const { rows } = await sql<ActiveToken>`
		select t.id, t.user_id, t.scopes, t.last_used_at, u.needs_username, u.suspended_until
		from tokens t join users u on u.id = t.user_id
		where t.hash = ${hash} and (t.expires_at is null or t.expires_at > ${at}::timestamptz) and u.banned_at is null`.execute(
		db,
	)
	return rows[0]
}

/** Records that a token was used at a time, unless it is known to have been used then or later. */
export async function recordTokenUse(db: Db, id: string, at: string): Promise<void> {
	await sql`
		update tokens set last_used_at = ${at}::timestamptz
		where id = ${id}::uuid and (last_used_at is null or last_used_at < ${at}::timestamptz)`.execute(db)
}

/** Deletes tokens that expired before a time. */
export async function deleteExpiredTokens(db: Db, before: string): Promise<void> {
	await db.deleteFrom('tokens').where('expires_at', '<', before).execute()
}
