import {
	CONFIRM_DELETION,
	changeEmail,
	changePassword,
	DELETION_NOT_FOUND,
	deleteAccount,
	extractTokens,
	forgotPassword,
	getDeletion,
	RESET_MAIL_SENT,
	resetPassword,
	verifyEmail,
} from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/auth.ts'
import type { App } from '../app.ts'
import { invalid, notFound, unauthorized } from '../errors.ts'
import { addressOf } from '../rate-limits.ts'
import { now, type Services } from '../services.ts'
import { viewerOf } from '../viewer.ts'
import { mailDeleted, mailResetLink } from './account-mails.ts'
import { browserCookie, setBrowserCookie } from './browser-cookies.ts'
import { deleteAccountOf, findDeletion } from './deletion.ts'
import { spendTicket, TICKET_COOKIE } from './login-tickets.ts'
import { askForAddress, confirmAddressBy, confirmAgain } from './new-email.ts'
import { changePasswordOf, refuseCommon, resetPasswordBy } from './new-password.ts'
import { ownUser } from './own-user.ts'
import { findOwnAccount } from './queries.ts'
import { beginSession, currentTokens } from './sessions.ts'
import { confirmPassword } from './sign-in.ts'

/** What is done to an account beside signing in: its password, its address, its end, and the landing of social sign-ins. */
export function accountRoutes(app: App, services: Services): void {
	const ownAccount = async (userId: string) => {
		const account = await findOwnAccount(services.db, userId)
		if (!account) throw unauthorized(SESSION_REVOKED)
		return account
	}

	app.route({
		...forgotPassword,
		async handler(request) {
			mailResetLink(services, request.body.email, request)
			return { success: true as const, message: RESET_MAIL_SENT }
		},
	})

	app.route({
		...resetPassword,
		async handler(request) {
			const { token, password } = request.body
			refuseCommon('password', password)
			await resetPasswordBy(services, token, password, request)
			return { success: true as const }
		},
	})

	app.route({
		...changePassword,
		async handler(request) {
			const { userId, sessionId } = viewerOf(request)
			const { currentPassword, newPassword } = request.body
			refuseCommon('newPassword', newPassword)
			const account = await ownAccount(userId)
			if (account.password_hash !== null)
				await confirmPassword(services, account, currentPassword ?? '', addressOf(request))
			await changePasswordOf(services, account, newPassword, sessionId, request)
			return { success: true as const, tokens: await currentTokens(services, { userId, sessionId }) }
		},
	})

	app.route({
		...changeEmail,
		async handler(request) {
			const { email, currentPassword } = request.body
			const account = await ownAccount(viewerOf(request).userId)
			// nothing changes, so nobody need prove anything
			if (email === account.email) await confirmAgain(services, account, request)
			else {
				if (account.password_hash !== null)
					await confirmPassword(services, account, currentPassword ?? '', addressOf(request))
				await askForAddress(services, account, email, request)
			}
			return { success: true as const }
		},
	})

	app.route({
		...verifyEmail,
		async handler(request) {
			const userId = await confirmAddressBy(services, request.body.token, request)
			return { success: true as const, user: await ownUser(services, userId) }
		},
	})

	app.route({
		...extractTokens,
		async handler(request, reply) {
			const { tempToken, verifier } = request.body
			const kept = browserCookie(app, services.config, request, TICKET_COOKIE)
			if (kept !== undefined) setBrowserCookie(services.config, request, reply, TICKET_COOKIE, null)
			const ticket = { token: tempToken ?? kept, verifier: verifier ?? undefined }
			const userId = await spendTicket(services.db, ticket, now(services))
			const tokens = await beginSession(services, userId, request)
			return { success: true as const, user: await ownUser(services, userId), tokens }
		},
	})

	app.route({
		...deleteAccount,
		async handler(request) {
			const { userId } = viewerOf(request)
			const { password, confirm } = request.body
			const account = await ownAccount(userId)
			if (account.password_hash !== null) await confirmPassword(services, account, password ?? '', addressOf(request))
			else if (confirm?.toLowerCase() !== account.username.toLowerCase())
				throw invalid([{ path: 'confirm', message: CONFIRM_DELETION }])
			const confirmationCode = await deleteAccountOf(services, userId)
			// another request was first
			if (confirmationCode === undefined) throw unauthorized(SESSION_REVOKED)
			request.deed = { event: 'account_deleted', user: userId }
			mailDeleted(services, account, confirmationCode, request)
			return { success: true as const, confirmationCode }
		},
	})

	app.route({
		...getDeletion,
		async handler(request) {
			const deletion = await findDeletion(services.db, request.params.code)
			if (!deletion) throw notFound(DELETION_NOT_FOUND)
			return {
				success: true as const,
				confirmationCode: deletion.code,
				status: deletion.completed_at === null ? ('processing' as const) : ('completed' as const),
				requestedAt: deletion.requested_at,
				completedAt: deletion.completed_at,
				subject: deletion.subject,
			}
		},
	})
}
