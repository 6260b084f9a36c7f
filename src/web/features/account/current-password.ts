import type { Problem } from '#contract/problems.ts'
import type { OwnUser } from '#contract/users.ts'

/** What is wrong with the present password before anybody is asked: it is needed where the account has one. */
export function currentPasswordProblems(typed: string, { hasPassword }: OwnUser, path = 'currentPassword'): Problem[] {
	return hasPassword && typed === '' ? [{ path, message: 'Please enter your current password' }] : []
}

/** The present password of a draft, where the account has one. */
export function currentPassword(draft: { currentPassword: string }, { hasPassword }: OwnUser) {
	return hasPassword ? { currentPassword: draft.currentPassword } : {}
}
