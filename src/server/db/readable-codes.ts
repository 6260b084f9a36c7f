import { randomBytes } from 'node:crypto'

// Omits letters and digits that look alike
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a random code, sixteen characters in groups: 78 bits, easy to read out and type. */
export function createReadableCode(): string {
	return toReadableCode(randomBytes(64)).replace(/(.{4})(?!$)/g, '$1-')
}

/** Converts 64 unpredictable bytes to a code of sixteen characters. */
export function toReadableCode(bytes: Buffer): string {
	// Larger bytes would bias the code toward the first letters of the alphabet
	const limit = 256 - (256 % ALPHABET.length)
	return [...bytes]
		.filter((byte) => byte < limit)
		.slice(0, 16)
		.map((byte) => ALPHABET[byte % ALPHABET.length])
		.join('')
}
