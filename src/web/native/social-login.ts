import { reauthenticate } from '#contract/account.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { redirectTarget } from '#contract/return-path.ts'
import { takeUpConnection } from '#contract/social-login.ts'
import { isProvider, type Provider } from '#contract/social-login-providers.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { storeUser } from '#web/app/credentials.ts'
import { stored } from '#web/app/local-storage.ts'
import { NO_DATA, takeUpTicket } from '#web/features/social-login/oauth-landing.ts'
import { sessionFlags } from '#web/features/social-login/session-flags.ts'

/** What the app keeps while the system's browser is at a provider; it outlives the app, which may be ended meanwhile. */
interface Waiting {
	verifier: string
	/** Where a sign-in goes on. */
	redirect?: string
	/** The provider that is to be connected, where it is not to sign in. */
	connects?: Provider
	/** Set where somebody signs in again to prove who they are. */
	proves?: true
}

const CALLBACK = 'savepoint://oauth/callback'
const WAITING_KEY = 'oauth_waiting'
const LAST_KEY = 'oauth_last_callback'
const BEFORE_NAVIGATING_MS = 100

/** The path at which a sign-in begins on the site, for a provider's link; null for every other path. */
export function providerOfLink(path: string): Provider | null {
	const name = /^\/api\/auth\/(\w+)$/.exec(path)?.[1] ?? ''
	return isProvider(name) ? name : null
}

/** The address at which the system's browser signs in with a provider and leads back to this app, which alone can use what it brings. */
export async function signInAddress(api: string, provider: Provider, redirect: string): Promise<string> {
	const challenge = await newChallenge({ redirect })
	return api + withQuery(`/api/auth/${provider}`, { redirect_uri: CALLBACK, mobile: 'true', challenge })
}

/** The address at which the system's browser signs in again to prove who one is. */
export async function proofAddress(api: string, provider: Provider): Promise<string> {
	const query = { purpose: 'reauthenticate', redirect_uri: CALLBACK, mobile: 'true' }
	return api + withQuery(`/api/auth/${provider}`, { ...query, challenge: await newChallenge({ proves: true }) })
}

/** The challenge of a new verifier that only this app knows; what it is for is kept beside it. */
export async function newChallenge(purpose: Omit<Waiting, 'verifier'>): Promise<string> {
	const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
	stored.set(WAITING_KEY, JSON.stringify({ verifier, ...purpose } satisfies Waiting))
	return sha256(verifier)
}

/** Whether an address is where a provider's way ends. */
export function isCallback(url: string): boolean {
	return url.split(/[?#]/, 1)[0]?.replace(/\/$/, '') === CALLBACK
}

/**
 * Takes up what came back from a provider, once: one address may come by the start of the app and by its resumption.
 * The screens learn by `oauth-navigate` where to go on.
 */
export async function takeUpCallback(url: string): Promise<void> {
	if (sessionFlags.get('oauth_processing') !== null) return
	sessionFlags.set('oauth_processing', 'true')
	const waiting = takeWaiting()
	const name = await sha256(url)
	// A phone brings the last address once more when the app is called up from those lately used
	if (waiting === null && stored.get(LAST_KEY) === name) {
		sessionFlags.set('oauth_processing', null)
		return
	}
	stored.set(LAST_KEY, name)
	const query = new URL(url).searchParams
	const path = waiting?.connects
		? await connected(waiting.connects, waiting.verifier, query)
		: waiting?.proves
			? await proved(waiting.verifier, query)
			: await signedIn(waiting, query)
	await new Promise((resolve) => setTimeout(resolve, BEFORE_NAVIGATING_MS))
	leadTo(path)
	sessionFlags.set('oauth_processing', null)
}

/** Says that no browser could be opened to ask the person. */
export function failToAsk(isConnecting: boolean): void {
	stored.set(WAITING_KEY, null)
	if (!isConnecting) sessionFlags.set('oauth_error', 'unavailable')
	leadTo(isConnecting ? withQuery(paths.settings(), { error: 'unavailable' }) : paths.oauthCallback())
}

function leadTo(path: string): void {
	window.dispatchEvent(new CustomEvent('oauth-navigate', { detail: path }))
}

/** The landing says what came of it, and goes on. */
async function signedIn(waiting: Waiting | null, query: URLSearchParams): Promise<string> {
	const token = query.get('token')
	const error = query.get('error')
	// A ticket that nobody here asked for is somebody else's
	if (token && waiting) await exchange(token, waiting.verifier)
	else sessionFlags.set('oauth_error', error ?? NO_DATA)
	const redirect = redirectTarget(waiting?.redirect ?? null)
	return withQuery(paths.oauthCallback(), { redirect: redirect === '/' ? null : redirect })
}

async function exchange(tempToken: string, verifier: string): Promise<void> {
	try {
		await takeUpTicket({ tempToken, verifier })
		sessionFlags.set('oauth_error', null)
	} catch (error) {
		const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 401)
		sessionFlags.set('oauth_error', isRefused ? NO_DATA : 'failed')
	}
}

/** The settings say what came of it. */
async function connected(provider: Provider, verifier: string, query: URLSearchParams): Promise<string> {
	const token = query.get('token')
	if (!token) return withQuery(paths.settings(), { error: query.get('error') ?? 'failed' })
	try {
		const { user } = await call(browserTransport, takeUpConnection, { params: { provider }, body: { token, verifier } })
		storeUser(user)
		return withQuery(paths.settings(), { connected: provider })
	} catch (error) {
		const code = error instanceof ApiError ? error.code : ''
		return withQuery(paths.settings(), { error: code === 'session_revoked' ? 'session_ended' : code || 'failed' })
	}
}

/** The settings go on with what needed the proof, or say why not. */
async function proved(verifier: string, query: URLSearchParams): Promise<string> {
	const tempToken = query.get('token')
	if (!tempToken) return withQuery(paths.settings(), { proof: query.get('error') ?? 'failed' })
	try {
		await call(browserTransport, reauthenticate, { body: { tempToken, verifier } })
		return withQuery(paths.settings(), { proof: 'done' })
	} catch (error) {
		return withQuery(paths.settings(), { proof: (error instanceof ApiError && error.code) || 'failed' })
	}
}

/** What is waited for, which is waited for no longer. */
function takeWaiting(): Waiting | null {
	const text = stored.get(WAITING_KEY)
	stored.set(WAITING_KEY, null)
	try {
		const waiting = JSON.parse(text ?? 'null') as Waiting | null
		return typeof waiting?.verifier === 'string' ? waiting : null
	} catch {
		return null
	}
}

async function sha256(text: string): Promise<string> {
	return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function base64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')
}
