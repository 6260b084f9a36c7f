import type { Static } from 'typebox'
import * as Type from 'typebox'
import { GameRef } from './game-ref.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { GameId, nullable, oneOf, Time, Uuid } from './shapes.ts'

export const LOG_IN_TO_KEEP_TRACK = 'Please log in to keep track of your games'

export const LIBRARY_FULL = {
	code: 'library_full',
	error: `You can have up to ${formatLimit(LIMITS.gamesPerLibrary)} games in your library`,
} as const

/** What a person has to do with a game: has it, plays it now, is done with it. One at a time. */
export const LIBRARY_STATUSES = [
	'backlog',
	'playing',
	'paused',
	'played',
	'finished',
	'completed',
	'abandoned',
] as const
export type LibraryStatus = (typeof LIBRARY_STATUSES)[number]

/** What a person has to do with a game, with or without a review. */
export const LibraryEntry = Type.Object({
	gameId: GameId(),
	game: GameRef,
	userId: Uuid(),
	username: Type.String(),
	status: nullable(oneOf(LIBRARY_STATUSES)),
	/** Stars, 0.5 to 5 in half steps: the same as the rating of the review, if there is one. */
	rating: nullable(Type.Number()),
	/** The mark of the wishlist, beside any status. */
	isWished: Type.Boolean(),
	isLoved: Type.Boolean(),
	platform: nullable(Type.String()),
	/** Minutes of all plays and of sessions without a play; null if none are known. */
	minutesPlayed: nullable(Type.Integer()),
	playCount: Type.Integer(),
	/** The latest day of a session or end of a play, as precise as is known. */
	lastPlayedOn: nullable(Type.String()),
	reviewId: nullable(Uuid()),
	createdAt: Time(),
	updatedAt: Time(),
})
export type LibraryEntry = Static<typeof LibraryEntry>
