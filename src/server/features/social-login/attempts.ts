import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LIFETIMES } from '#contract/limits.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { FlowSecrets } from './provider.ts'

/** A login attempt at a provider, stored in the browser as a cookie that only this site can write. */
export interface Attempt {
	provider: Provider
	state: string
	expiresMs: number
	/** The app that receives the ticket, and its challenge; null for a browser. */
	app: { redirectUri: string; challenge: string | null } | null
	/** The path at which a browser continues. */
	redirect: string
	/** The session that connects the provider to its account; null for a login. */
	connects: { userId: string; sessionId: string } | null
	/** Whether the user logs in again to reauthenticate. */
	proves: boolean
	/** The invite that a new account may use. */
	invite: string | null
}

// Characters that every browser stores in one cookie.
const MAX_COOKIE_LENGTH = 3_800

/** Creates an attempt, which expires in ten minutes. */
export function createAttempt(
	target: { provider: Provider } & Partial<Pick<Attempt, 'app' | 'redirect' | 'connects' | 'proves' | 'invite'>>,
	nowMs: number,
): Attempt {
	const expiresMs = nowMs + LIFETIMES.socialLoginMs
	return {
		app: null,
		redirect: '/',
		connects: null,
		proves: false,
		invite: null,
		...target,
		state: createToken(),
		expiresMs,
	}
}

/** Encodes and signs an attempt as a cookie value. Omits a redirect path that does not fit. */
export function signAttempt(key: KeyObject, attempt: Attempt): string {
	const body = Buffer.from(JSON.stringify(attempt)).toString('base64url')
	const cookie = `${body}.${mac(key, 'attempt', body).toString('base64url')}`
	return cookie.length > MAX_COOKIE_LENGTH ? signAttempt(key, { ...attempt, redirect: '/' }) : cookie
}

/** Verifies and decodes a cookie's attempt; undefined if it has expired or this site did not sign it. */
export function verifyAttempt(key: KeyObject, cookie: string, nowMs: number): Attempt | undefined {
	const [body = '', encodedSignature = '', ...rest] = cookie.split('.')
	const signature = Buffer.from(encodedSignature, 'base64url')
	const expected = mac(key, 'attempt', body)
	if (rest.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
	const attempt = JSON.parse(Buffer.from(body, 'base64url').toString()) as Attempt
	return attempt.expiresMs > nowMs ? attempt : undefined
}

/** Derives the secrets that tie an attempt to its callback from the state and the site's key, so the cookie contains none. */
export function deriveFlowSecrets(key: KeyObject, { state }: Attempt, redirectUri: string): FlowSecrets {
	const secret = (use: string) => mac(key, use, state).toString('base64url')
	return { redirectUri, state, nonce: secret('nonce'), verifier: secret('verifier') }
}

/** Returns whether the returned state is the attempt's. */
export function isMatchingState({ state }: Attempt, returned: string | undefined): boolean {
	return hashToken(state) === hashToken(returned ?? '')
}

function mac(key: KeyObject, use: string, text: string): Buffer {
	return createHmac('sha256', key).update(use).update('\0').update(text).digest()
}
