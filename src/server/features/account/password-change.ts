import type { FastifyRequest } from 'fastify'
import { BAD_LINK, COMMON_PASSWORD } from '#contract/account.ts'
import { LIFETIMES, LIMITS } from '#contract/limits.ts'
import { containsName, NAME_IN_PASSWORD, normalizePassword, PASSWORD_TOO_SHORT } from '#contract/sessions.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resetLoginHistory } from '#server/features/sessions/login.ts'
import { endSessions } from '#server/features/sessions/queries.ts'
import {
	type Account,
	findAccountById,
	lockAccount,
	markEmailVerified,
	setPassword,
} from '#server/features/sessions/queries-accounts.ts'
import { AppError, invalidInput } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailPasswordChanged } from './account-mails.ts'
import { isCommonPassword } from './common-passwords.ts'
import { deleteConnections } from './queries-connections.ts'
import { deleteLinks, findLink, redeemLink } from './queries-email-links.ts'

/** Throws 400 for the field `path` if the password is too short once normalized, common, or contains the account's username or email address. */
export function rejectGuessablePassword(
	path: string,
	password: string,
	names: { username: string; email: string },
): void {
	const normalized = normalizePassword(password)
	if ([...normalized].length < LIMITS.passwordMin) throw invalidInput([{ path, message: PASSWORD_TOO_SHORT }])
	if (isCommonPassword(normalized)) throw invalidInput([{ path, message: COMMON_PASSWORD }])
	if (containsName(password, names)) throw invalidInput([{ path, message: NAME_IN_PASSWORD }])
}

/**
 * Sets the password of a mailed link's account and notifies its owner. Revokes everything from before: sessions, tickets,
 * links, known network addresses, and the connections of the last week, or all of them if `disconnect` is true. Returns
 * the disconnected providers. Throws 400 if the link is invalid.
 */
export async function resetPasswordWithToken(
	services: Services,
	{ token, password, disconnect }: { token: string; password: string; disconnect: boolean },
	request: FastifyRequest,
): Promise<Provider[]> {
	// Hashing is costly, so check the token first: invented tokens must not cause work
	const link = await findLink(services.db, token, now(services))
	const snapshot = link?.purpose === 'reset-password' ? await findAccountById(services.db, link.user_id) : undefined
	if (!snapshot) throw new AppError(400, BAD_LINK)
	rejectGuessablePassword('password', password, snapshot)
	const hash = await services.passwords.hash(password)
	const { account, disconnected } = await inTransaction(services.db, async (db) => {
		const at = now(services)
		const account = await lockAccount(db, snapshot.id)
		if (!account || !(await redeemLink(db, 'reset-password', token, at))) throw new AppError(400, BAD_LINK)
		await setPassword(db, account.id, hash)
		await endSessions(db, account.id, at, null)
		await resetLoginHistory(services, db, account)
		// An intruder may have requested another address
		await deleteLinks(db, account.id, 'verify-email', 'change-email')
		// With an unverified address, the person who signed up may not be the one who owns the mailbox
		const disconnectAll = disconnect || account.email_verified_at === null
		const connectedAfter = new Date(services.clock() - LIFETIMES.recentConnectionMs).toISOString()
		const disconnected = await deleteConnections(db, account.id, disconnectAll ? null : connectedAfter)
		await markEmailVerified(db, account.id, at)
		await mailPasswordChanged(services, db, account, disconnected, request)
		return { account, disconnected }
	})
	request.securityEvent = { event: 'password_reset', user: account.id }
	return disconnected
}

/**
 * Sets the password from one of the account's sessions, ends all others, and notifies the owner. Throws 401 if the session
 * has ended, and 403 if the password differs from `snapshot`.
 */
export async function updatePassword(
	services: Services,
	snapshot: Account,
	password: string,
	request: FastifyRequest,
): Promise<void> {
	const viewer = requireViewer(request)
	const hash = await services.passwords.hash(password)
	const account = await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer, snapshot)
		await setPassword(db, account.id, hash)
		await endSessions(db, account.id, now(services), viewer.sessionId)
		await deleteLinks(db, account.id, 'reset-password', 'change-email')
		await mailPasswordChanged(services, db, account, [], request)
		return account
	})
	request.securityEvent = { event: 'password_changed', user: account.id }
}
