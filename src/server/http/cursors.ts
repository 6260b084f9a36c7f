import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { AppError } from './errors.ts'

export const BAD_CURSOR = { code: 'bad_cursor', error: 'This list has moved on. Please load it again.' } as const
const MAC_BYTES = 9

type Key = readonly (string | number)[]

/**
 * A cursor that only this site can make: the sort key of a page's last row, sealed together with the list it belongs
 * to, so that it is no use on another list or in another order.
 */
export function sealCursor(secret: KeyObject, list: string, key: Key): string {
	const body = Buffer.from(JSON.stringify(key))
	return Buffer.concat([mac(secret, list, body), body]).toString('base64url')
}

/** The sort key in a cursor of this list. Throws 400 `bad_cursor` for any other text. */
export function openCursor(secret: KeyObject, list: string, cursor: string): Key {
	const bytes = Buffer.from(cursor, 'base64url')
	const body = bytes.subarray(MAC_BYTES)
	if (
		bytes.length <= MAC_BYTES ||
		bytes.toString('base64url') !== cursor ||
		!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(secret, list, body))
	)
		throw new AppError(400, BAD_CURSOR)
	return JSON.parse(body.toString()) as Key
}

function mac(secret: KeyObject, list: string, body: Buffer): Buffer {
	return createHmac('sha256', secret).update(list).update('\0').update(body).digest().subarray(0, MAC_BYTES)
}
