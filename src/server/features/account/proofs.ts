import type { FastifyRequest } from 'fastify'
import { OTHER_IDENTITY, PROOF_FAILED } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { WRONG_FACTOR } from '#contract/passkeys.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countRecoveryCodes, hasSecondFactor } from '#server/features/second-factor/queries.ts'
import { type Factor, verifyFactor } from '#server/features/second-factor/verify-factor.ts'
import { clearFactorFailures, countFactorAttempt } from '#server/features/sessions/attempt-limits.ts'
import { verifyCurrentPassword } from '#server/features/sessions/login.ts'
import { redeemTicket, type TicketCredentials } from '#server/features/sessions/login-tickets.ts'
import { hasRecentProof, recordProof } from '#server/features/sessions/queries.ts'
import type { AccountCredentials } from '#server/features/sessions/queries-accounts.ts'
import { AppError, forbidden } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailRecoveryCodeUsed } from './account-mails.ts'

/**
 * Throws 403 if the session's owner has not reauthenticated within the last ten minutes: with a second factor or a recovery code
 * if the account has a factor, for which a password or a provider is not enough. Those without one may need no proof at all.
 */
export async function requireProof(
	{ db, clock }: Services,
	{ userId, sessionId }: Viewer,
	whose: 'everyone' | 'withSecondFactor',
): Promise<void> {
	const hasFactor = await hasSecondFactor(db, userId)
	if (whose === 'withSecondFactor' && !hasFactor) return
	const since = new Date(clock() - LIFETIMES.proofMs).toISOString()
	if (!(await hasRecentProof(db, sessionId, { since, isByFactor: hasFactor }))) throw forbidden(PROOF_NEEDED)
}

/** Reauthenticates the viewer with their password. Throws 403 if it is wrong, and 429 or 503 as a login does. */
export async function reauthenticateWithPassword(
	services: Services,
	viewer: Viewer,
	account: AccountCredentials & { username: string },
	password: string,
	address: string,
): Promise<void> {
	await verifyCurrentPassword(services, account, password, address)
	await recordProof(services.db, viewer.sessionId, { at: now(services), isByFactor: false })
}

/**
 * Reauthenticates the viewer with a code of their authenticator app, a passkey or a recovery code, which is spent and mailed about.
 * Throws 403 if it is wrong, and 429 past the limits of second factors.
 */
export async function reauthenticateWithFactor(
	services: Services,
	viewer: Viewer,
	factor: Factor,
	request: FastifyRequest,
): Promise<void> {
	const { userId, sessionId } = viewer
	const address = getClientNetwork(request)
	await countFactorAttempt(services, userId, address)
	const isRight = await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		const check = { userId, factor, purpose: `reauthenticate:${sessionId}`, isOnlyFactor: true } as const
		if (!(await verifyFactor(services, db, check, request))) return false
		await clearFactorFailures(services, db, userId, address)
		await recordProof(db, sessionId, { at: now(services), isByFactor: true })
		if ('recoveryCode' in factor) {
			await mailRecoveryCodeUsed(
				services,
				db,
				account,
				{ left: await countRecoveryCodes(db, userId), use: 'proof' },
				request,
			)
			request.securityEvent = { event: 'recovery_code_used', user: userId }
		}
		return true
	})
	if (!isRight) throw forbidden(WRONG_FACTOR)
}

/**
 * Reauthenticates the viewer with the ticket of a repeated social login. Throws 400 if the ticket is invalid, and 403 if
 * it belongs to another account.
 */
export async function reauthenticateWithTicket(
	services: Services,
	viewer: Viewer,
	credentials: TicketCredentials,
): Promise<void> {
	const at = now(services)
	const ticket = await inTransaction(services.db, async (db) => {
		const ticket = await redeemTicket(db, 'reauthenticate', credentials, at)
		if (ticket?.user_id === viewer.userId) await recordProof(db, viewer.sessionId, { at, isByFactor: false })
		return ticket
	})
	if (!ticket) throw new AppError(400, PROOF_FAILED)
	if (ticket.user_id !== viewer.userId) throw forbidden(OTHER_IDENTITY)
}
