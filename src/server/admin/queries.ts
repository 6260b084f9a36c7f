import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { usernameKey } from '#contract/users.ts'
import type { Db } from '#server/db/tables.ts'

/** Changes the role of the account with this name, in any case. Returns what it was; undefined if there is no such account. */
export async function changeRole(
	db: Db,
	username: string,
	role: Role,
): Promise<{ username: string; before: Role } | undefined> {
	const { rows } = await sql<{ username: string; before: Role }>`
		with held as (
			select id, role from users where lower(username) = ${usernameKey(username)} and deleted_at is null for update
		)
		update users set role = ${role} from held where users.id = held.id
		returning users.username, held.role as before`.execute(db)
	return rows[0]
}

/** Finds an account by its name, in any case. */
export async function findAccount(db: Db, username: string): Promise<{ id: string; username: string } | undefined> {
	const { rows } = await sql<{ id: string; username: string }>`
		select id, username from users where lower(username) = ${usernameKey(username)} and deleted_at is null`.execute(db)
	return rows[0]
}

/** Counts the accounts that run the site. */
export async function countAdmins(db: Db): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from users where role = 'admin' and deleted_at is null`.execute(db)
	return rows[0]?.n ?? 0
}
