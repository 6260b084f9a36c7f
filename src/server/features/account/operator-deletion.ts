import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { now } from '#server/clock.ts'
import { createReadableCode } from '#server/db/readable-codes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addAction } from '#server/features/moderation/queries-actions.ts'
import { findAccountById } from '#server/features/sessions/queries-accounts.ts'
import type { Services } from '#server/services.ts'
import { mailDeletedByOperator } from './account-mails.ts'
import { retireUsername } from './available-usernames.ts'
import { hideAccount } from './queries-deletions.ts'

/**
 * Deletes an account for the operator, as its owner could, and writes it into the log of moderation. Returns the deletion's
 * code, or undefined if the account was already gone.
 */
export async function deleteAccountAsOperator(
	services: Services,
	userId: string,
	log: FastifyBaseLogger,
): Promise<string | undefined> {
	const code = createReadableCode()
	const at = now(services)
	const isHidden = await inTransaction(services.db, async (db) => {
		const account = await findAccountById(db, userId)
		if (!account) return false
		const id = uuidv7({ msecs: services.clock() })
		const unnamed = { moderatorId: null, reason: null, note: null, snapshot: null, title: null }
		await addAction(db, { ...unnamed, id, action: 'delete', subject: 'user', subjectId: userId, authorId: userId, at })
		const username = await hideAccount(db, userId, code, at)
		if (username === undefined) return false
		await retireUsername(services, db, username)
		await mailDeletedByOperator(services, db, account, code, log)
		return true
	})
	if (!isHidden) return undefined
	await services.purges.start(userId)
	return code
}
