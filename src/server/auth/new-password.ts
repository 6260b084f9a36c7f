import type { FastifyRequest } from 'fastify'
import { BAD_LINK, COMMON_PASSWORD } from '#contract/account.ts'
import { AppError, invalid } from '../errors.ts'
import { now, type Services } from '../services.ts'
import { mailPasswordChanged } from './account-mails.ts'
import { isCommonPassword } from './common-passwords.ts'
import { dropLinks, isLinkGood, spendLink } from './mailed-links.ts'
import { hashPassword } from './passwords.ts'
import { type AccountSecret, endSessions, findOwnAccount, markEmailVerified, setPassword } from './queries.ts'
import { forgetAddresses } from './sign-in-limits.ts'
import { dropUnprovedConnections } from './social-accounts.ts'

/** Refuses, under the name of its field, a password that anyone would try first. */
export function refuseCommon(path: string, password: string): void {
	if (isCommonPassword(password)) throw invalid([{ path, message: COMMON_PASSWORD }])
}

/**
 * Sets the password of the account that a mailed link is for, ends every session of it and tells its owner. Throws 400
 * where the link is worth nothing.
 */
export async function resetPasswordBy(services: Services, token: string, password: string, request: FastifyRequest) {
	// a hash is costly: nobody makes us work with invented tokens
	if (!(await isLinkGood(services.db, 'reset-password', token, now(services)))) throw new AppError(400, BAD_LINK)
	const hash = await hashPassword(password)
	const account = await services.db.transaction().execute(async (db) => {
		const at = now(services)
		const userId = await spendLink(db, 'reset-password', token, at)
		if (userId === undefined) throw new AppError(400, BAD_LINK)
		await setPassword(db, userId, hash)
		await dropUnprovedConnections(db, userId)
		await markEmailVerified(db, userId, at)
		await endSessions(db, userId, at, null)
		await forgetAddresses(db, userId)
		// whoever was in the account may have asked for another address
		await dropLinks(db, userId, 'change-email')
		return findOwnAccount(db, userId)
	})
	if (!account) return
	request.deed = { event: 'password_reset', user: account.id }
	mailPasswordChanged(services, account, request)
}

/** Sets the password of an account from one of its sessions, which goes on alone, and tells the owner. */
export async function changePasswordOf(
	services: Services,
	account: AccountSecret & { username: string; email: string },
	password: string,
	sessionId: string,
	request: FastifyRequest,
) {
	const hash = await hashPassword(password)
	await services.db.transaction().execute(async (db) => {
		await setPassword(db, account.id, hash)
		await endSessions(db, account.id, now(services), sessionId)
		await dropLinks(db, account.id, 'reset-password', 'change-email')
	})
	request.deed = { event: 'password_changed', user: account.id }
	mailPasswordChanged(services, account, request)
}
