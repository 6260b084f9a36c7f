import { changePassword, forgotPassword, RESET_MAIL_SENT, resetPassword } from '#contract/account.ts'
import { requireProofOfWork } from '#server/features/registration/proof-of-work.ts'
import { getOwnAccount } from '#server/features/sessions/own-user.ts'
import { reissueTokens } from '#server/features/sessions/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { mailResetLink } from './account-mails.ts'
import { rejectGuessablePassword, resetPasswordWithToken, updatePassword } from './password-change.ts'
import { reauthenticateWithPassword, requireProof } from './proofs.ts'

/** Registers the routes that change an account's password or reset it by mail. */
export function passwordRoutes(app: App, services: Services): void {
	app.route({
		...forgotPassword,
		async handler(request) {
			const spendProof = await requireProofOfWork(services, request, request.body.proof)
			await spendProof(services.db)
			await mailResetLink(services, request.body.email, request)
			return { success: true as const, message: RESET_MAIL_SENT }
		},
	})

	app.route({
		...resetPassword,
		async handler(request) {
			const { token, password, disconnect } = request.body
			const reset = { token, password, disconnect: disconnect === true }
			return { success: true as const, disconnected: await resetPasswordWithToken(services, reset, request) }
		},
	})

	app.route({
		...changePassword,
		async handler(request) {
			const viewer = requireViewer(request)
			const { currentPassword, newPassword } = request.body
			const account = await getOwnAccount(services, viewer.userId)
			rejectGuessablePassword('newPassword', newPassword, account)
			if (account.password_hash === null) await requireProof(services, viewer, 'everyone')
			else await reauthenticateWithPassword(services, viewer, account, currentPassword ?? '', getClientNetwork(request))
			await updatePassword(services, account, newPassword, request)
			return { success: true as const, tokens: await reissueTokens(services, viewer) }
		},
	})
}
