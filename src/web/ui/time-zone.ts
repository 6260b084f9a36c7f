import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** The zone of moments: UTC, or the browser's own if undefined. */
export type TimeZone = 'UTC' | undefined

const UTC = 'UTC'
const zone = createStore<TimeZone>(UTC)

/** Sets the zone in which moments are shown. */
export const setTimeZone = zone.set

/** Returns the zone in which moments are shown; UTC while hydrating, as the server rendered them. */
export const useTimeZone = () => useSyncExternalStore<TimeZone>(zone.subscribe, zone.get, () => UTC)
