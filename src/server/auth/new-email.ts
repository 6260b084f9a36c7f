import type { FastifyRequest } from 'fastify'
import { BAD_LINK, TOO_MANY_MAILS } from '#contract/account.ts'
import { AppError, tooMany } from '../errors.ts'
import { now, type Services } from '../services.ts'
import { inTransaction } from '../transaction.ts'
import { mailAddressAsked, mailAddressChanged, mailNewAddress, mailVerification } from './account-mails.ts'
import { emailKey } from './email-key.ts'
import {
	addLink,
	dropLinks,
	LINKS_AN_HOUR,
	linksLately,
	spendLink,
	spendNewAddressLink,
	voidNewAddressLinks,
} from './mailed-links.ts'
import { changeAddress, findOwnAccount, isDoubled, markEmailVerified } from './queries.ts'

const HOUR_S = 60 * 60

type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>

/** Mails the link that confirms an account's present address once more, if it is not confirmed. Throws 429 past five an hour. */
export async function confirmAgain(services: Services, account: OwnAccount, request: FastifyRequest): Promise<void> {
	if (account.email_verified_at !== null) return
	await refuseFlood(services, account.id, 'verify-email')
	mailVerification(services, account, request, { isNew: false })
}

/**
 * Mails a link to a new address, which is the account's once it is opened, and tells the present one. Whether somebody
 * has the address is looked up after the answer, so that neither words nor time tell. Throws 429 past five an hour.
 */
export async function askForAddress(
	services: Services,
	account: OwnAccount,
	email: string,
	request: FastifyRequest,
): Promise<void> {
	await refuseFlood(services, account.id, 'change-email')
	const link = { userId: account.id, emailKey: emailKey(email), purpose: 'change-email', email } as const
	await voidNewAddressLinks(services.db, account.id, now(services))
	const token = await addLink(services.db, link, services.clock())
	mailNewAddress(services, account, { email, token }, request)
	mailAddressAsked(services, account, email, request)
}

/**
 * Confirms the address that a mailed link was sent to: the account's own, or the new one, which takes its place; the old
 * one is told. Returns the account. Throws 400 where the link is worth nothing.
 */
export async function confirmAddressBy(services: Services, token: string, request: FastifyRequest): Promise<string> {
	const at = now(services)
	const userId = await spendLink(services.db, 'verify-email', token, at)
	if (userId !== undefined) {
		await markEmailVerified(services.db, userId, at)
		return userId
	}
	const before = await takeAddress(services, token, at)
	mailAddressChanged(services, before, request)
	return before.id
}

/** Gives an account the new address of a link, and returns the account as it was before. */
async function takeAddress(services: Services, token: string, at: string): Promise<OwnAccount> {
	try {
		return await inTransaction(services.db, async (db) => {
			const link = await spendNewAddressLink(db, token, at)
			const before = link && (await findOwnAccount(db, link.user_id))
			if (!link?.email || !before) throw new AppError(400, BAD_LINK)
			const { email } = link
			// somebody else got it in the meantime; the link stays, and is as good as none
			if (!(await changeAddress(db, { userId: before.id, email, emailKey: emailKey(email), at })))
				throw new AppError(400, BAD_LINK)
			await dropLinks(db, before.id, 'reset-password', 'verify-email', 'change-email')
			return before
		})
	} catch (error) {
		// at this very moment
		if (isDoubled(error)) throw new AppError(400, BAD_LINK)
		throw error
	}
}

async function refuseFlood(
	services: Services,
	userId: string,
	purpose: 'verify-email' | 'change-email',
): Promise<void> {
	const lately = await linksLately(services.db, userId, purpose, services.clock())
	if (lately >= LINKS_AN_HOUR * services.config.rateLimitFactor) throw tooMany(TOO_MANY_MAILS, HOUR_S)
}
