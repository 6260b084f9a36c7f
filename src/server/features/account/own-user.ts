import type { OwnUser } from '#contract/users.ts'
import { findOwnUser, ownUserOf } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'

/** An account as its owner sees it. Throws 401 where it was deleted between two statements. */
export async function ownUser({ db }: Services, userId: string): Promise<OwnUser> {
	const row = await findOwnUser(db, userId)
	if (!row) throw unauthorized({ code: 'session_revoked', error: 'This account no longer exists' })
	return ownUserOf(row)
}
