import {
	BAD_TICKET,
	CONFIRM_DELETION,
	changeEmail,
	changePassword,
	DELETION_NOT_FOUND,
	deleteAccount,
	extractTokens,
	forgotPassword,
	getDeletion,
	NO_TICKET,
	RESET_MAIL_SENT,
	reauthenticate,
	resetPassword,
	verifyEmail,
} from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { browserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { beginSession, currentTokens } from '#server/features/sessions/sessions.ts'
import { PROOF_COOKIE, spendTicket, TICKET_COOKIE } from '#server/features/social-login/login-tickets.ts'
import type { App } from '#server/http/app-type.ts'
import { invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { addressOf } from '#server/http/rate-limits.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailDeleted, mailResetLink } from './account-mails.ts'
import { deleteAccountOf } from './deletion.ts'
import { askForAddress, confirmAddressBy, confirmAgain } from './email-change.ts'
import { ownUser } from './own-user.ts'
import { changePasswordOf, refuseGuessable, resetPasswordBy } from './password-change.ts'
import { proveByTicket, provePassword, requireProof } from './proofs.ts'
import { findOwnAccount } from './queries.ts'
import { findDeletion } from './queries-deletions.ts'

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
			const { token, password, disconnect } = request.body
			const reset = { token, password, disconnect: disconnect === true }
			return { success: true as const, disconnected: await resetPasswordBy(services, reset, request) }
		},
	})

	app.route({
		...changePassword,
		async handler(request) {
			const viewer = viewerOf(request)
			const { currentPassword, newPassword } = request.body
			const account = await ownAccount(viewer.userId)
			refuseGuessable('newPassword', newPassword, account)
			if (account.password_hash === null) await requireProof(services, viewer)
			else await provePassword(services, viewer, account, currentPassword ?? '', addressOf(request))
			await changePasswordOf(services, account, newPassword, request)
			return { success: true as const, tokens: await currentTokens(services, viewer) }
		},
	})

	app.route({
		...changeEmail,
		async handler(request) {
			const { email, currentPassword } = request.body
			const viewer = viewerOf(request)
			const account = await ownAccount(viewer.userId)
			// nothing changes, so nobody need prove anything
			if (email === account.email) await confirmAgain(services, account, request)
			else {
				if (currentPassword == null || account.password_hash === null) await requireProof(services, viewer)
				else await provePassword(services, viewer, account, currentPassword, addressOf(request))
				await askForAddress(services, account, email, request)
			}
			return { success: true as const }
		},
	})

	app.route({
		...reauthenticate,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const { password, tempToken, verifier } = request.body
			const cookie = browserCookie(app, services.config, request, PROOF_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, PROOF_COOKIE, null)
			if (password != null)
				await provePassword(services, viewer, await ownAccount(viewer.userId), password, addressOf(request))
			else if (tempToken != null || cookie !== undefined)
				await proveByTicket(services, viewer, { token: tempToken ?? cookie, cookie, verifier: verifier ?? undefined })
			else await requireProof(services, viewer)
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
			const cookie = browserCookie(app, services.config, request, TICKET_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, TICKET_COOKIE, null)
			const given = { token: tempToken ?? cookie, cookie, verifier: verifier ?? undefined }
			if (given.token === undefined) throw unauthorized(NO_TICKET)
			const signedIn = await inTransaction(services.db, async (db) => {
				const ticket = await spendTicket(db, 'sign-in', given, now(services))
				return ticket && { userId: ticket.user_id, tokens: await beginSession(services, db, ticket.user_id, request) }
			})
			if (!signedIn) throw unauthorized(BAD_TICKET)
			const { userId, tokens } = signedIn
			return { success: true as const, user: await ownUser(services, userId), tokens }
		},
	})

	app.route({
		...deleteAccount,
		async handler(request) {
			const viewer = viewerOf(request)
			const { userId } = viewer
			const { password, confirm } = request.body
			const account = await ownAccount(userId)
			if (account.password_hash !== null)
				await provePassword(services, viewer, account, password ?? '', addressOf(request))
			else if (confirm?.toLowerCase() !== account.username.toLowerCase())
				throw invalid([{ path: 'confirm', message: CONFIRM_DELETION }])
			const confirmationCode = await deleteAccountOf(services, userId, {
				check: async (db) => void (await lockOwnAccount(db, viewer, account)),
			})
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
				progress: deletion.progress,
				subject: deletion.subject,
			}
		},
	})
}
