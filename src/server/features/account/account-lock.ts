import { WRONG_PASSWORD } from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { liveSession } from '#server/features/sessions/queries.ts'
import { forbidden, unauthorized } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type AccountSecret, findOwnAccount, type OwnAccount } from './queries.ts'

/**
 * Locks an account until the transaction ends, and returns it as it is then; undefined where it is gone. Every transaction
 * that adds or revokes a session, ticket, link, connection or password begins with this, so that nothing is added by the
 * rules from before a reset that happens meanwhile, and no two of them meet in a deadlock.
 */
export async function lockAccount(db: Db, userId: string): Promise<OwnAccount | undefined> {
	// weaker than `for update`: what people write refers to the row and need not wait
	await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
	return findOwnAccount(db, userId)
}

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
