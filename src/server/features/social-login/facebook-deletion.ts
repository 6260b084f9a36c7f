import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BAD_SIGNED_REQUEST } from '#contract/social-login.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { mailDeleted } from '#server/features/account/account-mails.ts'
import { codeOf, deleteAccountOf } from '#server/features/account/deletion.ts'
import { accountOfPerson, dropConnection, holdWaysIn } from '#server/features/account/queries-connections.ts'
import { addConnectionDeletion, findDeletion } from '#server/features/account/queries-deletions.ts'
import { findOwnAccount } from '#server/features/sessions/queries-accounts.ts'
import { AppError } from '#server/http/errors.ts'
import { now, type Services } from '#server/services.ts'

/** How old a signed request may be; Facebook's clock may be as far ahead. */
const OLDEST_MS = 60 * 60 * 1000

/** What Facebook asks: whose data to delete, and the code of the deletion, which follows from the request. */
interface Asked {
	personId: string
	code: string
}

/** What a signed request asks. Throws 400 for one that Facebook did not sign for this app within the last hour. */
export function readSignedRequest(signedRequest: string, appSecret: string, nowMs: number): Asked {
	const [signature = '', payload = '', ...more] = signedRequest.split('.')
	const given = Buffer.from(signature, 'base64url')
	const expected = createHmac('sha256', appSecret).update(payload).digest()
	if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal()
	const { algorithm, user_id: personId, issued_at: issuedAt } = parsed(payload)
	if (typeof algorithm !== 'string' || algorithm.toUpperCase() !== 'HMAC-SHA256' || typeof personId !== 'string')
		throw refusal()
	if (typeof issuedAt !== 'number' || !(Math.abs(nowMs - issuedAt * 1000) <= OLDEST_MS)) throw refusal()
	// Facebook's codes are letters and digits alone
	const code = codeOf(createHmac('sha512', appSecret).update(`deletion code ${payload}`).digest())
	return { personId, code }
}

/**
 * Deletes what came from a person's Facebook account: the account here where Facebook is the only way into it, else its
 * connection. Returns the code of the deletion, for a person who is unknown here as well. A request that comes again
 * deletes nothing more, and has the same code.
 */
export async function deleteFacebookPerson(
	services: Services,
	{ personId, code }: Asked,
	request: FastifyRequest,
): Promise<string> {
	const { db } = services
	if (await findDeletion(db, code)) return code
	const person = { provider: 'facebook', subject: personId } as const
	const userId = await accountOfPerson(db, person)
	const account = userId === undefined ? undefined : await findOwnAccount(db, userId)
	const connectionOnly = await inTransaction(db, async (transaction) => {
		if (account) {
			const { hasPassword, providers } = await holdWaysIn(transaction, account.id)
			// Somebody else of Facebook's may be connected to it by now
			if ((await accountOfPerson(transaction, person)) === account.id) {
				if (!hasPassword && providers.length === 1) return false
				await dropConnection(transaction, account.id, 'facebook')
			}
		}
		await addConnectionDeletion(transaction, code, now(services))
		return true
	})
	if (connectionOnly || !account) return code
	const deleted = await deleteAccountOf(services, account.id, { code })
	// Its owner was first: Facebook still gets an answer, and a code that the page knows
	if (deleted === undefined) return deleteFacebookPerson(services, { personId, code }, request)
	mailDeleted(services, account, code, request)
	return code
}

function parsed(payload: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
	} catch {
		return {}
	}
}

function refusal(): AppError {
	return new AppError(400, BAD_SIGNED_REQUEST)
}
