import { useSyncExternalStore } from 'react'

/** The zone of moments: UTC, or the browser's own if undefined. */
export type TimeZone = 'UTC' | undefined

const UTC = 'UTC'
let zone: TimeZone = UTC
const listeners = new Set<() => void>()

/** Sets the zone in which moments are shown. */
export function setTimeZone(changed: TimeZone): void {
	zone = changed
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** Returns the zone in which moments are shown; UTC while hydrating, as the server rendered them. */
export const useTimeZone = () =>
	useSyncExternalStore<TimeZone>(
		subscribe,
		() => zone,
		() => UTC,
	)
