import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BAD_SIGNED_REQUEST } from '#contract/social-login.ts'
import { now } from '#server/clock.ts'
import { toReadableCode } from '#server/db/readable-codes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteAccountAndContent } from '#server/features/account/deletion.ts'
import {
	deleteConnection,
	findAccountByIdentity,
	lockSignInMethods,
} from '#server/features/account/queries-connections.ts'
import { addConnectionDeletion, findDeletion } from '#server/features/account/queries-deletions.ts'
import { findAccountById } from '#server/features/sessions/queries-accounts.ts'
import { AppError } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'

/** The maximum age of a signed request; Facebook's clock may be ahead by as much. */
const MAX_REQUEST_AGE_MS = 60 * 60 * 1000

/** A deletion request from Facebook: the user whose data to delete, and the deletion's code, derived from the request. */
interface DeletionRequest {
	facebookUserId: string
	code: string
}

/** Verifies and reads a signed request. Throws 400 if Facebook did not sign it for this app within the last hour. */
export function readSignedRequest(signedRequest: string, appSecret: string, nowMs: number): DeletionRequest {
	const [signature = '', payload = '', ...rest] = signedRequest.split('.')
	const actual = Buffer.from(signature, 'base64url')
	const expected = createHmac('sha256', appSecret).update(payload).digest()
	if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected))
		throw badSignedRequest()
	const { algorithm, user_id: facebookUserId, issued_at: issuedAt } = parsePayload(payload)
	if (typeof algorithm !== 'string' || algorithm.toUpperCase() !== 'HMAC-SHA256' || typeof facebookUserId !== 'string')
		throw badSignedRequest()
	if (typeof issuedAt !== 'number' || !(Math.abs(nowMs - issuedAt * 1000) <= MAX_REQUEST_AGE_MS))
		throw badSignedRequest()
	// Facebook accepts only letters and digits in codes
	const code = toReadableCode(createHmac('sha512', appSecret).update(`deletion code ${payload}`).digest())
	return { facebookUserId, code }
}

/**
 * Deletes a Facebook user's data: the account here if Facebook is its only login method, otherwise only its connection.
 * Returns the deletion's code, even for an unknown user. A repeated request deletes nothing more and returns the same code.
 */
export async function deleteFacebookUserData(
	services: Services,
	{ facebookUserId, code }: DeletionRequest,
	request: FastifyRequest,
): Promise<string> {
	const { db } = services
	if (await findDeletion(db, code)) return code
	const identity = { provider: 'facebook', subject: facebookUserId } as const
	const userId = await findAccountByIdentity(db, identity)
	const account = userId === undefined ? undefined : await findAccountById(db, userId)
	const isConnectionOnly = await inTransaction(db, async (transaction) => {
		if (account) {
			const { hasPassword, providers, passkeys } = await lockSignInMethods(transaction, account.id)
			// The account may be linked to another Facebook user by now
			if ((await findAccountByIdentity(transaction, identity)) === account.id) {
				if (!hasPassword && passkeys === 0 && providers.length === 1) return false
				await deleteConnection(transaction, account.id, 'facebook')
			}
		}
		await addConnectionDeletion(transaction, code, now(services))
		return true
	})
	if (isConnectionOnly || !account) return code
	const deletedCode = await deleteAccountAndContent(services, account, request, { code })
	// The owner deleted the account first: record the request, so that Facebook gets a code that the status page knows
	if (deletedCode === undefined) return deleteFacebookUserData(services, { facebookUserId, code }, request)
	return code
}

function parsePayload(payload: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
	} catch {
		return {}
	}
}

function badSignedRequest(): AppError {
	return new AppError(400, BAD_SIGNED_REQUEST)
}
