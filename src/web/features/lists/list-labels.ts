import { formatCount } from '#web/app/format.ts'

export const LOADING_LIST = 'Loading list...'
export const ERROR_LOADING_LIST = 'Error Loading List'

/** Shown for a list creator who has no username yet. */
export const UNKNOWN_USER = 'Unknown User'

/** Returns the heading of a list's games. */
export const formatListHeading = (count: number) => `Games in this List (${formatCount(count)})`
