import type { LibraryStatus } from '#contract/library-entry.ts'

/** What buttons and lists call each status. */
export const STATUS_WORDS: Readonly<Record<LibraryStatus, string>> = {
	backlog: 'Backlog',
	playing: 'Playing',
	paused: 'Paused',
	played: 'Played',
	finished: 'Finished',
	completed: 'Completed',
	abandoned: 'Abandoned',
}

/** What tells a status from those beside it, where its word does not say that. */
export const STATUS_HINTS: Readonly<Partial<Record<LibraryStatus, string>>> = {
	paused: 'will come back',
	played: 'tried it, or it has no end',
	finished: 'saw the ending',
	completed: 'did everything',
}

/** The buttons of the two marks beside the status. */
export const WISHLIST = 'Wishlist'
export const LOVE = 'Love'

/** The statuses in the order of a game's way through a library. */
export const STATUS_GROUPS = [
	{ name: 'Later', statuses: ['backlog'] },
	{ name: 'Now', statuses: ['playing', 'paused'] },
	{ name: 'Done', statuses: ['played', 'finished', 'completed', 'abandoned'] },
] as const satisfies readonly { name: string; statuses: readonly LibraryStatus[] }[]
