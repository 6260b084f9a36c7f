import type { FastifyRequest } from 'fastify'
import { now } from '#server/clock.ts'
import { createReadableCode } from '#server/db/readable-codes.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Services } from '#server/services.ts'
import { mailAccountDeleted } from './account-mails.ts'
import { retireUsername } from './available-usernames.ts'
import type { Recipient } from './compose-mail.ts'
import { hideAccount } from './queries-deletions.ts'

/**
 * Deletes an account and all of its content, likes and follows. One transaction hides the account, ends its sessions, frees
 * its email address, keeps its username from others for a while, and queues a last mail to its owner; its rows are then
 * deleted in batches, those of a small account before this returns.
 * Returns the deletion's code, or undefined if the account was already gone.
 * `check` runs first, in the transaction that hides the account, and throws if it may not be deleted after all.
 */
export async function deleteAccountAndContent(
	services: Services,
	account: Recipient,
	request: FastifyRequest,
	{ code = createReadableCode(), check }: { code?: string; check?: (db: Db) => Promise<void> } = {},
): Promise<string | undefined> {
	const isHidden = await inTransaction(services.db, async (db) => {
		await check?.(db)
		const username = await hideAccount(db, account.id, code, now(services))
		if (username === undefined) return false
		await retireUsername(services, db, username)
		await mailAccountDeleted(services, db, account, code, request)
		return true
	})
	if (!isHidden) return undefined
	await services.purges.start(account.id)
	return code
}
