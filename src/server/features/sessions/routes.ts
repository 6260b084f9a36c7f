import { Object as Shape } from 'typebox'
import { problems } from '#contract/problems.ts'
import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import {
	checkUsername,
	getUsernameRequired,
	login,
	PASSWORDS_DIFFER,
	register,
	SESSION_REVOKED,
	setUsername,
	USERNAME_AVAILABLE,
	USERNAME_CHOSEN,
	USERNAME_RESERVED,
	USERNAME_TAKEN,
	Username,
} from '#contract/sessions.ts'
import { ownUser } from '#server/features/account/own-user.ts'
import { refuseGuessable } from '#server/features/account/password-change.ts'
import { chooseUsername, isUsernameTaken } from '#server/features/account/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, invalid, unauthorized } from '#server/http/errors.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { registerAccount } from './registration.ts'
import { isReservedUsername } from './reserved-usernames.ts'
import { currentTokens, endSessionOf, refreshSession } from './sessions.ts'
import { sessionOf, signIn } from './sign-in.ts'

const UsernameShape = Shape({ username: Username })

export function authRoutes(app: App, services: Services): void {
	app.route({
		...register,
		async handler(request, reply) {
			const { username, email, password, confirmPassword } = request.body
			if (confirmPassword != null && confirmPassword !== password)
				throw invalid([{ path: 'confirmPassword', message: PASSWORDS_DIFFER }])
			if (isReservedUsername(username)) throw invalid([{ path: 'username', message: USERNAME_RESERVED.error }])
			refuseGuessable('password', password, { username, email })
			const account = await registerAccount(services, request, { username, email, password })
			const tokens = await sessionOf(services, account, request)
			// somebody has set another password by mail already
			if (!tokens) throw unauthorized(SESSION_REVOKED)
			reply.code(201)
			return { success: true as const, user: await ownUser(services, account.id), tokens }
		},
	})

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

	app.route({
		...checkUsername,
		async handler(request) {
			const { username } = request.query
			const [problem] = problems(UsernameShape, { username })
			const refusal =
				problem?.message ??
				(isReservedUsername(username)
					? USERNAME_RESERVED.error
					: (await isUsernameTaken(services.db, username))
						? USERNAME_TAKEN.error
						: undefined)
			return { success: true as const, available: refusal === undefined, message: refusal ?? USERNAME_AVAILABLE }
		},
	})

	app.route({
		...getUsernameRequired,
		async handler(request) {
			const { needsUsernameSelection } = await ownUser(services, viewerOf(request).userId)
			return { success: true as const, needsUsernameSelection }
		},
	})

	app.route({
		...setUsername,
		async handler(request) {
			const viewer = viewerOf(request)
			const { username } = request.body
			if (isReservedUsername(username)) throw invalid([{ path: 'username', message: USERNAME_RESERVED.error }])
			const outcome = await chooseUsername(services.db, viewer.userId, username)
			if (outcome === 'taken') throw conflict(USERNAME_TAKEN)
			if (outcome === 'chosen before') throw new AppError(400, USERNAME_CHOSEN)
			const user = await ownUser(services, viewer.userId)
			return { success: true as const, user, tokens: await currentTokens(services, viewer) }
		},
	})
}
