import {
	CONFIRM_DELETION,
	changeEmail,
	DELETION_NOT_FOUND,
	deleteAccount,
	getDeletion,
	verifyEmail,
} from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import { ownAccount, ownUser } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { addressOf } from '#server/http/rate-limits.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailDeleted } from './account-mails.ts'
import { deleteAccountOf } from './deletion.ts'
import { askForAddress, confirmAddressBy, confirmAgain } from './email-change.ts'
import { provePassword, requireProof } from './proofs.ts'
import { findDeletion } from './queries-deletions.ts'

/** The address of an account, and its end. */
export function accountRoutes(app: App, services: Services): void {
	app.route({
		...changeEmail,
		async handler(request) {
			const { email, currentPassword } = request.body
			const viewer = viewerOf(request)
			const account = await ownAccount(services, viewer.userId)
			// Nothing changes, so nobody need prove anything
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
		...verifyEmail,
		async handler(request) {
			const userId = await confirmAddressBy(services, request.body.token, request)
			return { success: true as const, user: await ownUser(services, userId) }
		},
	})

	app.route({
		...deleteAccount,
		async handler(request) {
			const viewer = viewerOf(request)
			const { userId } = viewer
			const { password, confirm } = request.body
			const account = await ownAccount(services, userId)
			if (account.password_hash !== null)
				await provePassword(services, viewer, account, password ?? '', addressOf(request))
			else if (confirm?.toLowerCase() !== account.username.toLowerCase())
				throw invalid([{ path: 'confirm', message: CONFIRM_DELETION }])
			const confirmationCode = await deleteAccountOf(services, userId, {
				check: async (db) => void (await lockOwnAccount(db, viewer, account)),
			})
			// Another request was first
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
