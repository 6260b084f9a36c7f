import { getFeed } from '#contract/feed.ts'
import { listLibrary } from '#contract/library.ts'
import { listReviewDrafts } from '#contract/review-drafts.ts'

/** The games that a member plays, the last played first. */
export const PLAYING = { query: { status: 'playing', sortBy: 'lastPlayedOn', limit: 3 } } as const

/** What people did whom a member follows. */
export const LATEST = { query: { limit: 3 } } as const

/** The games of a backlog that have waited longest, of which the suggestions are. */
export const WAITING = { query: { status: 'backlog', sortBy: 'createdAt', order: 'ASC', limit: 12 } } as const

/** What the home page of a member reads in addition to that of a visitor. */
export const memberReads = [
	[listLibrary, PLAYING],
	[getFeed, LATEST],
	[listReviewDrafts, {}],
	[listLibrary, WAITING],
] as const
