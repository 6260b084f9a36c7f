import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { FOREIGN_REDIRECT, NO_SUCH_PROVIDER } from '#contract/social-login.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { type BrowserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { originOf } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { type Attempt, sealAttempt, tiesOf } from './attempts.ts'
import type { Identity, SocialProvider } from './provider.ts'
import { spendAttempt } from './queries-attempts.ts'
import { connectPerson, type Outcome, personOf, signInAgain, signInSocially } from './sign-in.ts'

/** The cookie in which a browser keeps its way to a provider and back. It comes along when the provider leads back here. */
export const ATTEMPT_COOKIE: BrowserCookie = { name: 'social_sign_in', path: '/api/auth', sameSite: 'lax' }

/** The provider of a name. Throws 404 where it is not set up. */
export function providerOf({ social }: Services, name: Provider): SocialProvider {
	const provider = social.get(name)
	if (!provider) throw notFound(NO_SUCH_PROVIDER)
	return provider
}

/** Where an app waits for its ticket: the address that it names, or else the first. Undefined for a browser. Throws 400. */
export function appAddress({ config }: Services, asked: string | undefined, isApp: boolean): string | undefined {
	if (asked !== undefined && !config.oauthRedirectUris.includes(asked)) throw new AppError(400, FOREIGN_REDIRECT)
	return asked ?? (isApp ? config.oauthRedirectUris[0] : undefined)
}

/** Remembers an attempt in the browser, and returns the provider's address that asks the person. */
export async function begin(
	services: Services,
	attempt: Attempt,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<string> {
	const { config, keys } = services
	const ties = tiesOf(keys.socialSignIns, attempt, callbackOf(services, attempt.provider, request))
	const { href } = await providerOf(services, attempt.provider).askingAddress(ties, { again: attempt.proves })
	setBrowserCookie(config, request, reply, ATTEMPT_COOKIE, {
		value: sealAttempt(keys.socialSignIns, attempt),
		maxAgeSeconds: LIFETIMES.socialSignInMs / 1000,
	})
	return href
}

/** What comes of an attempt that has come back; never throws, because a browser is to be led on. */
export async function takeUp(
	services: Services,
	attempt: Attempt,
	request: FastifyRequest,
	isRefused: boolean,
): Promise<Outcome> {
	const { provider } = attempt
	try {
		if (!(await spendAttempt(services.db, attempt))) {
			tell(request, provider, 'replayed')
			return { refused: 'failed' }
		}
		if (isRefused) {
			tell(request, provider, 'refused by the person or the provider')
			return { refused: attempt.connects || attempt.proves ? 'refused' : 'access_denied' }
		}
		const query = new URLSearchParams(request.url.split('?', 2)[1])
		const ties = tiesOf(services.keys.socialSignIns, attempt, callbackOf(services, provider, request))
		const identity = await providerOf(services, provider).identify(query, ties)
		const outcome = await outcomeOf(services, attempt, identity, request)
		tell(request, provider, 'refused' in outcome ? outcome.refused : 'done')
		return outcome
	} catch (error) {
		tell(request, provider, 'failed', error)
		return { refused: 'failed' }
	}
}

async function outcomeOf(
	services: Services,
	{ connects, proves, app }: Attempt,
	identity: Identity,
	request: FastifyRequest,
): Promise<Outcome> {
	if (proves) return signInAgain(services, identity)
	if (!connects) return signInSocially(services, identity, request)
	const person = personOf(identity)
	// An app connects once it has shown its verifier
	if (app) return { userId: connects.userId, person }
	return connectPerson(services, person, connects, request)
}

function callbackOf({ config }: Services, name: Provider, request: FastifyRequest): string {
	// As a URL it reads the same everywhere: a port that goes without saying is left out
	return new URL(`/api/auth/${name}/callback`, originOf(config, request)).href
}

/** Logs what came of an attempt. Of an error only its kind: what came from the provider stands in the rest of it. */
export function tell(request: FastifyRequest, provider: Provider, outcome: string, error?: unknown): void {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
	const reason =
		error === undefined ? {} : { reason: [name, code].filter((word) => typeof word === 'string').join(' ') }
	request.log[error === undefined ? 'info' : 'warn']({ provider, outcome, ...reason }, 'social sign-in')
}
