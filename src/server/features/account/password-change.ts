import type { FastifyRequest } from 'fastify'
import { BAD_LINK, COMMON_PASSWORD } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { containsName, NAME_IN_PASSWORD } from '#contract/sessions.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { endSessions } from '#server/features/sessions/queries.ts'
import {
	findOwnAccount,
	lockAccount,
	markEmailVerified,
	type OwnAccount,
	setPassword,
} from '#server/features/sessions/queries-accounts.ts'
import { forgetSignIns } from '#server/features/sessions/sign-in.ts'
import { AppError, invalid } from '#server/http/errors.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailPasswordChanged } from './account-mails.ts'
import { isCommonPassword } from './common-passwords.ts'
import { dropConnections } from './queries-connections.ts'
import { dropLinks, findLink, spendLink } from './queries-email-links.ts'

/** Refuses, under the name of its field, a password that anyone would try first, or first for this account. */
export function refuseGuessable(path: string, password: string, names: { username: string; email: string }): void {
	if (isCommonPassword(password)) throw invalid([{ path, message: COMMON_PASSWORD }])
	if (containsName(password, names)) throw invalid([{ path, message: NAME_IN_PASSWORD }])
}

/**
 * Sets the password of the account that a mailed link is for, and tells its owner. Everything from before ends: sessions,
 * tickets, links, what is known of its devices, and connections of the last week, or all of them where `disconnect` is
 * true. Returns the providers that were disconnected. Throws 400 where the link is worth nothing.
 */
export async function resetPasswordBy(
	services: Services,
	{ token, password, disconnect }: { token: string; password: string; disconnect: boolean },
	request: FastifyRequest,
): Promise<Provider[]> {
	// A hash is costly: nobody makes us work with invented tokens
	const link = await findLink(services.db, token, now(services))
	const found = link?.purpose === 'reset-password' ? await findOwnAccount(services.db, link.user_id) : undefined
	if (!found) throw new AppError(400, BAD_LINK)
	refuseGuessable('password', password, found)
	const hash = await services.passwords.hash(password)
	const { account, disconnected } = await inTransaction(services.db, async (db) => {
		const at = now(services)
		const account = await lockAccount(db, found.id)
		if (!account || !(await spendLink(db, 'reset-password', token, at))) throw new AppError(400, BAD_LINK)
		await setPassword(db, account.id, hash)
		await endSessions(db, account.id, at, null)
		await forgetSignIns(services, db, account)
		// Whoever was in the account may have asked for another address
		await dropLinks(db, account.id, 'verify-email', 'change-email')
		// Whoever proves the address now is perhaps not the person who signed up with it
		const isAll = disconnect || account.email_verified_at === null
		const young = new Date(services.clock() - LIFETIMES.youngConnectionMs).toISOString()
		const disconnected = await dropConnections(db, account.id, isAll ? null : young)
		await markEmailVerified(db, account.id, at)
		return { account, disconnected }
	})
	request.deed = { event: 'password_reset', user: account.id }
	mailPasswordChanged(services, account, disconnected, request)
	return disconnected
}

/**
 * Sets the password of an account from one of its sessions, which goes on alone, and tells the owner. Throws 401 or 403
 * where the session or the password that was judged is no longer the account's.
 */
export async function changePasswordOf(
	services: Services,
	judged: OwnAccount,
	password: string,
	request: FastifyRequest,
): Promise<void> {
	const viewer = viewerOf(request)
	const hash = await services.passwords.hash(password)
	const account = await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer, judged)
		await setPassword(db, account.id, hash)
		await endSessions(db, account.id, now(services), viewer.sessionId)
		await dropLinks(db, account.id, 'reset-password', 'change-email')
		return account
	})
	request.deed = { event: 'password_changed', user: account.id }
	mailPasswordChanged(services, account, [], request)
}
