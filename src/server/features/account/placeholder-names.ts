import { randomBytes } from 'node:crypto'

/**
 * Creates the username of an account until its owner chooses one. Chosen usernames cannot contain a hyphen, so it never
 * occupies one and no lookup of a valid username finds it.
 */
export function createPlaceholderUsername(): string {
	return `player-${randomBytes(8).toString('hex')}`
}

/** Converts a username to the salutation in a mail; a placeholder becomes `player`. */
export function toSalutation(username: string): string {
	return username.startsWith('player-') ? 'player' : username
}
