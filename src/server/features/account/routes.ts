import {
	CONFIRM_DELETION,
	changeEmail,
	DELETION_NOT_FOUND,
	deleteAccount,
	getDeletion,
	verifyEmail,
} from '#contract/account.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import { rejectBlockedDomain } from '#server/features/registration/email-domains.ts'
import { getOwnAccount, getOwnUser } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { invalidInput, notFound, unauthorized } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { deleteAccountAndContent } from './deletion.ts'
import { confirmEmailByToken, requestEmailChange, resendVerification } from './email-change.ts'
import { reauthenticateWithPassword, requireProof } from './proofs.ts'
import { findDeletion } from './queries-deletions.ts'

/** Registers the routes that change an account's email address and delete the account. */
export function accountRoutes(app: App, services: Services): void {
	app.route({
		...changeEmail,
		async handler(request) {
			const { email, currentPassword } = request.body
			const viewer = requireViewer(request)
			const account = await getOwnAccount(services, viewer.userId)
			// Nothing changes, so no proof is required
			if (email === account.email) await resendVerification(services, account, request)
			else {
				await rejectBlockedDomain(services.db, email)
				const hasPassword = currentPassword != null && account.password_hash !== null
				await requireProof(services, viewer, hasPassword ? 'withSecondFactor' : 'everyone')
				if (hasPassword)
					await reauthenticateWithPassword(services, viewer, account, currentPassword, getClientNetwork(request))
				await requestEmailChange(services, account, email, request)
			}
			return { success: true as const }
		},
	})

	app.route({
		...verifyEmail,
		async handler(request) {
			const userId = await confirmEmailByToken(services, request.body.token, request)
			return { success: true as const, user: await getOwnUser(services, userId) }
		},
	})

	app.route({
		...deleteAccount,
		async handler(request) {
			const viewer = requireViewer(request)
			const { userId } = viewer
			const { password, confirm } = request.body
			const account = await getOwnAccount(services, userId)
			if (account.password_hash !== null)
				await reauthenticateWithPassword(services, viewer, account, password ?? '', getClientNetwork(request))
			else if (confirm?.toLowerCase() !== account.username.toLowerCase())
				throw invalidInput([{ path: 'confirm', message: CONFIRM_DELETION }])
			const confirmationCode = await deleteAccountAndContent(services, account, request, {
				check: async (db) => void (await lockOwnAccount(db, viewer, account)),
			})
			// A concurrent request deleted the account first
			if (confirmationCode === undefined) throw unauthorized(SESSION_REVOKED)
			request.securityEvent = { event: 'account_deleted', user: userId }
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
