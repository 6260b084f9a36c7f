import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { LIFETIMES } from '#contract/limits.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { addSpentChallenge } from './queries.ts'

/** What the answer to a challenge is for, and the session or ticket that asked: it is worth nothing elsewhere. */
export type ChallengePurpose = 'sign-in' | `add:${string}` | `reauthenticate:${string}` | `second-step:${string}`

const RANDOM_BYTES = 16
const EXPIRY_BYTES = 6
const BODY_BYTES = RANDOM_BYTES + EXPIRY_BYTES

/**
 * Creates a challenge for a passkey, which can be answered once within five minutes. It is signed instead of stored, so
 * that strangers, who may ask for any number, fill nothing.
 */
export function createChallenge(key: KeyObject, purpose: ChallengePurpose, nowMs: number): Buffer {
	const body = Buffer.alloc(BODY_BYTES)
	randomBytes(RANDOM_BYTES).copy(body)
	body.writeUIntBE(nowMs + LIFETIMES.passkeyChallengeMs, RANDOM_BYTES, EXPIRY_BYTES)
	return Buffer.concat([body, sign(key, purpose, body)])
}

/** Returns whether a challenge, in base64url, is one of this site for this purpose and has not expired. */
export function isOpenChallenge(key: KeyObject, purpose: ChallengePurpose, challenge: string, nowMs: number): boolean {
	const bytes = Buffer.from(challenge, 'base64url')
	const body = bytes.subarray(0, BODY_BYTES)
	const signature = bytes.subarray(BODY_BYTES)
	const expected = sign(key, purpose, body)
	if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false
	return readExpiryMs(bytes) > nowMs
}

/** Spends an open challenge. Returns false if it was answered before. */
export function spendChallenge(db: Db, challenge: string): Promise<boolean> {
	const bytes = Buffer.from(challenge, 'base64url')
	// Of the bytes: a text can differ in bits that base64url ignores
	return addSpentChallenge(db, hashToken(bytes.toString('base64url')), new Date(readExpiryMs(bytes)).toISOString())
}

function readExpiryMs(bytes: Buffer): number {
	return bytes.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES)
}

function sign(key: KeyObject, purpose: ChallengePurpose, body: Buffer): Buffer {
	return createHmac('sha256', key).update(purpose).update('\0').update(body).digest()
}
