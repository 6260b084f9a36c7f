import type { FastifyRequest } from 'fastify'
import { BAD_LINK, TOO_MANY_MAILS } from '#contract/account.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import {
	type Account,
	isUniqueViolation,
	lockAccount,
	markEmailVerified,
	updateEmail,
} from '#server/features/sessions/queries-accounts.ts'
import { AppError, tooManyRequests } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailEmailChanged, mailEmailChangeLink, mailEmailChangeRequested, mailVerification } from './account-mails.ts'
import { createLink } from './email-links.ts'
import { countMail, type MailLimit } from './mailbox-limits.ts'
import { deleteLinks, findLink, redeemEmailChangeLink, redeemLink } from './queries-email-links.ts'

const RETRY_AFTER_SECONDS = 60 * 60

/** Mails the verification link again if the account's email address is unverified. Throws 429 past five per hour. */
export async function resendVerification(services: Services, account: Account, request: FastifyRequest): Promise<void> {
	if (account.email_verified_at !== null) return
	await inTransaction(services.db, async (db) => {
		await requireMailAllowance(services, db, { kind: 'verify-email', mailbox: account.email_key })
		await mailVerification(services, db, account, request, { isNew: false })
	})
}

/**
 * Mails a link to a new email address, which replaces the current one when opened, and notifies the current one. Whether
 * the address is taken is looked up after the response, so neither its content nor its time reveals that. Throws 429 past
 * five per hour, 401 if the session has ended, and 403 if the password differs from `snapshot`.
 */
export async function requestEmailChange(
	services: Services,
	snapshot: Account,
	email: string,
	request: FastifyRequest,
): Promise<void> {
	const { id: userId } = snapshot
	const link = { userId, emailKey: toEmailKey(email), purpose: 'change-email', email } as const
	await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, requireViewer(request), snapshot)
		await requireMailAllowance(services, db, { kind: 'change-email', userId })
		// Only the most recently requested address counts
		await deleteLinks(db, userId, 'change-email')
		const token = await createLink(db, link, services.clock())
		await mailEmailChangeLink(services, db, account, { email, token }, request)
		await mailEmailChangeRequested(services, db, account, email, request)
	})
}

/**
 * Confirms the email address that a link was mailed to: the account's current address, or a new one that replaces it, of
 * which the old one is notified. Returns the account's ID. Throws 400 if the link is invalid.
 */
export async function confirmEmailByToken(services: Services, token: string, request: FastifyRequest): Promise<string> {
	try {
		return await inTransaction(services.db, async (db) => {
			const { before, isNew } = await confirmEmail(db, token, now(services))
			if (isNew) await mailEmailChanged(services, db, before, request)
			return before.id
		})
	} catch (error) {
		// Another account took the address at the same moment
		if (isUniqueViolation(error)) throw new AppError(400, BAD_LINK)
		throw error
	}
}

/** Returns the account as it was before, and whether its address was replaced. */
async function confirmEmail(db: Db, token: string, at: string): Promise<{ before: Account; isNew: boolean }> {
	const link = await findLink(db, token, at)
	const before = link && (await lockAccount(db, link.user_id))
	if (!before) throw new AppError(400, BAD_LINK)
	if ((await redeemLink(db, 'verify-email', token, at)) !== undefined) {
		await markEmailVerified(db, before.id, at)
		return { before, isNew: false }
	}
	const email = (await redeemEmailChangeLink(db, token, at))?.email
	// If another account has taken the address since, the rollback keeps the link, but it remains unusable
	if (!email || !(await updateEmail(db, { userId: before.id, email, emailKey: toEmailKey(email), at })))
		throw new AppError(400, BAD_LINK)
	await deleteLinks(db, before.id, 'reset-password', 'verify-email', 'change-email')
	return { before, isNew: true }
}

async function requireMailAllowance(services: Services, db: Db, limit: MailLimit): Promise<void> {
	if (!(await countMail(services, db, limit))) throw tooManyRequests(TOO_MANY_MAILS, RETRY_AFTER_SECONDS)
}
