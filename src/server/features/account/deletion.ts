import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { now, type Services } from '#server/services.ts'
import { mailAccountDeleted } from './account-mails.ts'
import type { Recipient } from './compose-mail.ts'
import { hideAccount } from './queries-deletions.ts'

// Omits letters and digits that look alike
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Deletes an account and all of its content, likes and follows. One transaction hides the account, ends its sessions and
 * frees its username and email address, and queues a last mail to its owner; its rows are then deleted in batches, those of
 * a small account before this returns.
 * Returns the deletion's code, or undefined if the account was already gone.
 * `check` runs first, in the transaction that hides the account, and throws if it may not be deleted after all.
 */
export async function deleteAccountAndContent(
	services: Services,
	account: Recipient,
	request: FastifyRequest,
	{ code = createDeletionCode(), check }: { code?: string; check?: (db: Db) => Promise<void> } = {},
): Promise<string | undefined> {
	const isHidden = await inTransaction(services.db, async (db) => {
		await check?.(db)
		if (!(await hideAccount(db, account.id, code, now(services)))) return false
		await mailAccountDeleted(services, db, account, code, request)
		return true
	})
	if (!isHidden) return undefined
	await services.purges.start(account.id)
	return code
}

/** Creates a deletion code, sixteen characters in groups: 78 bits, easy to read out and type. */
export function createDeletionCode(): string {
	return toDeletionCode(randomBytes(64)).replace(/(.{4})(?!$)/g, '$1-')
}

/** Converts 64 unpredictable bytes to a deletion code of sixteen characters. */
export function toDeletionCode(bytes: Buffer): string {
	// Larger bytes would bias the code toward the first letters of the alphabet
	const limit = 256 - (256 % CODE_ALPHABET.length)
	return [...bytes]
		.filter((byte) => byte < limit)
		.slice(0, 16)
		.map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
		.join('')
}
