import type { KeyObject } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/db/tables.ts'
import { openSealed, seal } from '#server/mail/sealed-content.ts'
import { findAuthenticator, spendStep } from './queries.ts'

const ISSUER = 'Savepoint'
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Clocks may be apart by one step. */
const DRIFT_STEPS = 1

/** Creates a secret for an authenticator app (RFC 6238), in base32. */
export function createAuthenticatorSecret(): string {
	return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function toAuthenticatorUri(secret: string, username: string): string {
	return createTotp(secret, username).toString()
}

export function sealSecret(key: KeyObject, userId: string, secret: string): Buffer {
	return seal(key, userId, secret)
}

/** Returns the step whose code this is, now or one step away; undefined if it is none, or the secret cannot be opened. */
export function findStep(
	key: KeyObject,
	{ userId, sealed }: { userId: string; sealed: Buffer },
	code: string,
	nowMs: number,
): number | undefined {
	const secret = openSealed(key, userId, sealed)
	if (typeof secret !== 'string') return undefined
	const token = code.replace(/\s/g, '')
	const delta = createTotp(secret).validate({ token, timestamp: nowMs, window: DRIFT_STEPS })
	return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta
}

/** Verifies a code of the account's authenticator app, which works once. */
export async function verifyCode(
	key: KeyObject,
	db: Db,
	{ userId, code, nowMs }: { userId: string; code: string; nowMs: number },
): Promise<boolean> {
	const authenticator = await findAuthenticator(db, userId)
	if (!authenticator || authenticator.confirmed_at === null) return false
	const step = findStep(key, { userId, sealed: authenticator.secret }, code, nowMs)
	return step !== undefined && (await spendStep(db, userId, step))
}

function createTotp(secret: string, label?: string): TOTP {
	return new TOTP({
		issuer: ISSUER,
		algorithm: 'SHA1',
		digits: 6,
		period: PERIOD_SECONDS,
		secret: Secret.fromBase32(secret),
		...(label === undefined ? {} : { label }),
	})
}
