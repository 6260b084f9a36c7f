import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { redirectTarget } from '#contract/return-path.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import {
	ALREADY_CONNECTED,
	BAD_CONNECTION,
	beginSocialSignIn,
	CONNECTED_ELSEWHERE,
	connectProvider,
	deleteForFacebook,
	disconnectProvider,
	EMAIL_UNCONFIRMED,
	endSocialSignIn,
	FOREIGN_REDIRECT,
	LAST_WAY_IN,
	NO_SUCH_PROVIDER,
	NOT_CONNECTED,
	PROVIDER_AWAY,
	takeUpConnection,
} from '#contract/social-login.ts'
import type { SocialEnd } from '#contract/social-login-outcomes.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ownUser } from '#server/features/account/own-user.ts'
import { requireProof } from '#server/features/account/proofs.ts'
import { findOwnAccount } from '#server/features/account/queries.ts'
import { type BrowserCookie, browserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, forbidden, notFound, unauthorized } from '#server/http/errors.ts'
import { originOf } from '#server/http/origin.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { type Attempt, isStateOf, newAttempt, openAttempt, sealAttempt, tiesOf } from './attempts.ts'
import { deleteFacebookPerson, readSignedRequest } from './facebook-deletion.ts'
import { PROOF_COOKIE, spendTicket, TICKET_COOKIE, type Ticket } from './login-tickets.ts'
import type { Identity } from './providers.ts'
import { dropConnection, holdWaysIn, type Person } from './queries-accounts.ts'
import { spendAttempt } from './queries-attempts.ts'
import { connectPerson, issueTicket, type Outcome, personOf, signInAgain, signInSocially } from './sign-in.ts'

/** The cookie in which a browser keeps its way to a provider and back. It comes along when the provider leads back here. */
const ATTEMPT_COOKIE: BrowserCookie = { name: 'social_sign_in', path: '/api/auth', sameSite: 'lax' }

