import { randomBytes } from 'node:crypto'

/**
 * A name for an account until its owner chooses one. Its hyphen stands in no name that can be chosen, so that it takes
 * none away and no name finds it.
 */
export function placeholderName(): string {
	return `player-${randomBytes(8).toString('hex')}`
}

/** What somebody is called, whose name may be a placeholder. */
export function calledName(username: string): string {
	return username.startsWith('player-') ? 'player' : username
}
