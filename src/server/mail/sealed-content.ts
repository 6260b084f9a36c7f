import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a value for the row with this ID, in which alone it can be opened. */
export function seal(key: KeyObject, rowId: string, value: unknown): Buffer {
	const iv = randomBytes(IV_BYTES)
	const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(rowId))
	return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `seal` returned; undefined if it was sealed with another key or for another row, or was altered. */
export function openSealed(key: KeyObject, rowId: string, sealed: Buffer): unknown {
	try {
		const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
		decipher.setAAD(Buffer.from(rowId)).setAuthTag(sealed.subarray(-TAG_BYTES))
		const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
		return JSON.parse(text.toString())
	} catch {
		return undefined
	}
}
