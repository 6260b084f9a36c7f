import { formatCount } from '#web/app/format.ts'

export const LOADING_LIST = 'Loading list...'
export const ERROR_LOADING_LIST = 'Error Loading List'

/** Stands for whoever made a list and has no name yet. */
export const UNKNOWN_USER = 'Unknown User'

/** The heading over a list's games. */
export const formatListHeading = (count: number) => `Games in this List (${formatCount(count)})`
