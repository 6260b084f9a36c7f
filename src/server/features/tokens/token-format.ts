import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hashToken } from '#server/db/secret-tokens.ts'
import { TOKEN_PREFIX } from '#server/http/viewer.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62 ** 43 is just above 2 ** 256, and 62 ** 6 above 2 ** 32. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
/** The prefix, and the digits of both. */
const FORMAT = /^sp_[0-9A-Za-z]{49}$/

/**
 * Creates a token of 256 random bits in base 62 with the CRC-32 of these digits, in the manner of GitHub, so that scanners for
 * leaked secrets recognize it without asking.
 */
export function createTokenText(): string {
	const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
	return TOKEN_PREFIX + secret + checksum(secret)
}

/** Returns the hash under which a token is stored; undefined for a text with another form or a wrong checksum. */
export function hashWellFormedToken(text: string): string | undefined {
	if (!FORMAT.test(text)) return undefined
	const secret = text.slice(TOKEN_PREFIX.length, -CHECKSUM_LENGTH)
	return text.endsWith(checksum(secret)) ? hashToken(text) : undefined
}

const checksum = (secret: string) => toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH)

function toBase62(value: bigint, length: number): string {
	let digits = ''
	for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits
	return digits.padStart(length, '0')
}
