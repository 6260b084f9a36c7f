import { reauthenticate } from '#contract/account.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { completeConnection } from '#contract/social-login.ts'
import { isProvider, type Provider } from '#contract/social-login-providers.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { storeUser } from '#web/app/credentials.ts'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { NO_DATA, redeemTicket } from '#web/features/social-login/oauth-landing.ts'
import { sessionFlags } from '#web/features/social-login/session-flags.ts'

/** What the app keeps while the system's browser is at a provider; it outlives the app, which may be ended meanwhile. */
interface PendingSignIn {
	verifier: string
	/** Where a sign-in goes on. */
	redirect?: string
	/** The provider that is to be connected, where it is not to sign in. */
	connects?: Provider
	/** Set where somebody signs in again to prove who they are. */
	proves?: true
}

const CALLBACK_URL = 'savepoint://oauth/callback'
const PENDING_KEY = 'oauth_waiting'
const LAST_CALLBACK_KEY = 'oauth_last_callback'
const NAVIGATION_DELAY_MS = 100

/** The path at which a sign-in begins on the site, for a provider's link; null for every other path. */
export function parseProviderLink(path: string): Provider | null {
	const urlHash = /^\/api\/auth\/(\w+)$/.exec(path)?.[1] ?? ''
	return isProvider(urlHash) ? urlHash : null
}

/** The address at which the system's browser signs in with a provider and leads back to this app, which alone can use what it brings. */
export async function createSignInUrl(api: string, provider: Provider, redirect: string): Promise<string> {
	const challenge = await createChallenge({ redirect })
	return api + withQuery(`/api/auth/${provider}`, { redirect_uri: CALLBACK_URL, mobile: 'true', challenge })
}

/** The address at which the system's browser signs in again to prove who one is. */
export async function createProofUrl(api: string, provider: Provider): Promise<string> {
	const query = { purpose: 'reauthenticate', redirect_uri: CALLBACK_URL, mobile: 'true' }
	return api + withQuery(`/api/auth/${provider}`, { ...query, challenge: await createChallenge({ proves: true }) })
}

/** The challenge of a new verifier that only this app knows; what it is for is kept beside it. */
export async function createChallenge(purpose: Omit<PendingSignIn, 'verifier'>): Promise<string> {
	const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
	safeLocalStorage.set(PENDING_KEY, JSON.stringify({ verifier, ...purpose } satisfies PendingSignIn))
	return sha256(verifier)
}

/** Whether an address is where a provider's way ends. */
export function isCallbackUrl(url: string): boolean {
	return url.split(/[?#]/, 1)[0]?.replace(/\/$/, '') === CALLBACK_URL
}

/**
 * Takes up what came back from a provider, once: one address may come by the start of the app and by its resumption.
 * The screens learn by `oauth-navigate` where to go on.
 */
export async function completeCallback(url: string): Promise<void> {
	if (sessionFlags.get('oauth_processing') !== null) return
	sessionFlags.set('oauth_processing', 'true')
	const pending = takePendingSignIn()
	const name = await sha256(url)
	// A phone brings the last address once more when the app is called up from those lately used
	if (pending === null && safeLocalStorage.get(LAST_CALLBACK_KEY) === name) {
		sessionFlags.set('oauth_processing', null)
		return
	}
	safeLocalStorage.set(LAST_CALLBACK_KEY, name)
	const query = new URL(url).searchParams
	const path = pending?.connects
		? await connectProvider(pending.connects, pending.verifier, query)
		: pending?.proves
			? await completeProof(pending.verifier, query)
			: await completeSignIn(pending, query)
	await new Promise((resolve) => setTimeout(resolve, NAVIGATION_DELAY_MS))
	navigateTo(path)
	sessionFlags.set('oauth_processing', null)
}

/** Says that no browser could be opened to ask the person. */
export function reportBrowserFailure(isConnecting: boolean): void {
	safeLocalStorage.set(PENDING_KEY, null)
	if (!isConnecting) sessionFlags.set('oauth_error', 'unavailable')
	navigateTo(isConnecting ? withQuery(paths.settings(), { error: 'unavailable' }) : paths.oauthCallback())
}

function navigateTo(path: string): void {
	window.dispatchEvent(new CustomEvent('oauth-navigate', { detail: path }))
}

/** The landing says what came of it, and goes on. */
async function completeSignIn(waiting: PendingSignIn | null, query: URLSearchParams): Promise<string> {
	const token = query.get('token')
	const error = query.get('error')
	// A ticket that nobody here asked for is somebody else's
	if (token && waiting) await exchangeTicket(token, waiting.verifier)
	else sessionFlags.set('oauth_error', error ?? NO_DATA)
	const redirect = getSafeRedirectPath(waiting?.redirect ?? null)
	return withQuery(paths.oauthCallback(), { redirect: redirect === '/' ? null : redirect })
}

async function exchangeTicket(tempToken: string, verifier: string): Promise<void> {
	try {
		await redeemTicket({ tempToken, verifier })
		sessionFlags.set('oauth_error', null)
	} catch (error) {
		const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 401)
		sessionFlags.set('oauth_error', isRefused ? NO_DATA : 'failed')
	}
}

/** The settings say what came of it. */
async function connectProvider(provider: Provider, verifier: string, query: URLSearchParams): Promise<string> {
	const token = query.get('token')
	if (!token) return withQuery(paths.settings(), { error: query.get('error') ?? 'failed' })
	try {
		const { user } = await call(browserTransport, completeConnection, { params: { provider }, body: { token, verifier } })
		storeUser(user)
		return withQuery(paths.settings(), { connected: provider })
	} catch (error) {
		const code = error instanceof ApiError ? error.code : ''
		return withQuery(paths.settings(), { error: code === 'session_revoked' ? 'session_ended' : code || 'failed' })
	}
}

/** The settings go on with what needed the proof, or say why not. */
async function completeProof(verifier: string, query: URLSearchParams): Promise<string> {
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
function takePendingSignIn(): PendingSignIn | null {
	const text = safeLocalStorage.get(PENDING_KEY)
	safeLocalStorage.set(PENDING_KEY, null)
	try {
		const waiting = JSON.parse(text ?? 'null') as PendingSignIn | null
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
