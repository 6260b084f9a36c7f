import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Creates the token with which the link in a mail opens the decision without a session. It works for nothing else. */
export function createAppealToken(key: KeyObject, actionId: string): string {
	return createHmac('sha256', key).update(actionId.toLowerCase()).digest().subarray(0, 18).toString('base64url')
}

/** Checks whether a token is that of a decision. */
export function isAppealToken(key: KeyObject, actionId: string, token: string): boolean {
	const expected = Buffer.from(createAppealToken(key, actionId))
	const given = Buffer.from(token)
	return given.length === expected.length && timingSafeEqual(given, expected)
}
