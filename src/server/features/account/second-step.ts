import type { FastifyRequest } from 'fastify'
import { type Assertion, WRONG_FACTOR } from '#contract/passkeys.ts'
import { PASSKEY_REFUSED, SECOND_STEP_EXPIRED } from '#contract/second-factor.ts'
import type { Tokens } from '#contract/session-tokens.ts'
import { now } from '#server/clock.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createRequestOptions, findPasskeyOwner, verifyAssertion } from '#server/features/second-factor/passkeys.ts'
import { countRecoveryCodes, listPasskeys } from '#server/features/second-factor/queries.ts'
import { type Factor, verifyFactor } from '#server/features/second-factor/verify-factor.ts'
import { clearFactorFailures, countFactorAttempt } from '#server/features/sessions/attempt-limits.ts'
import { rememberAddress } from '#server/features/sessions/first-step.ts'
import { lockAccount } from '#server/features/sessions/queries-accounts.ts'
import { consumeLoginTicket, countStepTry, findStepTicket } from '#server/features/sessions/queries-login-tickets.ts'
import { beginSession } from '#server/features/sessions/sessions.ts'
import { unauthorized } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'
import { mailRecoveryCodeUsed } from './account-mails.ts'

const MAX_TRIES_PER_TICKET = 5

/** The result of a login. */
interface LoggedIn {
	userId: string
	tokens: Tokens
}

/** Returns the options of a passkey for the second step. Throws 401 if the ticket has expired. */
export async function createStepOptions(services: Services, ticket: string, request: FastifyRequest) {
	const hash = hashToken(ticket)
	const found = await findStepTicket(services.db, hash, { at: now(services), maxTries: MAX_TRIES_PER_TICKET })
	if (!found) throw unauthorized(SECOND_STEP_EXPIRED)
	const passkeys = await listPasskeys(services.db, found.user_id)
	return createRequestOptions(services, `second-step:${hash}`, request, { passkeys, isOnlyFactor: false })
}

/**
 * Begins the session of a ticket whose second factor is right; the ticket is then spent. Throws 401 if the ticket has expired,
 * is spent, was tried five times or has been revoked, 401 with one sentence for whatever is wrong with the factor, and 429 past
 * the limits of second factors.
 */
export async function completeSecondStep(
	services: Services,
	{ ticket, factor }: { ticket: string; factor: Factor },
	request: FastifyRequest,
): Promise<LoggedIn> {
	const hash = hashToken(ticket)
	// Counted before the factor is verified, so that concurrent tries cannot bypass the limits
	const counted = await countStepTry(services.db, hash, { at: now(services), maxTries: MAX_TRIES_PER_TICKET })
	if (!counted) throw unauthorized(SECOND_STEP_EXPIRED)
	const userId = counted.user_id
	const address = getClientNetwork(request)
	await countFactorAttempt(services, userId, address)
	const tokens = await inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, userId)
		const check = { userId, factor, purpose: `second-step:${hash}`, isOnlyFactor: false } as const
		if (!account || !(await verifyFactor(services, db, check, request))) return undefined
		const redeemed = await consumeLoginTicket(db, hash)
		// The rollback leaves the factor unspent
		if (!redeemed) throw unauthorized(SECOND_STEP_EXPIRED)
		await clearFactorFailures(services, db, userId, address)
		await rememberAddress(services, db, userId, request)
		const { method } = redeemed
		const tokens = await beginSession(services, db, { userId, method, hasSecondFactor: true }, request)
		if ('recoveryCode' in factor) {
			const left = await countRecoveryCodes(db, userId)
			await mailRecoveryCodeUsed(services, db, account, { left, use: 'login' }, request)
			request.securityEvent = { event: 'recovery_code_used', user: userId }
		}
		return tokens
	})
	if (!tokens) throw unauthorized(WRONG_FACTOR)
	return { userId, tokens }
}

/** Logs in with a passkey, which names its account. Throws 401 with one sentence for whatever is wrong with it. */
export async function logInWithPasskey(
	services: Services,
	assertion: Assertion,
	request: FastifyRequest,
): Promise<LoggedIn> {
	const userId = await findPasskeyOwner(services.db, assertion)
	if (userId === undefined) throw unauthorized(PASSKEY_REFUSED)
	const tokens = await inTransaction(services.db, async (db) => {
		if (!(await lockAccount(db, userId))) return undefined
		const check = { userId, assertion, purpose: 'sign-in', isOnlyFactor: true } as const
		if (!(await verifyAssertion(services, db, check, request))) return undefined
		await rememberAddress(services, db, userId, request)
		return beginSession(services, db, { userId, method: 'passkey' }, request)
	})
	if (!tokens) throw unauthorized(PASSKEY_REFUSED)
	return { userId, tokens }
}
