import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { logIn } from './login.ts'
import { getOwnUser } from './own-user.ts'
import { endSessionByToken, refreshSession } from './sessions.ts'

/** Registers the routes that begin, refresh and end sessions, and return their owner. */
export function sessionRoutes(app: App, services: Services): void {
	app.route({
		...login,
		async handler(request) {
			const { userId, tokens } = await logIn(services, request.body, request)
			return { success: true as const, user: await getOwnUser(services, userId), tokens }
		},
	})

	app.route({
		...logout,
		async handler(request) {
			if (request.body.refreshToken) await endSessionByToken(services, request.body.refreshToken)
			return { success: true as const }
		},
	})

	app.route({
		...getMe,
		async handler(request) {
			return { success: true as const, user: await getOwnUser(services, requireViewer(request).userId) }
		},
	})

	app.route({
		...refreshTokens,
		async handler(request) {
			return { success: true as const, tokens: await refreshSession(services, request.body.refreshToken, request) }
		},
	})
}
