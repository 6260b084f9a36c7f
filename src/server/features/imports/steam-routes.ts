import type { FastifyRequest } from 'fastify'
import {
	completeSteamSignIn,
	IMPORT_UNREADABLE,
	NO_STEAM_KEY,
	type STEAM_OUTCOMES,
	STEAM_SIGN_IN_NEEDED,
	startSteamSignIn,
} from '#contract/imports.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import { type BrowserCookie, readBrowserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { consumeAttempt } from '#server/features/social-login/queries-attempts.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, forbidden } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import {
	buildSteamSignInUrl,
	type SteamTicket,
	signSteamTicket,
	verifySteamAnswer,
	verifySteamTicket,
} from './steam-sign-in.ts'

/** `lax`, so that the browser sends it with Steam's redirect back. */
const ATTEMPT_COOKIE: BrowserCookie = { name: 'steam_sign_in', path: '/api/imports', sameSite: 'Lax' }
const PROFILE_COOKIE: BrowserCookie = { name: 'steam_profile', path: '/api/imports', sameSite: 'Strict' }

/** Registers the routes through which a person proves at Steam that a profile is theirs. */
export function steamRoutes(app: App, services: Services): void {
	const { config, keys, clock, db } = services
	const key = keys.socialLogins

	app.route({
		...startSteamSignIn,
		async handler(request, reply) {
			const { userId, sessionId } = requireViewer(request)
			if (!config.steam) throw conflict(NO_STEAM_KEY)
			const state = createToken()
			const expiresMs = clock() + LIFETIMES.socialLoginMs
			const ticket = signSteamTicket(key, { purpose: 'attempt', userId, sessionId, value: state, expiresMs })
			setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, { value: ticket, maxAgeSeconds: toSeconds() })
			return { url: buildSteamSignInUrl(config.steam.loginUrl, buildReturnUrl(services, request, state)) }
		},
	})

	app.route({
		...completeSteamSignIn,
		async handler(request, reply) {
			const nowMs = clock()
			const cookie = readBrowserCookie(config, request, ATTEMPT_COOKIE)
			const attempt = verifySteamTicket(key, cookie, { purpose: 'attempt', nowMs })
			const isOwn = attempt !== undefined && hashToken(attempt.value) === hashToken(request.query.state ?? '')
			if (!config.steam || !isOwn) return reply.redirect(buildPageUrl('failed'))
			setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, null)
			const { userId, sessionId, value: state, expiresMs } = attempt
			const query = new URLSearchParams(request.url.split('?', 2)[1])
			if (!(await consumeAttempt(db, { state, expiresMs }))) return reply.redirect(buildPageUrl('failed'))
			if (query.get('openid.mode') === 'cancel') return reply.redirect(buildPageUrl('refused'))
			let steamId: string | undefined
			try {
				steamId = await verifySteamAnswer(config.steam.loginUrl, query, buildReturnUrl(services, request, state))
			} catch (error) {
				request.log.warn({ reason: (error as Error).name }, 'Steam did not verify a sign-in')
				return reply.redirect(buildPageUrl('unavailable'))
			}
			if (steamId === undefined) return reply.redirect(buildPageUrl('failed'))
			const profile: SteamTicket = {
				...{ purpose: 'profile', userId, sessionId, value: steamId },
				expiresMs: nowMs + LIFETIMES.socialLoginMs,
			}
			setBrowserCookie(config, request, reply, PROFILE_COOKIE, {
				value: signSteamTicket(key, profile),
				maxAgeSeconds: toSeconds(),
			})
			return reply.redirect(buildPageUrl(steamId))
		},
	})
}

const toSeconds = () => LIFETIMES.socialLoginMs / 1000

const buildPageUrl = (steam: keyof typeof STEAM_OUTCOMES | (string & {})) => paths.imports({ from: 'steam', steam })

function buildReturnUrl({ config }: Services, request: FastifyRequest, state: string): string {
	// Parsing as a URL normalizes it: the default port is omitted
	return new URL(withQuery(completeSteamSignIn.url, { state }), getSiteOrigin(config, request)).href
}

/** Returns the profile that a call names and its session has signed in to at Steam. Throws 400, 403 and 409. */
export function requireProfile({ config, keys, clock }: Services, request: FastifyRequest): string {
	const { source, profile } = (request.body ?? {}) as { source?: string; profile?: string }
	if (source !== 'steam' || profile === undefined) throw new AppError(400, IMPORT_UNREADABLE)
	if (!config.steam) throw conflict(NO_STEAM_KEY)
	const { userId, sessionId } = requireViewer(request)
	const cookie = readBrowserCookie(config, request, PROFILE_COOKIE)
	const ticket = verifySteamTicket(keys.socialLogins, cookie, { purpose: 'profile', nowMs: clock() })
	if (ticket?.value !== profile || ticket.userId !== userId || ticket.sessionId !== sessionId)
		throw forbidden(STEAM_SIGN_IN_NEEDED)
	return profile
}
