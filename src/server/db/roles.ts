import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from './tables.ts'

/**
 * Returns SQL for the time by which an account that has another role than a member's must have a second factor: a week after its
 * role began to need one. Null if it has one or needs none.
 */
export const secondFactorDue = (user: string) =>
	`(select greatest(duty.since, ${user}.role_since) + interval '7 days' from second_factor_duties duty where duty.role = ${user}.role
		and not exists (select from passkeys where user_id = ${user}.id)
		and not exists (select from authenticators where user_id = ${user}.id and confirmed_at is not null))`

/** Returns SQL for the role that an account could be in if it had the second factor that is overdue; null if none is. */
export const overdueRole = (user: string) =>
	`case when ${user}.role = 'member' then null when ${secondFactorDue(user)} <= now() then ${user}.role end`

/**
 * Returns SQL for the role that an account is in now: a member's while it is suspended or banned, or lacks a second factor that
 * is overdue.
 */
export const roleInForce = (user: string) =>
	`case when ${user}.role = 'member' or ${user}.banned_at is not null or ${user}.suspended_until > now() then 'member'
		when ${secondFactorDue(user)} <= now() then 'member' else ${user}.role end`

/** Returns the role that an account is in now; undefined if it is gone. Nobody changes it until the transaction ends. */
export async function holdRole(db: Db, userId: string): Promise<Role | undefined> {
	const { rows } = await sql<{ role: Role }>`
		select ${sql.raw(roleInForce('u'))} as role from users u
		where u.id = ${userId} and u.deleted_at is null for share`.execute(db)
	return rows[0]?.role
}
