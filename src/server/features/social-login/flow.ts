import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { PROVIDER_NOT_FOUND, REDIRECT_NOT_ALLOWED } from '#contract/social-login.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { type BrowserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { type Attempt, deriveFlowSecrets, signAttempt } from './attempts.ts'
import {
	connectIdentity,
	logInWithProvider,
	type Outcome,
	reauthenticateWithProvider,
	toProviderIdentity,
} from './login.ts'
import type { ProviderProfile, SocialProvider } from './provider.ts'
import { consumeAttempt } from './queries-attempts.ts'

/** The cookie that stores a browser's attempt; `lax`, so that the browser sends it with the provider's redirect back. */
export const ATTEMPT_COOKIE: BrowserCookie = { name: 'social_sign_in', path: '/api/auth', sameSite: 'Lax' }

/** Returns a provider by name. Throws 404 if it is not configured. */
export function getProvider({ social }: Services, name: Provider): SocialProvider {
	const provider = social.get(name)
	if (!provider) throw notFound(PROVIDER_NOT_FOUND)
	return provider
}

/**
 * Returns the redirect URI that receives an app's ticket: the requested one, or else the first configured one. Undefined
 * for a browser. Throws 400 if the requested one is not configured.
 */
export function resolveAppRedirect(
	{ config }: Services,
	requested: string | undefined,
	isApp: boolean,
): string | undefined {
	if (requested !== undefined && !config.oauthRedirectUris.includes(requested))
		throw new AppError(400, REDIRECT_NOT_ALLOWED)
	return requested ?? (isApp ? config.oauthRedirectUris[0] : undefined)
}

/** Stores an attempt in the browser and returns the provider's authorization URL. */
export async function beginAttempt(
	services: Services,
	attempt: Attempt,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<string> {
	const { config, keys } = services
	const secrets = deriveFlowSecrets(keys.socialLogins, attempt, buildCallbackUrl(services, attempt.provider, request))
	const { href } = await getProvider(services, attempt.provider).authorizationUrl(secrets, {
		reauthenticate: attempt.proves,
	})
	setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, {
		value: signAttempt(keys.socialLogins, attempt),
		maxAgeSeconds: LIFETIMES.socialLoginMs / 1000,
	})
	return href
}

/** Completes an attempt at its callback. Never throws, because the browser must be redirected in any case. */
export async function completeAttempt(
	services: Services,
	attempt: Attempt,
	request: FastifyRequest,
	isDenied: boolean,
): Promise<Outcome> {
	const { provider } = attempt
	try {
		if (!(await consumeAttempt(services.db, attempt))) {
			logOutcome(request, provider, 'replayed')
			return { error: 'failed' }
		}
		if (isDenied) {
			logOutcome(request, provider, 'denied by the user or the provider')
			return { error: attempt.connects || attempt.proves ? 'refused' : 'access_denied' }
		}
		const query = new URLSearchParams(request.url.split('?', 2)[1])
		const secrets = deriveFlowSecrets(
			services.keys.socialLogins,
			attempt,
			buildCallbackUrl(services, provider, request),
		)
		const profile = await getProvider(services, provider).fetchProfile(query, secrets)
		const outcome = await resolveOutcome(services, attempt, profile, request)
		logOutcome(request, provider, 'error' in outcome ? outcome.error : 'done')
		return outcome
	} catch (error) {
		logOutcome(request, provider, 'failed', error)
		return { error: 'failed' }
	}
}

async function resolveOutcome(
	services: Services,
	{ connects, proves, app, invite }: Attempt,
	profile: ProviderProfile,
	request: FastifyRequest,
): Promise<Outcome> {
	if (proves) return reauthenticateWithProvider(services, profile)
	if (!connects) return logInWithProvider(services, profile, request, invite)
	const identity = toProviderIdentity(profile)
	// For an app, the connection is made once it has presented its verifier
	if (app) return { userId: connects.userId, identity }
	return connectIdentity(services, identity, connects, request)
}

function buildCallbackUrl({ config }: Services, name: Provider, request: FastifyRequest): string {
	// Parsing as a URL normalizes it: the default port is omitted
	return new URL(`/api/auth/${name}/callback`, getSiteOrigin(config, request)).href
}

/** Logs an attempt's outcome. Logs only an error's name and code, because the rest contains data from the provider. */
export function logOutcome(request: FastifyRequest, provider: Provider, outcome: string, error?: unknown): void {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
	const reason =
		error === undefined ? {} : { reason: [name, code].filter((word) => typeof word === 'string').join(' ') }
	request.log[error === undefined ? 'info' : 'warn']({ provider, outcome, ...reason }, 'social sign-in')
}
