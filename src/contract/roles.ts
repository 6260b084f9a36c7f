import type { Refusal } from './endpoint.ts'

/** What an account may do: moderators keep order among members, admins also run the site. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Returns whether a role includes what another one may do. */
export function includesRole(role: Role, needed: Role): boolean {
	return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** The refusals of calls that need a role. */
export const ROLE_NEEDED: Readonly<Record<Exclude<Role, 'member'>, Refusal>> = {
	moderator: { code: 'moderators_only', error: 'Only moderators can do this' },
	admin: { code: 'admins_only', error: 'Only admins can do this' },
}
