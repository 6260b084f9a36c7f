import { createPersistedState } from '#web/app/persisted-state.ts'

/** Returns the storage of the platform of a user's last review or play, which the next one starts with. */
export function lastPlatform(userId: string) {
	return createPersistedState(`lastPlatform:${userId}`, (value): value is string => typeof value === 'string')
}
