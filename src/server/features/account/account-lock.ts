import { WRONG_PASSWORD } from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { liveSession } from '#server/features/sessions/queries.ts'
import { type AccountSecret, lockAccount, type OwnAccount } from '#server/features/sessions/queries-accounts.ts'
import { forbidden, unauthorized } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'

/**
 * Locks the viewer's account after something was waited for. Throws 401 where the session has ended meanwhile, and 403
 * where the password is no longer the one that was judged.
 */
export async function lockOwnAccount(db: Db, viewer: Viewer, judged?: AccountSecret): Promise<OwnAccount> {
	const account = await lockAccount(db, viewer.userId)
	if (!account || !(await liveSession(db, viewer))) throw unauthorized(SESSION_REVOKED)
	if (judged && judged.password_hash !== account.password_hash) throw forbidden(WRONG_PASSWORD)
	return account
}
