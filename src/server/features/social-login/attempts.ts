import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LIFETIMES } from '#contract/limits.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Ties } from './provider.ts'

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
const MOST_LETTERS = 3_800

/** A new attempt, which is over in ten minutes. */
export function newAttempt(
	of: { provider: Provider } & Partial<Pick<Attempt, 'app' | 'redirect' | 'connects' | 'proves'>>,
	nowMs: number,
): Attempt {
	const expiresMs = nowMs + LIFETIMES.socialSignInMs
	return { app: null, redirect: '/', connects: null, proves: false, ...of, state: createToken(), expiresMs }
}

/** The attempt as the text of a cookie. A path that does not fit is left out. */
export function sealAttempt(key: KeyObject, attempt: Attempt): string {
	const body = Buffer.from(JSON.stringify(attempt)).toString('base64url')
	const sealed = `${body}.${mac(key, 'attempt', body).toString('base64url')}`
	return sealed.length > MOST_LETTERS ? sealAttempt(key, { ...attempt, redirect: '/' }) : sealed
}

/** The attempt of a cookie; undefined where this site did not write it, or too long ago. */
export function openAttempt(key: KeyObject, cookie: string, nowMs: number): Attempt | undefined {
	const [body = '', given = '', ...more] = cookie.split('.')
	const mark = Buffer.from(given, 'base64url')
	const expected = mac(key, 'attempt', body)
	if (more.length > 0 || mark.length !== expected.length || !timingSafeEqual(mark, expected)) return undefined
	const attempt = JSON.parse(Buffer.from(body, 'base64url').toString()) as Attempt
	return attempt.expiresMs > nowMs ? attempt : undefined
}

/** What ties the attempt to its way back. The secret ones follow from the state and our key, so the cookie holds none. */
export function tiesOf(key: KeyObject, { state }: Attempt, redirectUri: string): Ties {
	const secret = (use: string) => mac(key, use, state).toString('base64url')
	return { redirectUri, state, nonce: secret('nonce'), verifier: secret('verifier') }
}

/** Whether a state that came back is the attempt's. */
export function isStateOf({ state }: Attempt, given: string | undefined): boolean {
	return hashToken(state) === hashToken(given ?? '')
}

function mac(key: KeyObject, use: string, text: string): Buffer {
	return createHmac('sha256', key).update(use).update('\0').update(text).digest()
}
