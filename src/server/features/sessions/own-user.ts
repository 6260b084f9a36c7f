import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import type { CurrentUser } from '#contract/users.ts'
import { findOwnUser, toOwnUser } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { type Account, findAccountById } from './queries-accounts.ts'

/** Returns an account as its owner sees it. Throws 401 if it was deleted between two statements. */
export async function getOwnUser({ db }: Services, userId: string): Promise<CurrentUser> {
	const row = await findOwnUser(db, userId)
	if (!row) throw unauthorized({ code: 'session_revoked', error: 'This account no longer exists' })
	return toOwnUser(row)
}

/** Returns an account with its credentials. Throws 401 if it no longer exists. */
export async function getOwnAccount({ db }: Services, userId: string): Promise<Account> {
	const account = await findAccountById(db, userId)
	if (!account) throw unauthorized(SESSION_REVOKED)
	return account
}
