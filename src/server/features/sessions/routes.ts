import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { ownUser } from './own-user.ts'
import { endSessionOf, refreshSession } from './sessions.ts'
import { signIn } from './sign-in.ts'

/** Begins, refreshes and ends sessions, and tells whose they are. */
export function sessionRoutes(app: App, services: Services): void {
	app.route({
		...login,
		async handler(request) {
			const { userId, tokens } = await signIn(services, request.body, request)
			return { success: true as const, user: await ownUser(services, userId), tokens }
		},
	})

	app.route({
		...logout,
		async handler(request) {
			if (request.body.refreshToken) await endSessionOf(services, request.body.refreshToken)
			return { success: true as const }
		},
	})

	app.route({
		...getMe,
		async handler(request) {
			return { success: true as const, user: await ownUser(services, viewerOf(request).userId) }
		},
	})

	app.route({
		...refreshTokens,
		async handler(request) {
			return { success: true as const, tokens: await refreshSession(services, request.body.refreshToken, request) }
		},
	})
}
