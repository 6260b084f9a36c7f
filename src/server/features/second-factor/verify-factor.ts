import type { FastifyRequest } from 'fastify'
import type { Assertion } from '#contract/passkeys.ts'
import type { Db } from '#server/db/tables.ts'
import type { Services } from '#server/services.ts'
import { verifyCode } from './authenticator.ts'
import type { ChallengePurpose } from './challenges.ts'
import { verifyAssertion } from './passkeys.ts'
import { verifyRecoveryCode } from './recovery-codes.ts'

/** What a person confirms a second step with: one of these. */
export type Factor = { code: string } | { recoveryCode: string } | { assertion: Assertion }

/** Verifies an account's factor, which is spent. The caller must have locked the account. */
export function verifyFactor(
	services: Services,
	db: Db,
	check: { userId: string; factor: Factor; purpose: ChallengePurpose; isOnlyFactor: boolean },
	request: FastifyRequest,
): Promise<boolean> {
	const { userId, factor } = check
	if ('code' in factor)
		return verifyCode(services.keys.authenticators, db, { userId, code: factor.code, nowMs: services.clock() })
	if ('recoveryCode' in factor) return verifyRecoveryCode(db, userId, factor.recoveryCode)
	return verifyAssertion(services, db, { ...check, assertion: factor.assertion }, request)
}

/** Returns the one factor that a request names; undefined if it names none or several. */
export function pickFactor(body: {
	code?: string | null | undefined
	recoveryCode?: string | null | undefined
	assertion?: Assertion | undefined
}): Factor | undefined {
	const factors: Factor[] = []
	if (body.code != null) factors.push({ code: body.code })
	if (body.recoveryCode != null) factors.push({ recoveryCode: body.recoveryCode })
	if (body.assertion !== undefined) factors.push({ assertion: body.assertion })
	return factors.length === 1 ? factors[0] : undefined
}
