import { SESSION_REVOKED } from '#contract/sessions.ts'
import {
	ALREADY_CONNECTED,
	BAD_CONNECTION,
	CONNECTED_ELSEWHERE,
	connectProvider,
	disconnectProvider,
	EMAIL_UNCONFIRMED,
	FOREIGN_REDIRECT,
	LAST_WAY_IN,
	NOT_CONNECTED,
	PROVIDER_AWAY,
	takeUpConnection,
} from '#contract/social-login.ts'
import type { SocialEnd } from '#contract/social-login-outcomes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireProof } from '#server/features/account/proofs.ts'
import { dropConnection, holdWaysIn } from '#server/features/account/queries-connections.ts'
import { spendTicket } from '#server/features/sessions/login-tickets.ts'
import { ownAccount, ownUser } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, forbidden, notFound, unauthorized } from '#server/http/errors.ts'
import { originOf } from '#server/http/origin.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { withQuery } from './addresses.ts'
import { newAttempt, sealAttempt } from './attempts.ts'
import { appAddress, begin, providerOf, tell } from './flow.ts'
import { connectPerson } from './sign-in.ts'

/** Connecting a provider to an account, and disconnecting it. */
export function connectionRoutes(app: App, services: Services): void {
	const { config, db, keys } = services

	app.route({
		...connectProvider,
		async handler(request, reply) {
			const { provider } = request.params
			providerOf(services, provider)
			const connects = viewerOf(request)
			const account = await ownAccount(services, connects.userId)
			if (account.email_verified_at === null) throw forbidden(EMAIL_UNCONFIRMED)
			const { providers } = await ownUser(services, connects.userId)
			if (providers.includes(provider)) throw conflict(ALREADY_CONNECTED)
			await requireProof(services, connects)
			const { challenge } = request.query
			if (challenge !== undefined) {
				// Another browser asks the person, which shares no cookie with the app: the address carries the attempt
				const redirectUri = appAddress(services, request.query.redirect_uri, true)
				if (redirectUri === undefined) throw new AppError(400, FOREIGN_REDIRECT)
				const attempt = newAttempt({ provider, connects, app: { redirectUri, challenge } }, services.clock())
				const path = withQuery(`/api/auth/${provider}`, { attempt: sealAttempt(keys.socialSignIns, attempt) })
				return { success: true as const, url: originOf(config, request) + path }
			}
			try {
				const url = await begin(services, newAttempt({ provider, connects }, services.clock()), request, reply)
				return { success: true as const, url }
			} catch (error) {
				tell(request, provider, 'unreachable', error)
				throw new AppError(503, PROVIDER_AWAY, { headers: { 'retry-after': '10' } })
			}
		},
	})

	app.route({
		...takeUpConnection,
		async handler(request) {
			const viewer = viewerOf(request)
			const { token, verifier } = request.body
			providerOf(services, request.params.provider)
			const ticket = await inTransaction(db, (locked) =>
				spendTicket(locked, 'connect', { token, verifier }, now(services)),
			)
			const isTheirs = ticket?.user_id === viewer.userId && ticket.session_id === viewer.sessionId
			if (!isTheirs || ticket.provider !== request.params.provider || !ticket.subject)
				throw new AppError(400, BAD_CONNECTION)
			const person = { provider: ticket.provider, subject: ticket.subject }
			const outcome = await connectPerson(services, person, viewer, request)
			if ('refused' in outcome) throw refusalOf(outcome.refused)
			return { success: true as const, user: await ownUser(services, viewer.userId) }
		},
	})

	app.route({
		...disconnectProvider,
		async handler(request) {
			const { userId } = viewerOf(request)
			const { provider } = request.params
			await inTransaction(db, async (transaction) => {
				const { hasPassword, providers } = await holdWaysIn(transaction, userId)
				if (!providers.includes(provider)) throw notFound(NOT_CONNECTED)
				// A provider that is no longer set up lets nobody in
				const others = providers.filter((name) => name !== provider && services.social.has(name))
				if (!hasPassword && others.length === 0) throw new AppError(400, LAST_WAY_IN)
				await dropConnection(transaction, userId, provider)
			})
			return { success: true as const, user: await ownUser(services, userId) }
		},
	})
}

function refusalOf(end: SocialEnd): AppError {
	if (end === 'connected_elsewhere') return conflict(CONNECTED_ELSEWHERE)
	if (end === 'already_connected') return conflict(ALREADY_CONNECTED)
	return end === 'email_unconfirmed' ? forbidden(EMAIL_UNCONFIRMED) : unauthorized(SESSION_REVOKED)
}
