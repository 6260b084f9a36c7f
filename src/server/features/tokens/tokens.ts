import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { TOKEN_SCOPES } from '#contract/token-scopes.ts'
import { type NewToken, TOKEN_LIMITS, TOO_MANY_TOKENS } from '#contract/tokens.ts'
import { now } from '#server/clock.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockOwnAccount } from '#server/features/account/account-lock.ts'
import { mailTokenCreated } from '#server/features/account/account-mails.ts'
import { conflict } from '#server/http/errors.ts'
import { requireViewer, type TokenState } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { addToken, findActiveToken, listTokenRows, recordTokenUse } from './queries.ts'
import { createTokenText } from './token-format.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Creates a token of the viewer, tells its owner by mail, and returns it; it is stored as a hash only. Throws 409 past the tokens of
 * an account, which is locked, so that their number is exact.
 */
export async function createOwnToken(
	services: Services,
	{ name, scopes, expiresInDays = null }: NewToken,
	request: FastifyRequest,
) {
	const viewer = requireViewer(request)
	const nowMs = services.clock()
	const token = createTokenText()
	const created = {
		id: uuidv7({ msecs: nowMs }),
		name,
		// Each once, in their order
		scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
		at: now(services),
		expiresAt: expiresInDays === null ? null : new Date(nowMs + expiresInDays * DAY_MS).toISOString(),
	}
	await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		if ((await listTokenRows(db, account.id)).length >= TOKEN_LIMITS.perAccount) throw conflict(TOO_MANY_TOKENS)
		await addToken(db, { ...created, userId: account.id, hash: hashToken(token) })
		await mailTokenCreated(services, db, account, name, request)
	})
	request.securityEvent = { event: 'token_created', user: viewer.userId }
	const { at: createdAt, ...rest } = created
	return { ...rest, token, createdAt }
}

/** Finds the token with a hash if it works now, and records its use, to the minute, so that few calls write. */
export async function authenticateToken(services: Services, hash: string): Promise<TokenState | undefined> {
	const token = await findActiveToken(services.db, hash, now(services))
	if (!token) return undefined
	const minute = new Date(Math.floor(services.clock() / MINUTE_MS) * MINUTE_MS).toISOString()
	if (token.last_used_at === null || token.last_used_at < minute) await recordTokenUse(services.db, token.id, minute)
	return token
}
