import { LIFETIMES } from '#contract/limits.ts'
import { withQuery } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { completeSocialLogin, startSocialLogin } from '#contract/social-login.ts'
import { readBrowserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { PROOF_COOKIE, TICKET_COOKIE, type Ticket } from '#server/features/sessions/login-tickets.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'
import type { App } from '#server/http/app-type.ts'
import type { Services } from '#server/services.ts'
import { type Attempt, createAttempt, isMatchingState, verifyAttempt } from './attempts.ts'
import { ATTEMPT_COOKIE, beginAttempt, completeAttempt, getProvider, logOutcome, resolveAppRedirect } from './flow.ts'
import { issueTicket } from './login.ts'
import { buildRedirect } from './redirects.ts'

/** Registers the routes that redirect to a provider and handle its callback. */
export function socialRoutes(app: App, services: Services): void {
	const { config, keys } = services

	app.route({
		...startSocialLogin,
		async handler(request, reply) {
			const { provider } = request.params
			getProvider(services, provider)
			const { mobile = false, challenge = null, redirect = null, purpose, invite = null } = request.query
			const { attempt: signedAttempt } = request.query
			const proves = purpose === 'reauthenticate'
			const redirectUri = resolveAppRedirect(services, request.query.redirect_uri, mobile)
			const app = redirectUri === undefined ? null : { redirectUri, challenge }
			const attempt =
				signedAttempt === undefined
					? createAttempt({ provider, app, redirect: getSafeRedirectPath(redirect), proves, invite }, services.clock())
					: verifyAttempt(keys.socialLogins, signedAttempt, services.clock())
			// A URL may carry only an app's attempt, useless without the app's verifier; a browser's attempt must start in that browser
			if (!attempt || attempt.provider !== provider || (signedAttempt !== undefined && !isAppConnection(attempt))) {
				logOutcome(request, provider, 'forged or expired')
				return reply.redirect(buildRedirect(undefined, { error: 'failed' }))
			}
			try {
				return reply.redirect(await beginAttempt(services, attempt, request, reply))
			} catch (error) {
				logOutcome(request, provider, 'unreachable', error)
				return reply.redirect(buildRedirect(attempt, { error: 'unavailable' }))
			}
		},
	})

	app.route({
		...completeSocialLogin,
		async handler(request, reply) {
			const { provider } = request.params
			getProvider(services, provider)
			const cookie = readBrowserCookie(config, request, ATTEMPT_COOKIE)
			const attempt = verifyAttempt(keys.socialLogins, cookie ?? '', services.clock())
			if (!attempt || attempt.provider !== provider || !isMatchingState(attempt, request.query.state)) {
				logOutcome(request, provider, 'forged or expired')
				return reply.redirect(buildRedirect(undefined, { error: 'failed' }))
			}
			setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, null)
			const outcome = await completeAttempt(services, attempt, request, request.query.error !== undefined)
			if ('error' in outcome || (attempt.connects && !attempt.app))
				return reply.redirect(buildRedirect(attempt, outcome))
			const { userId, identity } = outcome
			const token = await issueTicket(services, toTicket(attempt, userId, identity), identity)
			if (token === undefined) return reply.redirect(buildRedirect(attempt, { error: 'failed' }))
			// Without a challenge, the ticket works only in this browser, so that nobody can pass theirs to someone else
			if (!attempt.app?.challenge)
				setBrowserCookie(config, request, reply, attempt.proves ? PROOF_COOKIE : TICKET_COOKIE, {
					value: token,
					maxAgeSeconds: LIFETIMES.loginTicketMs / 1000,
				})
			return reply.redirect(
				attempt.app ? withQuery(attempt.app.redirectUri, { token }) : buildRedirect(attempt, outcome),
			)
		},
	})
}

/** Builds the ticket that a completed attempt earns. */
function toTicket({ app, connects, proves }: Attempt, userId: string, identity: ProviderIdentity): Ticket {
	const challenge = app?.challenge ?? null
	if (connects) return { purpose: 'connect', userId, challenge, identity, sessionId: connects.sessionId }
	if (proves) return { purpose: 'reauthenticate', userId, challenge }
	return { purpose: 'sign-in', userId, challenge, method: identity.provider }
}

/** Returns whether an attempt connects a provider for an app, which alone can redeem its ticket. */
function isAppConnection({ app, connects }: Attempt): boolean {
	return connects !== null && typeof app?.challenge === 'string'
}
