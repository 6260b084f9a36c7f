import { withQuery } from '#contract/paths.ts'
import { LAST_LOGIN_METHOD } from '#contract/second-factor.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import {
	ALREADY_CONNECTED,
	BAD_CONNECTION,
	CONNECTED_ELSEWHERE,
	completeConnection,
	connectProvider,
	disconnectProvider,
	EMAIL_UNCONFIRMED,
	NOT_CONNECTED,
	PROVIDER_UNAVAILABLE,
	REDIRECT_NOT_ALLOWED,
} from '#contract/social-login.ts'
import type { SocialLoginOutcome } from '#contract/social-login-outcomes.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteConnection, lockSignInMethods } from '#server/features/account/queries-connections.ts'
import { redeemTicket } from '#server/features/sessions/login-tickets.ts'
import { getOwnAccount, getOwnUser } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, forbidden, notFound, unauthorized } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { createAttempt, signAttempt } from './attempts.ts'
import { beginAttempt, getProvider, logOutcome, resolveAppRedirect } from './flow.ts'
import { connectIdentity } from './login.ts'

/** Registers the routes that connect a provider to an account and disconnect it. */
export function connectionRoutes(app: App, services: Services): void {
	const { config, db, keys } = services

	app.route({
		...connectProvider,
		async handler(request, reply) {
			const { provider } = request.params
			getProvider(services, provider)
			const viewer = requireViewer(request)
			const account = await getOwnAccount(services, viewer.userId)
			if (account.email_verified_at === null) throw forbidden(EMAIL_UNCONFIRMED)
			const { providers } = await getOwnUser(services, viewer.userId)
			if (providers.includes(provider)) throw conflict(ALREADY_CONNECTED)
			const { challenge } = request.query
			if (challenge !== undefined) {
				// The user authorizes in another browser, which shares no cookies with the app, so the URL carries the attempt
				const redirectUri = resolveAppRedirect(services, request.query.redirect_uri, true)
				if (redirectUri === undefined) throw new AppError(400, REDIRECT_NOT_ALLOWED)
				const attempt = createAttempt({ provider, connects: viewer, app: { redirectUri, challenge } }, services.clock())
				const path = withQuery(`/api/auth/${provider}`, { attempt: signAttempt(keys.socialLogins, attempt) })
				return { success: true as const, url: getSiteOrigin(config, request) + path }
			}
			try {
				const url = await beginAttempt(
					services,
					createAttempt({ provider, connects: viewer }, services.clock()),
					request,
					reply,
				)
				return { success: true as const, url }
			} catch (error) {
				logOutcome(request, provider, 'unreachable', error)
				throw new AppError(503, PROVIDER_UNAVAILABLE, { headers: { 'retry-after': '10' } })
			}
		},
	})

	app.route({
		...completeConnection,
		async handler(request) {
			const viewer = requireViewer(request)
			const { token, verifier } = request.body
			getProvider(services, request.params.provider)
			const ticket = await inTransaction(db, (locked) =>
				redeemTicket(locked, 'connect', { token, verifier }, now(services)),
			)
			const isOwnTicket = ticket?.user_id === viewer.userId && ticket.session_id === viewer.sessionId
			if (!isOwnTicket || ticket.provider !== request.params.provider || !ticket.subject)
				throw new AppError(400, BAD_CONNECTION)
			const identity = { provider: ticket.provider, subject: ticket.subject }
			const outcome = await connectIdentity(services, identity, viewer, request)
			if ('error' in outcome) throw toError(outcome.error)
			return { success: true as const, user: await getOwnUser(services, viewer.userId) }
		},
	})

	app.route({
		...disconnectProvider,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { provider } = request.params
			await inTransaction(db, async (transaction) => {
				const { hasPassword, providers, passkeys } = await lockSignInMethods(transaction, userId)
				if (!providers.includes(provider)) throw notFound(NOT_CONNECTED)
				// A provider that is no longer configured cannot sign anyone in
				const others = providers.filter((name) => name !== provider && services.social.has(name))
				if (!hasPassword && passkeys === 0 && others.length === 0) throw new AppError(400, LAST_LOGIN_METHOD)
				await deleteConnection(transaction, userId, provider)
			})
			return { success: true as const, user: await getOwnUser(services, userId) }
		},
	})
}

function toError(outcome: SocialLoginOutcome): AppError {
	if (outcome === 'connected_elsewhere') return conflict(CONNECTED_ELSEWHERE)
	if (outcome === 'already_connected') return conflict(ALREADY_CONNECTED)
	return outcome === 'email_unconfirmed' ? forbidden(EMAIL_UNCONFIRMED) : unauthorized(SESSION_REVOKED)
}
