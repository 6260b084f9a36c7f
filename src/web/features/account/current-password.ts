import type { Problem } from '#contract/problems.ts'
import type { CurrentUser } from '#contract/users.ts'

/** Checks on the client that the current password was entered; an account without a password needs none. */
export function validateCurrentPassword(
	typed: string,
	{ hasPassword }: CurrentUser,
	path = 'currentPassword',
): Problem[] {
	return hasPassword && typed === '' ? [{ path, message: 'Please enter your current password' }] : []
}

/** Returns the draft's `currentPassword` for the request body; empty if the account has no password. */
export function pickCurrentPassword(draft: { currentPassword: string }, { hasPassword }: CurrentUser) {
	return hasPassword ? { currentPassword: draft.currentPassword } : {}
}
