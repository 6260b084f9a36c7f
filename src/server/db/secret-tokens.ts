import { createHash, randomBytes } from 'node:crypto'

/** Creates a secret of 256 random bits for a link or a cookie. */
export function createToken(): string {
	return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token for the database. Tokens are random, so an unsalted hash is safe. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}
