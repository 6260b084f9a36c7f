import { BAD_PROOF, OTHER_IDENTITY, PROOF_NEEDED } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type GivenTicket, spendTicket } from '#server/features/sessions/login-tickets.ts'
import { hasProof, markProved } from '#server/features/sessions/queries.ts'
import type { AccountSecret } from '#server/features/sessions/queries-accounts.ts'
import { confirmPassword } from '#server/features/sessions/sign-in.ts'
import { AppError, forbidden } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'

/** Throws 403 where the session's owner has not proved who they are within the last ten minutes. */
export async function requireProof({ db, clock }: Services, { sessionId }: Viewer): Promise<void> {
	const since = new Date(clock() - LIFETIMES.proofMs).toISOString()
	if (!(await hasProof(db, sessionId, since))) throw forbidden(PROOF_NEEDED)
}

/** Proves by the password who the viewer is. Throws 403, and 429 as a sign-in does. */
export async function provePassword(
	services: Services,
	viewer: Viewer,
	account: AccountSecret & { username: string },
	password: string,
	address: string,
): Promise<void> {
	await confirmPassword(services, account, password, address)
	await markProved(services.db, viewer.sessionId, now(services))
}

/**
 * Proves by the ticket of a repeated social sign-in who the viewer is. Throws 400 for a ticket that is none, and 403 where
 * it is another account's.
 */
export async function proveByTicket(services: Services, viewer: Viewer, given: GivenTicket): Promise<void> {
	const at = now(services)
	const outcome = await inTransaction(services.db, async (db) => {
		const ticket = await spendTicket(db, 'reauthenticate', given, at)
		if (ticket?.user_id === viewer.userId) await markProved(db, viewer.sessionId, at)
		return ticket
	})
	if (!outcome) throw new AppError(400, BAD_PROOF)
	if (outcome.user_id !== viewer.userId) throw forbidden(OTHER_IDENTITY)
}
