import { createHash, createHmac, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { WORK_NEEDED } from '#contract/registration.ts'
import type { WorkChallenge } from '#contract/registration-requests.ts'
import { now } from '#server/clock.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { addSpentChallenge } from '#server/features/second-factor/queries.ts'
import { hashSubject } from '#server/features/sessions/attempt-limits.ts'
import { countSignInFailure } from '#server/features/sessions/queries-sign-in-limits.ts'
import { forbidden } from '#server/http/errors.ts'
import { countByNetwork, isLoopback } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'

/** Half of it is tried on average, which an old phone does in under a second. */
const MAX_NUMBER = 100_000
const ABUSE_WINDOW_MS = 10 * 60 * 1000
/** Registrations and requests for mails from one network within the window, after which each needs a proof. */
const MAX_WITHOUT_PROOF = 5

/** Spends a verified proof. Throws 403 if it was used before. */
export type SpendProof = (db: Db) => Promise<void>

/**
 * Creates a challenge in ALTCHA's format. It is signed instead of stored, so that strangers, who may ask for any number, fill
 * nothing.
 */
export function createWorkChallenge(key: KeyObject, nowMs: number): WorkChallenge {
	const expires = Math.ceil((nowMs + LIFETIMES.workChallengeMs) / 1000)
	const salt = `${randomBytes(9).toString('base64url')}?expires=${expires}&`
	const challenge = hashNumber(salt, randomInt(MAX_NUMBER + 1))
	return { algorithm: 'SHA-256', challenge, maxnumber: MAX_NUMBER, salt, signature: sign(key, challenge) }
}

/**
 * Checks the proof of a request that needs one: each, or those of a network with many lately, as the operator has set. One
 * that `isDear` needs it unless the operator has turned proofs off. Returns how to spend it, in the transaction of what it is for. Throws 403 if it is missing, wrong or expired.
 */
export async function requireProofOfWork(
	services: Services,
	request: FastifyRequest,
	proof: string | null | undefined,
	{ isDear = false } = {},
): Promise<SpendProof> {
	if (!(await isProofNeeded(services, request, isDear))) return async () => {}
	const solved = proof == null ? undefined : verifyProof(services.keys.workChallenges, proof, services.clock())
	if (!solved) throw forbidden(WORK_NEEDED)
	return async (db) => {
		if (!(await addSpentChallenge(db, hashToken(solved.challenge), new Date(solved.expiresMs).toISOString())))
			throw forbidden(WORK_NEEDED)
	}
}

async function isProofNeeded(services: Services, request: FastifyRequest, isDear: boolean): Promise<boolean> {
	const { config, db, clock } = services
	if (config.proofOfWork !== 'abuse') return config.proofOfWork === 'always'
	if (!config.proofFromLoopback && isLoopback(request.ip)) return false
	if (isDear) return true
	const since = new Date(clock() - ABUSE_WINDOW_MS).toISOString()
	const { isAllowed } = await countByNetwork(
		request.ip,
		// A factor below 1 makes up for several processes, which count this together
		MAX_WITHOUT_PROOF * Math.max(1, config.rateLimitFactor),
		async (network, limit) => {
			const subject = `work:${hashSubject(services, network)}`
			return { isAllowed: (await countSignInFailure(db, subject, now(services), since)).failures <= limit }
		},
	)
	return !isAllowed
}

/** Returns the challenge that a proof solves and when it expires; undefined if it is not one of this site, unsolved or expired. */
export function verifyProof(
	key: KeyObject,
	proof: string,
	nowMs: number,
): { challenge: string; expiresMs: number } | undefined {
	const solution = parseProof(proof)
	if (!solution) return undefined
	const { challenge, salt, number, signature } = solution
	const expiresMs = Number(/\?expires=(\d{1,12})&$/.exec(salt)?.[1]) * 1000
	if (!isSame(signature, sign(key, challenge)) || hashNumber(salt, number) !== challenge || !(expiresMs > nowMs))
		return undefined
	return { challenge, expiresMs }
}

function parseProof(proof: string) {
	try {
		const { challenge, salt, number, signature } = JSON.parse(Buffer.from(proof, 'base64').toString()) as Record<
			string,
			unknown
		>
		if (typeof challenge !== 'string' || typeof salt !== 'string' || typeof signature !== 'string') return undefined
		return Number.isSafeInteger(number) ? { challenge, salt, number: Number(number), signature } : undefined
	} catch {
		return undefined
	}
}

function hashNumber(salt: string, number: number): string {
	return createHash('sha256').update(`${salt}${number}`).digest('hex')
}

/** The challenge is a hash of the salt, so the signature covers the expiry. */
function sign(key: KeyObject, challenge: string): string {
	return createHmac('sha256', key).update(challenge).digest('hex')
}

function isSame(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)]
	return a.length === b.length && timingSafeEqual(a, b)
}