/** Signing in through a provider, connecting one to an account, and what Facebook asks on a person's behalf. */
export function socialRoutes(app: App, services: Services): void {
	const { config, db, keys } = services

	const providerOf = (name: Provider) => {
		const provider = services.social.get(name)
		if (!provider) throw notFound(NO_SUCH_PROVIDER)
		return provider
	}
	const callbackOf = (name: Provider, request: FastifyRequest) =>
		// as a URL it reads the same everywhere: a port that goes without saying is left out
		new URL(`/api/auth/${name}/callback`, originOf(config, request)).href

	/** Where an app waits for its ticket: the address that it names, or else the first. Undefined for a browser. */
	function appAddress(asked: string | undefined, isApp: boolean): string | undefined {
		if (asked !== undefined && !config.oauthRedirectUris.includes(asked)) throw new AppError(400, FOREIGN_REDIRECT)
		return asked ?? (isApp ? config.oauthRedirectUris[0] : undefined)
	}

	/** Remembers an attempt in the browser, and returns the provider's address that asks the person. */
	async function begin(attempt: Attempt, request: FastifyRequest, reply: FastifyReply): Promise<string> {
		const ties = tiesOf(keys.socialSignIns, attempt, callbackOf(attempt.provider, request))
		const { href } = await providerOf(attempt.provider).askingAddress(ties, { again: attempt.proves })
		setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, {
			value: sealAttempt(keys.socialSignIns, attempt),
			maxAgeSeconds: LIFETIMES.socialSignInMs / 1000,
		})
		return href
	}

	app.route({
		...beginSocialSignIn,
		async handler(request, reply) {
			const { provider } = request.params
			providerOf(provider)
			const { mobile = false, challenge = null, redirect = null, purpose, attempt: begun } = request.query
			const proves = purpose === 'reauthenticate'
			const redirectUri = appAddress(request.query.redirect_uri, mobile)
			const app = redirectUri === undefined ? null : { redirectUri, challenge }
			const attempt =
				begun === undefined
					? newAttempt({ provider, app, redirect: redirectTarget(redirect), proves }, services.clock())
					: openAttempt(keys.socialSignIns, begun, services.clock())
			// whom a browser connects was decided in that browser; an app's attempt is worth nothing without its verifier
			if (!attempt || attempt.provider !== provider || (begun !== undefined && !isOfApp(attempt))) {
				tell(request, provider, 'forged or too late')
				return reply.redirect(endOf(undefined, { refused: 'failed' }))
			}
			try {
				return reply.redirect(await begin(attempt, request, reply))
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
			providerOf(provider)
			const cookie = browserCookie(app, config, request, ATTEMPT_COOKIE)
			const attempt = openAttempt(keys.socialSignIns, cookie ?? '', services.clock())
			if (!attempt || attempt.provider !== provider || !isStateOf(attempt, request.query.state)) {
				tell(request, provider, 'forged or too late')
				return reply.redirect(endOf(undefined, { refused: 'failed' }))
			}
			setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, null)
			const outcome = await takeUp(attempt, request, request.query.error !== undefined)
			if ('refused' in outcome || (attempt.connects && !attempt.app)) return reply.redirect(endOf(attempt, outcome))
			const { userId, person } = outcome
			const token = await issueTicket(services, ticketOf(attempt, userId, person), person)
			if (token === undefined) return reply.redirect(endOf(attempt, { refused: 'failed' }))
			// without a challenge it is good in this browser only, so that nobody can hand theirs to somebody else
			if (!attempt.app?.challenge)
				setBrowserCookie(config, request, reply, attempt.proves ? PROOF_COOKIE : TICKET_COOKIE, {
					value: token,
					maxAgeSeconds: LIFETIMES.loginTicketMs / 1000,
				})
			return reply.redirect(attempt.app ? withQuery(attempt.app.redirectUri, { token }) : endOf(attempt, outcome))
		},
	})

	/** What comes of an attempt that has come back; never throws, because a browser is to be led on. */
	async function takeUp(attempt: Attempt, request: FastifyRequest, isRefused: boolean): Promise<Outcome> {
		const { provider } = attempt
		try {
			if (!(await spendAttempt(db, attempt))) {
				tell(request, provider, 'replayed')
				return { refused: 'failed' }
			}
			if (isRefused) {
				tell(request, provider, 'refused by the person or the provider')
				return { refused: attempt.connects || attempt.proves ? 'refused' : 'access_denied' }
			}
			const query = new URLSearchParams(request.url.split('?', 2)[1])
			const ties = tiesOf(keys.socialSignIns, attempt, callbackOf(provider, request))
			const identity = await providerOf(provider).identify(query, ties)
			const outcome = await outcomeOf(attempt, identity, request)
			tell(request, provider, 'refused' in outcome ? outcome.refused : 'done')
			return outcome
		} catch (error) {
			tell(request, provider, 'failed', error)
			return { refused: 'failed' }
		}
	}

	async function outcomeOf(attempt: Attempt, identity: Identity, request: FastifyRequest): Promise<Outcome> {
		const { connects } = attempt
		if (attempt.proves) return signInAgain(services, identity)
		if (!connects) return signInSocially(services, identity, request)
		const person = personOf(identity)
		// an app connects once it has shown its verifier
		if (attempt.app) return { userId: connects.userId, person }
		return connectPerson(services, person, connects, request)
	}

	app.route({
		...connectProvider,
		async handler(request, reply) {
			const { provider } = request.params
			providerOf(provider)
			const connects = viewerOf(request)
			const account = await findOwnAccount(db, connects.userId)
			if (!account) throw unauthorized(SESSION_REVOKED)
			if (account.email_verified_at === null) throw forbidden(EMAIL_UNCONFIRMED)
			const { providers } = await ownUser(services, connects.userId)
			if (providers.includes(provider)) throw conflict(ALREADY_CONNECTED)
			await requireProof(services, connects)
			const { challenge } = request.query
			if (challenge !== undefined) {
				// another browser asks the person, which shares no cookie with the app: the address carries the attempt
				const redirectUri = appAddress(request.query.redirect_uri, true)
				if (redirectUri === undefined) throw new AppError(400, FOREIGN_REDIRECT)
				const attempt = newAttempt({ provider, connects, app: { redirectUri, challenge } }, services.clock())
				const path = withQuery(`/api/auth/${provider}`, { attempt: sealAttempt(keys.socialSignIns, attempt) })
				return { success: true as const, url: originOf(config, request) + path }
			}
			try {
				const url = await begin(newAttempt({ provider, connects }, services.clock()), request, reply)
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
			providerOf(request.params.provider)
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
				// a provider that is no longer set up lets nobody in
				const others = providers.filter((name) => name !== provider && services.social.has(name))
				if (!hasPassword && others.length === 0) throw new AppError(400, LAST_WAY_IN)
				await dropConnection(transaction, userId, provider)
			})
			return { success: true as const, user: await ownUser(services, userId) }
		},
	})

	app.register(async (forms: App) => {
		// Facebook sends a form. Its signature says who sent it, so another site gains nothing by sending one.
		forms.addContentTypeParser<string>(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) =>
				done(null, { signed_request: new URLSearchParams(body).get('signed_request') ?? undefined }),
		)
		forms.route({
			...deleteForFacebook,
			async handler(request) {
				if (!config.facebook) throw notFound(NO_SUCH_PROVIDER)
				const { appSecret } = config.facebook
				const asked = readSignedRequest(request.body.signed_request, appSecret, services.clock())
				const code = await deleteFacebookPerson(services, asked, request)
				return { url: `${originOf(config, request)}/data-deletion-status/${code}`, confirmation_code: code }
			},
		})
	})
}

