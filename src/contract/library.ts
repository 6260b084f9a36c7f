import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { RATING_STEPS } from './games.ts'
import { LIBRARY_FULL, LIBRARY_STATUSES, LibraryEntry, LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LIMITS } from './limits.ts'
import { Play, PlaySession } from './play.ts'
import { platformField, ratingField } from './review-input.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { cursorPaging, GameId, nullable, oneOf, pageInfo, SuccessResponse, Uuid } from './shapes.ts'
import { MaxHours } from './time-to-beat.ts'
import { USER_NOT_FOUND } from './users.ts'

export const LIBRARY_UPDATE_FAILED = 'Failed to update your library'
export const LIBRARY_FAILED = 'Failed to fetch the library'

export const RATING_OF_REVIEW = {
	code: 'rating_of_review',
	error: 'Your review has this rating. Delete the review to take it back.',
} as const
export const HAS_REVIEW = {
	code: 'has_review',
	error: 'You have reviewed this game. Delete the review to remove it from your library.',
} as const
const CHOOSE_STATUS = 'Please choose one of the statuses'
const YES_OR_NO = { type: 'Please choose yes or no' }

/** Whose library: by id or by name; one's own without either. A function, as the filters. */
export const libraryOwner = () => ({
	userId: Type.Optional(Uuid()),
	username: Type.Optional(Type.String({ maxLength: LIMITS.usernameMax })),
})

export const LIBRARY_SORTS = [
	'updatedAt',
	'createdAt',
	'rating',
	'name',
	'releaseDate',
	'minutesPlayed',
	'lastPlayedOn',
	'shortest',
] as const

const statusWords = () => LIBRARY_STATUSES.join('|')
const ENTER_YEAR = 'Please enter a year like 2019'
const YEAR_SENTENCES = { type: ENTER_YEAR, minimum: ENTER_YEAR, maximum: ENTER_YEAR }

/** The filters of a library; a game has to match all of them. A function, so that browsers need not load it. */
export const libraryFilters = () => ({
	/** One or several statuses, separated by commas. */
	status: Type.Optional(
		Type.String({
			pattern: `^(${statusWords()})(,(${statusWords()}))*$`,
			maxLength: 200,
			sentences: { pattern: CHOOSE_STATUS },
		}),
	),
	wished: Type.Optional(Type.Boolean()),
	loved: Type.Optional(Type.Boolean()),
	platform: Type.Optional(Type.String({ maxLength: LIMITS.platformMax })),
	genre: Type.Optional(Type.String({ maxLength: LIMITS.searchMax })),
	/** The first and the last year of release; games without one match neither. */
	fromYear: Type.Optional(Type.Integer({ minimum: 1000, maximum: 9999, sentences: YEAR_SENTENCES })),
	toYear: Type.Optional(Type.Integer({ minimum: 1000, maximum: 9999, sentences: YEAR_SENTENCES })),
	minRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
	maxRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
	rated: Type.Optional(Type.Boolean()),
	maxHours: MaxHours,
	search: Type.Optional(Type.String({ maxLength: LIMITS.searchMax })),
})

export const listLibrary = endpoint({
	method: 'GET',
	url: '/api/library',
	config: {
		summary: "List the games of a user's library, your own by default; games without a value of the sort come last",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: LIBRARY_FAILED,
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({
			...libraryOwner(),
			...libraryFilters(),
			sortBy: Type.Optional(oneOf(LIBRARY_SORTS, { default: 'updatedAt' })),
			/** By default ASC for `name` and `shortest`, and else DESC. */
			order: Type.Optional(oneOf(['ASC', 'DESC'])),
			/** Where a list by name begins; the total stays that of the whole list. */
			letter: Type.Optional(Type.String({ pattern: '^[A-Z]$', sentences: { pattern: 'Please choose a letter' } })),
			...cursorPaging(24),
		}),
		response: { 200: Type.Object({ entries: Type.Array(LibraryEntry), ...pageInfo }) },
	},
})
export type LibraryPage = Static<(typeof listLibrary)['schema']['response'][200]>
export type LibraryFilters = Static<(typeof listLibrary)['schema']['querystring']>

