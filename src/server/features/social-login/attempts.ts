import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LIFETIMES } from '#contract/limits.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { FlowSecrets } from './provider.ts'

/** A person's way to a provider and back, as their browser keeps it in a cookie that only this site can write. */
export interface Attempt {
	provider: Provider
	state: string
	expiresMs: number
	/** The app that waits for a ticket, and its challenge; null for a browser. */
	app: { redirectUri: string; challenge: string | null } | null
	/** The path at which a browser goes on. */
	redirect: string
	/** The session that connects the provider to its account; null where somebody signs in. */
	connects: { userId: string; sessionId: string } | null
	/** Whether somebody signs in again to prove who they are. */
	proves: boolean
}

// What a browser keeps of one cookie.
const MAX_COOKIE_LENGTH = 3_800

/** A new attempt, which is over in ten minutes. */
export function createAttempt(
	target: { provider: Provider } & Partial<Pick<Attempt, 'app' | 'redirect' | 'connects' | 'proves'>>,
	nowMs: number,
): Attempt {
	const expiresMs = nowMs + LIFETIMES.socialSignInMs
	return { app: null, redirect: '/', connects: null, proves: false, ...target, state: createToken(), expiresMs }
}

/** The attempt as the text of a cookie. A path that does not fit is left out. */
export function signAttempt(key: KeyObject, attempt: Attempt): string {
	const body = Buffer.from(JSON.stringify(attempt)).toString('base64url')
	const cookie = `${body}.${mac(key, 'attempt', body).toString('base64url')}`
	return cookie.length > MAX_COOKIE_LENGTH ? signAttempt(key, { ...attempt, redirect: '/' }) : cookie
}

/** The attempt of a cookie; undefined where this site did not write it, or too long ago. */
export function verifyAttempt(key: KeyObject, cookie: string, nowMs: number): Attempt | undefined {
	const [body = '', encodedSignature = '', ...rest] = cookie.split('.')
	const signature = Buffer.from(encodedSignature, 'base64url')
	const expected = mac(key, 'attempt', body)
	if (rest.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
	const attempt = JSON.parse(Buffer.from(body, 'base64url').toString()) as Attempt
	return attempt.expiresMs > nowMs ? attempt : undefined
}

/** What ties the attempt to its way back. The secret ones follow from the state and our key, so the cookie holds none. */
export function deriveFlowSecrets(key: KeyObject, { state }: Attempt, redirectUri: string): FlowSecrets {
	const secret = (use: string) => mac(key, use, state).toString('base64url')
	return { redirectUri, state, nonce: secret('nonce'), verifier: secret('verifier') }
}

/** Whether a state that came back is the attempt's. */
export function isMatchingState({ state }: Attempt, returned: string | undefined): boolean {
	return hashToken(state) === hashToken(returned ?? '')
}

function mac(key: KeyObject, use: string, text: string): Buffer {
	return createHmac('sha256', key).update(use).update('\0').update(text).digest()
}
