import { LIFETIMES } from '#contract/limits.ts'
import { redirectTarget } from '#contract/return-path.ts'
import { beginSocialSignIn, endSocialSignIn } from '#contract/social-login.ts'
import { browserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { PROOF_COOKIE, TICKET_COOKIE, type Ticket } from '#server/features/sessions/login-tickets.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'
import type { App } from '#server/http/app-type.ts'
import type { Services } from '#server/services.ts'
import { endOf, withQuery } from './addresses.ts'
import { type Attempt, isStateOf, newAttempt, openAttempt } from './attempts.ts'
import { ATTEMPT_COOKIE, appAddress, begin, providerOf, takeUp, tell } from './flow.ts'
import { issueTicket } from './sign-in.ts'

/** The way to a provider and back. */
export function socialRoutes(app: App, services: Services): void {
	const { config, keys } = services

	app.route({
		...beginSocialSignIn,
		async handler(request, reply) {
			const { provider } = request.params
			providerOf(services, provider)
			const { mobile = false, challenge = null, redirect = null, purpose, attempt: begun } = request.query
			const proves = purpose === 'reauthenticate'
			const redirectUri = appAddress(services, request.query.redirect_uri, mobile)
			const app = redirectUri === undefined ? null : { redirectUri, challenge }
			const attempt =
				begun === undefined
					? newAttempt({ provider, app, redirect: redirectTarget(redirect), proves }, services.clock())
					: openAttempt(keys.socialSignIns, begun, services.clock())
			// Whom a browser connects was decided in that browser; an app's attempt is worth nothing without its verifier
			if (!attempt || attempt.provider !== provider || (begun !== undefined && !isOfApp(attempt))) {
				tell(request, provider, 'forged or too late')
				return reply.redirect(endOf(undefined, { refused: 'failed' }))
			}
			try {
				return reply.redirect(await begin(services, attempt, request, reply))
			} catch (error) {
				tell(request, provider, 'unreachable', error)
				return reply.redirect(endOf(attempt, { refused: 'unavailable' }))
			}
		},
	})

	app.route({
		...endSocialSignIn,
		async handler(request, reply) {
			const { provider } = request.params
			providerOf(services, provider)
			const cookie = browserCookie(app, config, request, ATTEMPT_COOKIE)
			const attempt = openAttempt(keys.socialSignIns, cookie ?? '', services.clock())
			if (!attempt || attempt.provider !== provider || !isStateOf(attempt, request.query.state)) {
				tell(request, provider, 'forged or too late')
				return reply.redirect(endOf(undefined, { refused: 'failed' }))
			}
			setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, null)
			const outcome = await takeUp(services, attempt, request, request.query.error !== undefined)
			if ('refused' in outcome || (attempt.connects && !attempt.app)) return reply.redirect(endOf(attempt, outcome))
			const { userId, person } = outcome
			const token = await issueTicket(services, ticketOf(attempt, userId, person), person)
			if (token === undefined) return reply.redirect(endOf(attempt, { refused: 'failed' }))
			// Without a challenge it is good in this browser only, so that nobody can hand theirs to somebody else
			if (!attempt.app?.challenge)
				setBrowserCookie(config, request, reply, attempt.proves ? PROOF_COOKIE : TICKET_COOKIE, {
					value: token,
					maxAgeSeconds: LIFETIMES.loginTicketMs / 1000,
				})
			return reply.redirect(attempt.app ? withQuery(attempt.app.redirectUri, { token }) : endOf(attempt, outcome))
		},
	})
}

/** What the end of an attempt is good for. */
function ticketOf({ app, connects, proves }: Attempt, userId: string, person: ProviderIdentity): Ticket {
	const challenge = app?.challenge ?? null
	if (connects) return { purpose: 'connect', userId, challenge, person, sessionId: connects.sessionId }
	return { purpose: proves ? 'reauthenticate' : 'sign-in', userId, challenge }
}

/** Whether an attempt connects in an app, which alone can take up what comes of it. */
function isOfApp({ app, connects }: Attempt): boolean {
	return connects !== null && typeof app?.challenge === 'string'
}
