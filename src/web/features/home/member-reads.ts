import { getFeed } from '#contract/feed.ts'
import { listLibrary } from '#contract/library.ts'
import { getNext } from '#contract/next.ts'
import { listReviewDrafts } from '#contract/review-drafts.ts'

/** The games that a member plays, the last played first. */
export const PLAYING = { query: { status: 'playing', sortBy: 'lastPlayedOn', limit: 3 } } as const

/** What people did whom a member follows. */
export const LATEST = { query: { limit: 3 } } as const

/** What a member may play next, without choices. */
export const NEXT = { query: {} } as const

/** What the home page of a member reads in addition to that of a visitor. */
export const memberReads = [
	[listLibrary, PLAYING],
	[getFeed, LATEST],
	[listReviewDrafts, {}],
	[getNext, NEXT],
] as const