/** What the end of an attempt is good for. */
function ticketOf({ app, connects, proves }: Attempt, userId: string, person: Person): Ticket {
	const challenge = app?.challenge ?? null
	if (connects) return { purpose: 'connect', userId, challenge, person, sessionId: connects.sessionId }
	return { purpose: proves ? 'reauthenticate' : 'sign-in', userId, challenge }
}

/** Whether an attempt connects in an app, which alone can take up what comes of it. */
function isOfApp({ app, connects }: Attempt): boolean {
	return connects !== null && typeof app?.challenge === 'string'
}

function refusalOf(end: SocialEnd): AppError {
	if (end === 'connected_elsewhere') return conflict(CONNECTED_ELSEWHERE)
	if (end === 'already_connected') return conflict(ALREADY_CONNECTED)
	return end === 'email_unconfirmed' ? forbidden(EMAIL_UNCONFIRMED) : unauthorized(SESSION_REVOKED)
}

/** Where a browser or an app goes on after its attempt; without one nothing is known but that it failed. */
function endOf(attempt: Attempt | undefined, outcome: Outcome): string {
	const error = 'refused' in outcome ? outcome.refused : undefined
	if (attempt?.app) return withQuery(attempt.app.redirectUri, { error })
	if (attempt?.proves) return withQuery('/settings', { proof: error ?? 'done' })
	if (attempt?.connects) return withQuery('/settings', error ? { error } : { connected: attempt.provider })
	const redirect = attempt && !error && attempt.redirect !== '/' ? attempt.redirect : undefined
	return withQuery('/oauth/success', { error, redirect })
}

function withQuery(address: string, query: Readonly<Record<string, string | undefined>>): string {
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
	return search.size > 0 ? `${address}?${search}` : address
}

/** Logs what came of an attempt. Of an error only its kind: what came from the provider stands in the rest of it. */
function tell(request: FastifyRequest, provider: Provider, outcome: string, error?: unknown): void {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
	const reason =
		error === undefined ? {} : { reason: [name, code].filter((word) => typeof word === 'string').join(' ') }
	request.log[error === undefined ? 'info' : 'warn']({ provider, outcome, ...reason }, 'social sign-in')
}
