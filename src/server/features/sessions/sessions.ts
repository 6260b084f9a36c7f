import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { LIFETIMES } from '#contract/limits.ts'
import type { LoginMethod } from '#contract/session-devices.ts'
import { BAD_TOKEN, SESSION_REVOKED } from '#contract/session-refusals.ts'
import type { Tokens } from '#contract/session-tokens.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { assertNotBanned } from './bans.ts'
import { parseDeviceName } from './device-name.ts'
import { addSession, deleteSurplusSessions, endSession, findSession, rotateSession } from './queries.ts'
import { readRefreshToken, signRefreshToken } from './tokens.ts'

/** A completed login. */
export interface Login {
	userId: string
	method: LoginMethod | null
	/** Whether it took a second step. */
	hasSecondFactor?: boolean
}

/**
 * Begins a session on the caller's device and returns its first tokens. The caller must have locked the account. At the
 * session limit, the least recently used session is deleted. Throws 403 if the account is banned.
 */
export async function beginSession(
	services: Services,
	db: Db,
	{ userId, method, hasSecondFactor = false }: Login,
	request: FastifyRequest,
): Promise<Tokens> {
	await assertNotBanned(services, db, userId)
	const id = uuidv7({ msecs: services.clock() })
	const device = parseDeviceName(request.headers['user-agent'] ?? '')
	await deleteSurplusSessions(db, userId)
	await addSession(db, { id, userId, device, method, hasSecondFactor, at: now(services) })
	request.securityEvent = { event: 'signed_in', user: userId }
	return issueTokens(services, userId, id, 0)
}

/**
 * Exchanges a refresh token, which works once, for the next tokens. Within 10 s a spent token returns the same successor
 * again, for a client that lost the response; after that it ends the session, because someone else may hold the tokens.
 * Throws 401 if the token is invalid or reused, or the session has ended or is 400 days old.
 */
export async function refreshSession(
	services: Services,
	refreshToken: string,
	request: FastifyRequest,
): Promise<Tokens> {
	const claim = readRefreshToken(services.keys, refreshToken)
	if (!claim) throw unauthorized(BAD_TOKEN)
	const { sessionId, generation } = claim
	const nowMs = services.clock()
	const ago = (ms: number) => new Date(nowMs - ms).toISOString()
	const userId = await rotateSession(services.db, {
		sessionId,
		generation,
		at: now(services),
		since: ago(LIFETIMES.refreshTokenMs),
		// The access token that it gets must not outlast it
		begunAfter: ago(LIFETIMES.sessionMs - LIFETIMES.accessTokenMs),
	})
	if (userId !== undefined) return issueTokens(services, userId, sessionId, generation + 1)

	const session = await findSession(services.db, sessionId)
	if (!session || session.ended_at !== null) throw unauthorized(SESSION_REVOKED)
	const rotationAgeMs = nowMs - Date.parse(session.rotated_at)
	if (session.generation === generation + 1 && rotationAgeMs <= LIFETIMES.refreshGraceMs)
		return issueTokens(services, session.user_id, sessionId, session.generation)
	await endSession(services.db, sessionId, now(services))
	if (session.generation === generation) throw unauthorized(BAD_TOKEN)
	request.securityEvent = { event: 'tokens_reused', user: session.user_id }
	throw unauthorized(SESSION_REVOKED)
}

/** Returns an active session's current refresh token with a new access token. Throws 401 if the session has ended. */
export async function reissueTokens(services: Services, { userId, sessionId }: Viewer): Promise<Tokens> {
	const session = await findSession(services.db, sessionId)
	if (!session || session.ended_at !== null) throw unauthorized(SESSION_REVOKED)
	return issueTokens(services, userId, sessionId, session.generation)
}

/** Ends the session of a refresh token, spent or not; an invalid token has no effect. */
export async function endSessionByToken(services: Services, refreshToken: string): Promise<void> {
	const claim = readRefreshToken(services.keys, refreshToken)
	if (claim) await endSession(services.db, claim.sessionId, now(services))
}

function issueTokens(services: Services, userId: string, sessionId: string, generation: number): Tokens {
	return {
		accessToken: services.accessTokens.sign({ userId, sessionId }, services.clock()),
		refreshToken: signRefreshToken(services.keys, { sessionId, generation }),
	}
}
