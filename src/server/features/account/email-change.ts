import type { FastifyRequest } from 'fastify'
import { BAD_LINK, TOO_MANY_MAILS } from '#contract/account.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { emailKey } from '#server/features/sessions/email-key.ts'
import {
	changeAddress,
	isDoubled,
	lockAccount,
	markEmailVerified,
	type OwnAccount,
} from '#server/features/sessions/queries-accounts.ts'
import { AppError, tooMany } from '#server/http/errors.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailAddressAsked, mailAddressChanged, mailNewAddress, mailVerification } from './account-mails.ts'
import { addLink } from './email-links.ts'
import { countMail, type MailLimit } from './mailbox-limits.ts'
import { dropLinks, findLink, spendLink, spendNewAddressLink } from './queries-email-links.ts'

const HOUR_S = 60 * 60

/** Mails the link that confirms an account's present address once more, if it is not confirmed. Throws 429 past five an hour. */
export async function confirmAgain(services: Services, account: OwnAccount, request: FastifyRequest): Promise<void> {
	if (account.email_verified_at !== null) return
	await refuseFlood(services, services.db, { kind: 'verify-email', mailbox: account.email_key })
	mailVerification(services, account, request, { isNew: false })
}

/**
 * Mails a link to a new address, which is the account's once it is opened, and tells the present one. Whether somebody
 * has the address is looked up after the answer, so that neither words nor time tell. Throws 429 past five an hour, and
 * 401 or 403 where the session or the password that was judged is no longer the account's.
 */
export async function askForAddress(
	services: Services,
	judged: OwnAccount,
	email: string,
	request: FastifyRequest,
): Promise<void> {
	const { id: userId } = judged
	const link = { userId, emailKey: emailKey(email), purpose: 'change-email', email } as const
	const { account, token } = await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewerOf(request), judged)
		await refuseFlood(services, db, { kind: 'change-email', userId })
		// The last address that was asked for counts
		await dropLinks(db, userId, 'change-email')
		return { account, token: await addLink(db, link, services.clock()) }
	})
	mailNewAddress(services, account, { email, token }, request)
	mailAddressAsked(services, account, email, request)
}

/**
 * Confirms the address that a mailed link was sent to: the account's own, or the new one, which takes its place; the old
 * one is told. Returns the account. Throws 400 where the link is worth nothing.
 */
export async function confirmAddressBy(services: Services, token: string, request: FastifyRequest): Promise<string> {
	try {
		const { before, isNew } = await inTransaction(services.db, (db) => confirmAddress(db, token, now(services)))
		if (isNew) mailAddressChanged(services, before, request)
		return before.id
	} catch (error) {
		// Somebody else got the address at this very moment
		if (isDoubled(error)) throw new AppError(400, BAD_LINK)
		throw error
	}
}

/** The account as it was before, and whether it has another address now. */
async function confirmAddress(db: Db, token: string, at: string): Promise<{ before: OwnAccount; isNew: boolean }> {
	const link = await findLink(db, token, at)
	const before = link && (await lockAccount(db, link.user_id))
	if (!before) throw new AppError(400, BAD_LINK)
	if ((await spendLink(db, 'verify-email', token, at)) !== undefined) {
		await markEmailVerified(db, before.id, at)
		return { before, isNew: false }
	}
	const email = (await spendNewAddressLink(db, token, at))?.email
	// Where somebody else has it meanwhile, the link stays, and is as good as none
	if (!email || !(await changeAddress(db, { userId: before.id, email, emailKey: emailKey(email), at })))
		throw new AppError(400, BAD_LINK)
	await dropLinks(db, before.id, 'reset-password', 'verify-email', 'change-email')
	return { before, isNew: true }
}

async function refuseFlood(services: Services, db: Db, limit: MailLimit): Promise<void> {
	if (!(await countMail(services, db, limit))) throw tooMany(TOO_MANY_MAILS, HOUR_S)
}
