import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link or a cookie: 256 bits that nobody guesses. */
export function createToken(): string {
	return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret. It is random through and through, so a plain hash gives nothing away. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}
