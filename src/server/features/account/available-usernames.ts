import { createHmac } from 'node:crypto'
import { LIMITS } from '#contract/limits.ts'
import { USERNAME_TAKEN, USERNAME_UNAVAILABLE } from '#contract/sessions.ts'
import { usernameKey } from '#contract/users.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { isBlocked } from '#server/features/moderation/blocked-words.ts'
import { isUsernameTaken } from '#server/features/sessions/queries-accounts.ts'
import { conflict } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { addDeletedUsername, isDeletedUsername } from './queries-deleted-usernames.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns why a username is not available, ignoring case: an account or a request has it, one that was deleted lately had it, or it
 * has a blocked word.
 */
export async function findUsernameConflict(services: Services, username: string) {
	// In this order a deletion that commits in between is seen
	if (await isUsernameTaken(services.db, username)) return USERNAME_TAKEN
	return (await isWithheld(services, services.db, username)) ? USERNAME_UNAVAILABLE : undefined
}

/**
 * Throws 409 if an account that was deleted lately had the username, or if it has a blocked word. Called after the statement that takes
 * the name, which waits for a deletion that is under way, and in its transaction.
 */
export async function rejectWithheldUsername(services: Services, db: Db, username: string): Promise<void> {
	if (await isWithheld(services, db, username)) throw conflict(USERNAME_UNAVAILABLE)
}

async function isWithheld(services: Services, db: Db, username: string): Promise<boolean> {
	return (await wasDeletedLately(services, db, username)) || (await isBlocked(db, [username]))
}

/** Keeps the username of an account that is being deleted from others. */
export async function retireUsername(services: Services, db: Db, username: string): Promise<void> {
	await addDeletedUsername(db, hashUsername(services, username), now(services))
}

/** Returns the time of the oldest deletion whose username is not free yet. */
export function toUsernameExpiry(clock: Services['clock']): string {
	return new Date(clock() - LIMITS.deletedUsernameDays * DAY_MS).toISOString()
}

function wasDeletedLately(services: Services, db: Db, username: string): Promise<boolean> {
	return isDeletedUsername(db, hashUsername(services, username), toUsernameExpiry(services.clock))
}

// Keyed, because the names of people are few enough to try all of them
function hashUsername({ keys }: Services, username: string): string {
	return createHmac('sha256', keys.deletedUsernames).update(usernameKey(username)).digest('base64url')
}
