import { reauthenticate } from '#contract/account.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { completeConnection } from '#contract/social-login.ts'
import { isProvider, type Provider } from '#contract/social-login-providers.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { storeUser } from '#web/app/credentials.ts'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { leaveSecondStep, NO_DATA, redeemTicket } from '#web/features/social-login/oauth-landing.ts'
import { sessionFlags } from '#web/features/social-login/session-flags.ts'

/** A login attempt in progress in the system browser. Stored, because the system may terminate the app meanwhile. */
interface PendingLogin {
	verifier: string
	/** The path to open after a login. */
	redirect?: string
	/** The provider to connect, if the purpose is not to log in. */
	connects?: Provider
	/** Set if the user logs in again to prove their identity. */
	proves?: true
}

const CALLBACK_URL = 'savepoint://oauth/callback'
const PENDING_KEY = 'oauth_waiting'
const LAST_CALLBACK_KEY = 'oauth_last_callback'
const NAVIGATION_DELAY_MS = 100

/** Returns the provider of a social login link; null for every other path. */
export function parseProviderLink(path: string): Provider | null {
	const name = /^\/api\/auth\/(\w+)$/.exec(path)?.[1] ?? ''
	return isProvider(name) ? name : null
}

/** Creates the URL that logs in with a provider in the system browser and returns a ticket that only this app can use. */
export async function createLoginUrl(
	api: string,
	provider: Provider,
	{ redirect, invite }: { redirect: string; invite: string | null },
): Promise<string> {
	const challenge = await createChallenge({ redirect })
	return api + withQuery(`/api/auth/${provider}`, { redirect_uri: CALLBACK_URL, mobile: 'true', challenge, invite })
}

/** Creates the URL that logs in again in the system browser, as a proof of identity. */
export async function createProofUrl(api: string, provider: Provider): Promise<string> {
	const query = { purpose: 'reauthenticate', redirect_uri: CALLBACK_URL, mobile: 'true' }
	return api + withQuery(`/api/auth/${provider}`, { ...query, challenge: await createChallenge({ proves: true }) })
}

/** Creates and stores a new verifier with its purpose, and returns its challenge. */
export async function createChallenge(purpose: Omit<PendingLogin, 'verifier'>): Promise<string> {
	const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
	safeLocalStorage.set(PENDING_KEY, JSON.stringify({ verifier, ...purpose } satisfies PendingLogin))
	return sha256(verifier)
}

/** Whether a URL is the callback of a social login. */
export function isCallbackUrl(url: string): boolean {
	return url.split(/[?#]/, 1)[0]?.replace(/\/$/, '') === CALLBACK_URL
}

/**
 * Completes a social login by its callback URL, once: the app may receive the same URL at launch and on resuming.
 * Dispatches `oauth-navigate` with the path to open.
 */
export async function completeCallback(url: string): Promise<void> {
	if (sessionFlags.get('oauth_processing') !== null) return
	sessionFlags.set('oauth_processing', 'true')
	const pending = takePendingLogin()
	const urlHash = await sha256(url)
	// The phone delivers the last URL again when the app is reopened from the list of recent apps
	if (pending === null && safeLocalStorage.get(LAST_CALLBACK_KEY) === urlHash) {
		sessionFlags.set('oauth_processing', null)
		return
	}
	safeLocalStorage.set(LAST_CALLBACK_KEY, urlHash)
	const query = new URL(url).searchParams
	const path = pending?.connects
		? await connectProvider(pending.connects, pending.verifier, query)
		: pending?.proves
			? await completeProof(pending.verifier, query)
			: await completeLogin(pending, query)
	await new Promise((resolve) => setTimeout(resolve, NAVIGATION_DELAY_MS))
	navigateTo(path)
	sessionFlags.set('oauth_processing', null)
}

/** Cancels the pending login and shows that no browser could be opened. */
export function reportBrowserFailure(isConnecting: boolean): void {
	safeLocalStorage.set(PENDING_KEY, null)
	if (!isConnecting) sessionFlags.set('oauth_error', 'unavailable')
	navigateTo(isConnecting ? withQuery(paths.settings(), { error: 'unavailable' }) : paths.oauthCallback())
}

function navigateTo(path: string): void {
	window.dispatchEvent(new CustomEvent('oauth-navigate', { detail: path }))
}

/** Completes a login and returns the path of the landing, which shows the outcome and redirects. */
async function completeLogin(pending: PendingLogin | null, query: URLSearchParams): Promise<string> {
	const token = query.get('token')
	const error = query.get('error')
	// A ticket without a pending login belongs to somebody else
	if (token && pending) await exchangeTicket(token, pending.verifier)
	else sessionFlags.set('oauth_error', error ?? NO_DATA)
	const redirect = getSafeRedirectPath(pending?.redirect ?? null)
	return withQuery(paths.oauthCallback(), { redirect: redirect === '/' ? null : redirect })
}

async function exchangeTicket(tempToken: string, verifier: string): Promise<void> {
	try {
		await redeemTicket({ tempToken, verifier })
		sessionFlags.set('oauth_error', null)
	} catch (error) {
		if (leaveSecondStep(error)) return sessionFlags.set('oauth_error', null)
		const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 401)
		sessionFlags.set('oauth_error', isRefused ? NO_DATA : 'failed')
	}
}

/** Connects a provider and returns the path of the settings, which show the outcome. */
async function connectProvider(provider: Provider, verifier: string, query: URLSearchParams): Promise<string> {
	const token = query.get('token')
	if (!token) return withQuery(paths.settings(), { error: query.get('error') ?? 'failed' })
	try {
		const { user } = await call(browserTransport, completeConnection, {
			params: { provider },
			body: { token, verifier },
		})
		storeUser(user)
		return withQuery(paths.settings(), { connected: provider })
	} catch (error) {
		const code = error instanceof ApiError ? error.code : ''
		return withQuery(paths.settings(), { error: code === 'session_revoked' ? 'session_ended' : code || 'failed' })
	}
}

/** Completes a proof of identity and returns the path of the settings, which resume the action that needed it. */
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

/** Takes the pending login attempt and clears it. */
function takePendingLogin(): PendingLogin | null {
	const text = safeLocalStorage.get(PENDING_KEY)
	safeLocalStorage.set(PENDING_KEY, null)
	try {
		const pending = JSON.parse(text ?? 'null') as PendingLogin | null
		return typeof pending?.verifier === 'string' ? pending : null
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
