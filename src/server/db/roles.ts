import type { Role } from '#contract/roles.ts'
import { rawQuery } from './raw-query.ts'
import type { Db } from './tables.ts'

/** Returns SQL for the role that an account is in now: a member's while it is suspended or banned. */
export const roleInForce = (user: string) =>
	`case when ${user}.banned_at is null and (${user}.suspended_until is null or ${user}.suspended_until <= now()) then ${user}.role else 'member' end`

/** Returns the role that an account is in now; undefined if it is gone. Nobody changes it until the transaction ends. */
export async function holdRole(db: Db, userId: string): Promise<Role | undefined> {
	const text = `select ${roleInForce('u')} as role from users u where u.id = $1 and u.deleted_at is null for share`
	return (await rawQuery<{ role: Role }>(db, text, [userId]))[0]?.role
}