export const getLibrarySummary = endpoint({
	method: 'GET',
	url: '/api/library/summary',
	config: {
		summary: "Count the games of a user's library, your own by default",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: LIBRARY_FAILED,
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object(libraryOwner()),
		response: {
			200: Type.Object({
				total: Type.Integer(),
				byStatus: Type.Object({
					backlog: Type.Integer(),
					playing: Type.Integer(),
					paused: Type.Integer(),
					played: Type.Integer(),
					finished: Type.Integer(),
					completed: Type.Integer(),
					abandoned: Type.Integer(),
				}),
				wished: Type.Integer(),
				loved: Type.Integer(),
				rated: Type.Integer(),
				/** Number of ratings, from half a star to five stars in half steps. */
				ratingCounts: Type.Array(Type.Integer(), { minItems: RATING_STEPS, maxItems: RATING_STEPS }),
				minutesPlayed: Type.Integer(),
			}),
		},
	},
})
export type LibrarySummary = Static<(typeof getLibrarySummary)['schema']['response'][200]>

const params = Type.Object({ gameId: GameId() })
const ofGame = { auth: 'user', missing: GAME_NOT_FOUND, loginNeeded: LOG_IN_TO_KEEP_TRACK } as const

export const getLibraryEntry = endpoint({
	method: 'GET',
	url: '/api/library/:gameId',
	config: {
		...ofGame,
		summary: 'Get your library entry of a game, with its plays and its last 50 sessions, newest first',
		failure: LIBRARY_FAILED,
	},
	schema: {
		params,
		response: {
			200: Type.Object({
				entry: nullable(LibraryEntry),
				plays: Type.Array(Play),
				sessions: Type.Array(PlaySession),
			}),
		},
	},
})
export type LibraryEntryDetail = Static<(typeof getLibraryEntry)['schema']['response'][200]>

/** The body that changes an entry: what is absent stays, null clears. */
export const LibraryChange = Type.Object({
	status: Type.Optional(nullable(oneOf(LIBRARY_STATUSES, { sentences: { enum: CHOOSE_STATUS, type: CHOOSE_STATUS } }))),
	rating: Type.Optional(nullable(ratingField)),
	isWished: Type.Optional(nullable(Type.Boolean({ sentences: YES_OR_NO }))),
	isLoved: Type.Optional(nullable(Type.Boolean({ sentences: YES_OR_NO }))),
	platform: Type.Optional(nullable(platformField)),
})
export type LibraryChange = Static<typeof LibraryChange>

const LibraryEntryResponse = Type.Object({ entry: nullable(LibraryEntry) })

export const saveLibraryEntry = endpoint({
	method: 'PUT',
	url: '/api/library/:gameId',
	config: {
		...ofGame,
		summary: 'Change your library entry of a game; one with nothing left is deleted',
		failure: LIBRARY_UPDATE_FAILED,
		refusals: { 400: [RATING_OF_REVIEW, LIBRARY_FULL] },
		limit: 'write',
	},
	schema: { params, body: LibraryChange, response: { 200: LibraryEntryResponse } },
})

export const deleteLibraryEntry = endpoint({
	method: 'DELETE',
	url: '/api/library/:gameId',
	config: {
		...ofGame,
		summary: 'Remove a game from your library, with its plays and sessions',
		failure: LIBRARY_UPDATE_FAILED,
		refusals: { 409: [HAS_REVIEW] },
		limit: 'write',
	},
	schema: { params, response: { 200: SuccessResponse } },
})

const FAVORITES_FULL = `You can have up to ${LIMITS.favorites} favorites`
export const FAVORITE_TWICE = 'A game can be a favorite only once'

export const saveFavorites = endpoint({
	method: 'PUT',
	url: '/api/library/favorites',
	config: {
		summary: 'Replace the games pinned on your profile, in order',
		auth: 'user',
		failure: 'Failed to save your favorites',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 404: [GAME_NOT_FOUND] },
		limit: 'write',
	},
	schema: {
		body: Type.Object({
			gameIds: Type.Array(GameId(), { maxItems: LIMITS.favorites, sentences: { maxItems: FAVORITES_FULL } }),
		}),
		response: { 200: Type.Object({ favorites: Type.Array(GameRef) }) },
	},
})
