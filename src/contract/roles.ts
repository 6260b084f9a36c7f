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

/** The refusal of calls that need a role, to whose second factor for it is overdue. */
export const SECOND_FACTOR_REQUIRED = {
	code: 'second_factor_required',
	error: 'Your role needs two-step login. Please add a passkey or an authenticator app in your settings.',
} as const
