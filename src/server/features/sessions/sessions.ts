import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { LIFETIMES } from '#contract/limits.ts'
import type { Tokens } from '#contract/session-tokens.ts'
import { BAD_TOKEN, SESSION_REVOKED } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { deviceName } from './device-name.ts'
import { addSession, deleteSurplusSessions, endSession, findSession, spendGeneration } from './queries.ts'
import { readRefreshToken, signRefreshToken } from './tokens.ts'

/**
 * Begins a session on the caller's device, and returns its first tokens. The account is locked: past the limit of
 * sessions, the one that was used least recently is deleted.
 */
export async function beginSession(
	services: Services,
	locked: Db,
	userId: string,
	request: FastifyRequest,
): Promise<Tokens> {
	const id = uuidv7({ msecs: services.clock() })
	const device = deviceName(request.headers['user-agent'] ?? '')
	await deleteSurplusSessions(locked, userId)
	await addSession(locked, { id, userId, device, at: now(services) })
	request.deed = { event: 'signed_in', user: userId }
	return tokensOf(services, userId, id, 0)
}

/**
 * The next tokens for a refresh token, which works once. Within 10 s a spent one answers its successor again, for a
 * client that lost the answer; later it ends the session, because someone else may hold the tokens. Throws 401.
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
	const since = new Date(nowMs - LIFETIMES.refreshTokenMs).toISOString()
	const userId = await spendGeneration(services.db, { sessionId, generation, at: now(services), since })
	if (userId !== undefined) return tokensOf(services, userId, sessionId, generation + 1)

	const session = await findSession(services.db, sessionId)
	if (!session || session.ended_at !== null) throw unauthorized(SESSION_REVOKED)
	const sinceRotationMs = nowMs - Date.parse(session.rotated_at)
	if (session.generation === generation + 1 && sinceRotationMs <= LIFETIMES.refreshGraceMs)
		return tokensOf(services, session.user_id, sessionId, session.generation)
	await endSession(services.db, sessionId, now(services))
	if (session.generation === generation) throw unauthorized(BAD_TOKEN)
	request.deed = { event: 'tokens_reused', user: session.user_id }
	throw unauthorized(SESSION_REVOKED)
}

/** The tokens of a session that goes on, as its device has them, with a fresh access token. Throws 401 where it has ended. */
export async function currentTokens(services: Services, { userId, sessionId }: Viewer): Promise<Tokens> {
	const session = await findSession(services.db, sessionId)
	if (!session || session.ended_at !== null) throw unauthorized(SESSION_REVOKED)
	return tokensOf(services, userId, sessionId, session.generation)
}

/** Ends the session of a refresh token, spent or not; any other text changes nothing. */
export async function endSessionOf(services: Services, refreshToken: string): Promise<void> {
	const claim = readRefreshToken(services.keys, refreshToken)
	if (claim) await endSession(services.db, claim.sessionId, now(services))
}

function tokensOf(services: Services, userId: string, sessionId: string, generation: number): Tokens {
	return {
		accessToken: services.accessTokens.sign({ userId, sessionId }, services.clock()),
		refreshToken: signRefreshToken(services.keys, { sessionId, generation }),
	}
}
