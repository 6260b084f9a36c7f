import { WRONG_PASSWORD } from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import type { Db } from '#server/db/tables.ts'
import { findActiveSession } from '#server/features/sessions/queries.ts'
import { type Account, type AccountCredentials, lockAccount } from '#server/features/sessions/queries-accounts.ts'
import { forbidden, unauthorized } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'

/**
 * Locks the viewer's account and checks again what may have changed while the request was waiting. Throws 401 if the
 * session has ended, and 403 if the password differs from `snapshot`, the account whose password was checked.
 */
export async function lockOwnAccount(db: Db, viewer: Viewer, snapshot?: AccountCredentials): Promise<Account> {
	const account = await lockAccount(db, viewer.userId)
	if (!account || !(await findActiveSession(db, viewer))) throw unauthorized(SESSION_REVOKED)
	if (snapshot && snapshot.password_hash !== account.password_hash) throw forbidden(WRONG_PASSWORD)
	return account
}
