import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BAD_SIGNED_REQUEST } from '#contract/social.ts'
import { AppError } from '../errors.ts'
import { now, type Services } from '../services.ts'
import { mailDeleted } from './account-mails.ts'
import { deleteAccountOf, newDeletionCode } from './deletion.ts'
import { findOwnAccount } from './queries.ts'
import { accountOfPerson, dropConnection, holdWaysIn } from './social-accounts.ts'

/** Facebook's id of the person whom a signed request is about. Throws 400 for one that Facebook did not sign for this app. */
export function readSignedRequest(signedRequest: string, appSecret: string): string {
	const [signature = '', payload = '', ...more] = signedRequest.split('.')
	const given = Buffer.from(signature, 'base64url')
	const expected = createHmac('sha256', appSecret).update(payload).digest()
	if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal()
	const { algorithm, user_id: personId } = parsed(payload)
	if (typeof algorithm !== 'string' || algorithm.toUpperCase() !== 'HMAC-SHA256' || typeof personId !== 'string')
		throw refusal()
	return personId
}

/**
 * Deletes what came from a person's Facebook account: the account here where Facebook is the only way into it, else its
 * connection. Returns the code of the deletion, for a person who is unknown here as well.
 */
export async function deleteFacebookPerson(
	services: Services,
	personId: string,
	request: FastifyRequest,
): Promise<string> {
	const { db } = services
	// Facebook's codes are letters and digits alone
	const code = newDeletionCode().replaceAll('-', '')
	const userId = await accountOfPerson(db, { provider: 'facebook', subject: personId })
	const account = userId === undefined ? undefined : await findOwnAccount(db, userId)
	const connectionOnly = await db.transaction().execute(async (transaction) => {
		if (account) {
			const { hasPassword, providers } = await holdWaysIn(transaction, account.id)
			if (!hasPassword && providers.length === 1) return false
			await dropConnection(transaction, account.id, 'facebook')
		}
		const at = now(services)
		await transaction
			.insertInto('deletions')
			.values({ code, requested_at: at, completed_at: at, subject: 'connection' })
			.execute()
		return true
	})
	if (connectionOnly || !account) return code
	const deleted = await deleteAccountOf(services, account.id, code)
	// its owner was first: Facebook still gets an answer, and a code that the page knows
	if (deleted === undefined) return deleteFacebookPerson(services, personId, request)
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
