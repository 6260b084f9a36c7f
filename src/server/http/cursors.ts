import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { AppError } from './errors.ts'

export const BAD_CURSOR = { code: 'bad_cursor', error: 'This list has moved on. Please load it again.' } as const
const MAC_BYTES = 9

type SortKey = readonly (string | number)[]

/**
 * Encodes the sort key of a page's last row as a cursor. A MAC over the key and `list` prevents forgery and reuse on
 * another list or in another order.
 */
export function encodeCursor(secret: KeyObject, list: string, key: SortKey): string {
	const body = Buffer.from(JSON.stringify(key))
	return Buffer.concat([createMac(secret, list, body), body]).toString('base64url')
}

/** Returns the sort key of a cursor. Throws 400 `bad_cursor` if it was not encoded for `list` with this secret. */
export function decodeCursor(secret: KeyObject, list: string, cursor: string): SortKey {
	const bytes = Buffer.from(cursor, 'base64url')
	const body = bytes.subarray(MAC_BYTES)
	if (
		bytes.length <= MAC_BYTES ||
		bytes.toString('base64url') !== cursor ||
		!timingSafeEqual(bytes.subarray(0, MAC_BYTES), createMac(secret, list, body))
	)
		throw new AppError(400, BAD_CURSOR)
	return JSON.parse(body.toString()) as SortKey
}

function createMac(secret: KeyObject, list: string, body: Buffer): Buffer {
	return createHmac('sha256', secret).update(list).update('\0').update(body).digest().subarray(0, MAC_BYTES)
}
