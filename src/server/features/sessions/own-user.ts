import { SESSION_REVOKED } from '#contract/sessions.ts'
import type { OwnUser } from '#contract/users.ts'
import { findOwnUser, ownUserOf } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { findOwnAccount, type OwnAccount } from './queries-accounts.ts'

/** An account as its owner sees it. Throws 401 where it was deleted between two statements. */
export async function ownUser({ db }: Services, userId: string): Promise<OwnUser> {
	const row = await findOwnUser(db, userId)
	if (!row) throw unauthorized({ code: 'session_revoked', error: 'This account no longer exists' })
	return ownUserOf(row)
}

/** An account as its own requests need it. Throws 401 where it is gone. */
export async function ownAccount({ db }: Services, userId: string): Promise<OwnAccount> {
	const account = await findOwnAccount(db, userId)
	if (!account) throw unauthorized(SESSION_REVOKED)
	return account
}
