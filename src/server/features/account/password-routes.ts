import { changePassword, forgotPassword, RESET_MAIL_SENT, resetPassword } from '#contract/account.ts'
import { ownAccount } from '#server/features/sessions/own-user.ts'
import { currentTokens } from '#server/features/sessions/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { addressOf } from '#server/http/rate-limits.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { mailResetLink } from './account-mails.ts'
import { changePasswordOf, refuseGuessable, resetPasswordBy } from './password-change.ts'
import { provePassword, requireProof } from './proofs.ts'

/** Changing the password of an account, or resetting it by mail. */
export function passwordRoutes(app: App, services: Services): void {
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
			const account = await ownAccount(services, viewer.userId)
			refuseGuessable('newPassword', newPassword, account)
			if (account.password_hash === null) await requireProof(services, viewer)
			else await provePassword(services, viewer, account, currentPassword ?? '', addressOf(request))
			await changePasswordOf(services, account, newPassword, request)
			return { success: true as const, tokens: await currentTokens(services, viewer) }
		},
	})
}
