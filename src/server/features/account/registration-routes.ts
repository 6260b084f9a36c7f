import * as Type from 'typebox'
import { findProblems } from '#contract/problems.ts'
import { RULES_NOT_ACCEPTED } from '#contract/registration.ts'
import { confirmRegistration } from '#contract/registration-requests.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import {
	checkUsername,
	getUsernameRequired,
	normalizePassword,
	PASSWORDS_DIFFER,
	register,
	setUsername,
	USERNAME_AVAILABLE,
	USERNAME_CHOSEN,
	USERNAME_RESERVED,
	USERNAME_TAKEN,
	Username,
} from '#contract/sessions.ts'
import { now } from '#server/clock.ts'
import { admit, toAcceptedRules } from '#server/features/registration/admission.ts'
import { rejectBlockedDomain } from '#server/features/registration/email-domains.ts'
import { beginPasswordSession } from '#server/features/sessions/login.ts'
import { getOwnUser } from '#server/features/sessions/own-user.ts'
import { chooseUsername } from '#server/features/sessions/queries-accounts.ts'
import { reissueTokens } from '#server/features/sessions/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, invalidInput, unauthorized } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { requestAccount } from './account-requests.ts'
import { findUsernameConflict, rejectWithheldUsername } from './available-usernames.ts'
import { rejectGuessablePassword } from './password-change.ts'
import { registerAccount } from './registration.ts'
import { isReservedUsername } from './reserved-usernames.ts'
import { confirmRequest } from './unconfirmed-registrations.ts'

const UsernameShape = Type.Object({ username: Username })

/** Registers the routes that create accounts and choose their usernames. */
export function registrationRoutes(app: App, services: Services): void {
	app.route({
		...register,
		async handler(request, reply) {
			const { username, email, password, confirmPassword, ...credentials } = request.body
			if (confirmPassword != null && normalizePassword(confirmPassword) !== normalizePassword(password))
				throw invalidInput([{ path: 'confirmPassword', message: PASSWORDS_DIFFER }])
			if (isReservedUsername(username)) throw invalidInput([{ path: 'username', message: USERNAME_RESERVED.error }])
			rejectGuessablePassword('password', password, { username, email })
			await rejectBlockedDomain(services.db, email)
			const admission = await admit(services, request, credentials)
			if (admission.reason !== null) {
				await requestAccount(services, request, { username, email, password }, admission)
				reply.code(202)
				return { success: true as const, pending: true as const }
			}
			const account = await registerAccount(services, request, { username, email, password }, admission)
			const tokens = await beginPasswordSession(services, account, request)
			// A password reset by mail has already replaced the password
			if (!tokens) throw unauthorized(SESSION_REVOKED)
			reply.code(201)
			return { success: true as const, user: await getOwnUser(services, account.id), tokens }
		},
	})

	app.route({
		...confirmRegistration,
		async handler(request) {
			const { token, username } = request.body
			await confirmRequest(services, token, username ?? null)
			return { success: true as const, pending: true as const }
		},
	})

	app.route({
		...checkUsername,
		async handler(request) {
			const { username } = request.query
			const [problem] = findProblems(UsernameShape, { username })
			const reason =
				problem?.message ??
				(isReservedUsername(username)
					? USERNAME_RESERVED.error
					: (await findUsernameConflict(services, username))?.error)
			return { success: true as const, available: reason === undefined, message: reason ?? USERNAME_AVAILABLE }
		},
	})

	app.route({
		...getUsernameRequired,
		async handler(request) {
			const { needsUsernameSelection } = await getOwnUser(services, requireViewer(request).userId)
			return { success: true as const, needsUsernameSelection }
		},
	})

	app.route({
		...setUsername,
		async handler(request) {
			const viewer = requireViewer(request)
			const { username, acceptedRules } = request.body
			if (isReservedUsername(username)) throw invalidInput([{ path: 'username', message: USERNAME_RESERVED.error }])
			const rulesVersion = toAcceptedRules(await services.siteSettings.get(), acceptedRules)
			if (rulesVersion === undefined) throw invalidInput([{ path: 'acceptedRules', message: RULES_NOT_ACCEPTED }])
			const rules = { rulesVersion, at: now(services) }
			const outcome = await chooseUsername(services.db, viewer.userId, username, rules, (db) =>
				rejectWithheldUsername(services, db, username),
			)
			if (outcome === 'taken') throw conflict(USERNAME_TAKEN)
			if (outcome === 'chosen before') throw new AppError(400, USERNAME_CHOSEN)
			const user = await getOwnUser(services, viewer.userId)
			return { success: true as const, user, tokens: await reissueTokens(services, viewer) }
		},
	})
}
