import type { FastifyRequest } from 'fastify'
import type { Tokens } from '#contract/session-tokens.ts'
import { SECOND_FACTOR_NEEDED, type SecondStep } from '#contract/sessions.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { listFactorMethods } from '#server/features/second-factor/queries.ts'
import { AppError } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'
import { hashSubject } from './attempt-limits.ts'
import { assertNotBanned } from './bans.ts'
import { createTicket, type FirstMethod } from './login-tickets.ts'
import { deleteSurplusStepTickets } from './queries-login-tickets.ts'
import { saveKnownAddress } from './queries-sign-in-limits.ts'
import { beginSession } from './sessions.ts'

/** Second steps that an account can have open; a further one ends the oldest. */
const MAX_OPEN_STEPS = 10

/**
 * Begins the session of an account whose password or provider was right or, if it has a second factor, issues the ticket of
 * the second step. The caller must have locked the account. Throws 403 if it is banned.
 */
export async function completeFirstStep(
	services: Services,
	db: Db,
	{ userId, method }: { userId: string; method: FirstMethod | null },
	request: FastifyRequest,
): Promise<Tokens | SecondStep> {
	await assertNotBanned(services, db, userId)
	const methods = await listFactorMethods(db, userId)
	if (methods.length === 0) return beginSession(services, db, { userId, method }, request)
	await deleteSurplusStepTickets(db, userId, MAX_OPEN_STEPS - 1)
	const ticket = await createTicket(db, { purpose: 'second-factor', userId, method, challenge: null }, services.clock())
	return { ticket, methods }
}

/** Returns the tokens of a first step. Throws 401 with the ticket if there is a second one, once the ticket is committed. */
export function requireTokens(result: Tokens | SecondStep): Tokens {
	if ('ticket' in result) throw new AppError(401, SECOND_FACTOR_NEEDED, { extra: { ...result } })
	return result
}

/** Remembers the caller's network address as one that has logged in to the account. */
export async function rememberAddress(
	services: Services,
	db: Db,
	userId: string,
	request: FastifyRequest,
): Promise<void> {
	const addressHash = hashSubject(services, getClientNetwork(request))
	await saveKnownAddress(db, { userId, addressHash, at: now(services) })
}
