import { Object as Shape } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import {
	checkUsername,
	EMAIL_TAKEN,
	getMe,
	login,
	logout,
	PASSWORDS_DIFFER,
	refreshTokens,
	register,
	USERNAME_AVAILABLE,
	USERNAME_RESERVED,
	USERNAME_TAKEN,
	Username,
} from '#contract/auth.ts'
import { problems } from '#contract/problems.ts'
import type { App } from '../app.ts'
import { conflict, invalid, unauthorized } from '../errors.ts'
import { now, type Services } from '../services.ts'
import { findOwnUser, ownUserOf } from '../users/queries.ts'
import { viewerOf } from '../viewer.ts'
import { emailKey } from './email-key.ts'
import { hashPassword } from './passwords.ts'
import { addAccount, isUsernameTaken } from './queries.ts'
import { isReservedUsername } from './reserved-usernames.ts'
import { beginSession, endSessionOf, refreshSession } from './sessions.ts'
import { signIn } from './sign-in.ts'

const UsernameShape = Shape({ username: Username })

export function authRoutes(app: App, services: Services): void {
	const ownUser = async (userId: string) => {
		const row = await findOwnUser(services.db, userId)
		// the account was deleted between two statements
		if (!row) throw unauthorized({ code: 'session_revoked', error: 'This account no longer exists' })
		return ownUserOf(row)
	}

	app.route({
		...register,
		async handler(request, reply) {
			const { username, email, password, confirmPassword } = request.body
			if (confirmPassword != null && confirmPassword !== password)
				throw invalid([{ path: 'confirmPassword', message: PASSWORDS_DIFFER }])
			if (isReservedUsername(username)) throw invalid([{ path: 'username', message: USERNAME_RESERVED.error }])
			if (await isUsernameTaken(services.db, username)) throw conflict(USERNAME_TAKEN)
			const id = uuidv7({ msecs: services.clock() })
			const account = {
				id,
				username,
				email,
				emailKey: emailKey(email),
				passwordHash: await hashPassword(password),
				createdAt: now(services),
			}
			if (!(await addAccount(services.db, account)))
				throw conflict((await isUsernameTaken(services.db, username)) ? USERNAME_TAKEN : EMAIL_TAKEN)
			const tokens = await beginSession(services, id, request)
			reply.code(201)
			return { success: true as const, user: await ownUser(id), tokens }
		},
	})

	app.route({
		...login,
		async handler(request) {
			const userId = await signIn(services, request.body, request.ip)
			const tokens = await beginSession(services, userId, request)
			return { success: true as const, user: await ownUser(userId), tokens }
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
			return { success: true as const, user: await ownUser(viewerOf(request).userId) }
		},
	})

	app.route({
		...refreshTokens,
		async handler(request) {
			return { success: true as const, tokens: await refreshSession(services, request.body.refreshToken) }
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
}
