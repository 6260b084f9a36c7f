import { createHmac, timingSafeEqual } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { parse, stringify } from 'uuid'
import { LIFETIMES } from '#contract/limits.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Keys } from '#server/lifecycle/secret-keys.ts'

/** Signs and verifies access tokens (JWT, HS256, 15 minutes). */
export interface AccessTokens {
	sign: (viewer: Viewer, nowMs: number) => string
	/** Returns the viewer of a valid token; undefined if it is malformed, expired or not ours. */
	verify: (token: string, nowMs: number) => Viewer | undefined
}

const ISSUER = 'savepoint'
const AUDIENCE = 'savepoint:access'

/** Creates a site's signer and verifier of access tokens. */
export function createAccessTokens(keys: Keys): AccessTokens {
	const signer = createSigner({ key: keys.accessTokens, algorithm: 'HS256', noTimestamp: true })
	// The expiry is checked below, against the site's own clock
	const verifier = createVerifier({
		key: keys.accessTokens,
		algorithms: ['HS256'],
		allowedIss: ISSUER,
		allowedAud: AUDIENCE,
		ignoreExpiration: true,
		cache: 1000,
	})
	return {
		sign({ userId, sessionId }, nowMs) {
			const iat = Math.floor(nowMs / 1000)
			return signer({
				iss: ISSUER,
				aud: AUDIENCE,
				sub: userId,
				sid: sessionId,
				iat,
				exp: iat + LIFETIMES.accessTokenMs / 1000,
			})
		},
		verify(token, nowMs) {
			let claims: { sub?: unknown; sid?: unknown; exp?: unknown }
			try {
				claims = verifier(token) as typeof claims
			} catch {
				return undefined
			}
			if (!isCanonical(token.slice(token.lastIndexOf('.') + 1))) return undefined
			const { sub, sid, exp } = claims
			if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number' || exp * 1000 <= nowMs)
				return undefined
			return { userId: sub, sessionId: sid }
		},
	}
}

// The last base64url character of a signature has unused bits: a token that differs only in them must be rejected.
function isCanonical(signature: string): boolean {
	return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** A refresh token's content: a session and how often it had been refreshed when the token was issued. */
export interface RefreshClaim {
	sessionId: string
	generation: number
}

/**
 * Signs the refresh token of a session's generation: session, generation and their MAC. The token is deterministic, so a
 * client that lost the response gets the same successor, and the database stores no token, not even a hash.
 */
export function signRefreshToken(keys: Keys, claim: RefreshClaim): string {
	const body = Buffer.alloc(20)
	body.set(parse(claim.sessionId))
	body.writeUInt32BE(claim.generation, 16)
	return Buffer.concat([body, mac(keys, body)]).toString('base64url')
}

/** Reads and verifies a refresh token; undefined if this site did not issue it. */
export function readRefreshToken(keys: Keys, token: string): RefreshClaim | undefined {
	const bytes = Buffer.from(token, 'base64url')
	if (bytes.length !== 52 || bytes.toString('base64url') !== token) return undefined
	const body = bytes.subarray(0, 20)
	if (!timingSafeEqual(bytes.subarray(20), mac(keys, body))) return undefined
	return { sessionId: stringify(body.subarray(0, 16)), generation: body.readUInt32BE(16) }
}

function mac(keys: Keys, body: Buffer): Buffer {
	return createHmac('sha256', keys.refreshTokens).update(body).digest()
}
