import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LIMITS } from './limits.ts'
import { UNDO_FAILED } from './recommendations.ts'
import { GameId, nullable, oneOf, SuccessResponse } from './shapes.ts'
import { TimeToBeat } from './time-to-beat.ts'

/** The time at hand, which decides by how long a game takes to finish: up to four hours, up to fifteen, or more. */
export const TIMES_AT_HAND = ['evening', 'weekend', 'long'] as const
export type TimeAtHand = (typeof TIMES_AT_HAND)[number]
export const EVENING_MINUTES = 4 * 60
export const WEEKEND_MINUTES = 15 * 60

export const NEXT_SOURCES = ['backlog', 'wishlist', 'new'] as const
export type NextSource = (typeof NEXT_SOURCES)[number]

/** Games that one request can pass over. */
export const MAX_SKIPS = 50
export const MAX_MOODS = 5
/** Of a larger backlog or wishlist the first half and the last half of so many are chosen from. */
export const MAX_WAITING = 1_000
/** Games of each list below the pick. */
export const MAX_OTHERS = 12
export const POSTPONED_DAYS = 30
/** Games that are postponed at once; of more, the oldest are forgotten. */
export const MAX_POSTPONED = 1_000

export const EMPTY_BACKLOG = 'Your backlog is empty.'
export const EMPTY_WISHLIST = 'Your wishlist is empty.'
export const EVERYTHING_SEEN = 'You’ve seen everything that fits.'
export const NOTHING_FITS = 'Nothing fits. Try another choice.'
export const NOTHING_NEW = 'There’s nothing to suggest right now. Suggestions change as people rate more games.'

const TOO_MANY_SKIPS = `Please skip up to ${MAX_SKIPS} games`
const TOO_MANY_MOODS = `Please choose up to ${MAX_MOODS} genres`

const Games = Type.Array(GameRef)

/**
 * One game, the same for a whole day in UTC. Left out are games that are not out yet, dismissed, postponed or skipped, and under `time` those
 * known to take another time. Under `time`, games without a known time come after the others. Then the highest sum comes first:
 *
 * - taste, 0 to 1: the mean over the game's genres of what the viewer's newest 300 ratings give each, as if there were three more ratings
 *   of three stars; without genres 0.6. A recommended game's place decides instead: 2 for the first one, 1 for the last;
 * - friends, 0.1: somebody whom the viewer follows loves it, by the newest 60 games that each of the 50 followed last loves;
 * - the day, 0 to 0.2: from the day, the viewer and the game.
 */
export const getNext = endpoint({
	method: 'GET',
	url: '/api/next',
	config: {
		summary: 'Suggest one game to play next, from your backlog, your wishlist or beyond, and say why',
		auth: 'user',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		failure: 'Failed to find a game',
	},
	schema: {
		querystring: Type.Object({
			time: Type.Optional(oneOf(TIMES_AT_HAND, { sentences: { enum: 'Please choose evening, weekend or long' } })),
			/** The platform of the viewer's entry or, if that has none, one of the game's. */
			platform: Type.Optional(Type.String({ minLength: 1, maxLength: LIMITS.platformMax })),
			/** Genres, any of which is enough. */
			mood: Type.Optional(
				Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.searchMax }), {
					maxItems: MAX_MOODS,
					sentences: { maxItems: TOO_MANY_MOODS },
				}),
			),
			/** Without it: the backlog, else the wishlist, else games that are not in the library. */
			source: Type.Optional(oneOf(NEXT_SOURCES, { sentences: { enum: 'Please choose backlog, wishlist or new' } })),
			/** Games seen already. */
			skip: Type.Optional(Type.Array(GameId(), { maxItems: MAX_SKIPS, sentences: { maxItems: TOO_MANY_SKIPS } })),
		}),
		response: {
			200: Type.Object({
				game: nullable(GameRef),
				/** Why this one, such as `Because you loved Celeste and Hollow Knight`, or why there is none. */
				reason: Type.String(),
				/** Null if that is unknown. */
				timeToBeat: nullable(TimeToBeat),
				/** Further games that fit, of the pick's source; skipped ones, too. */
				others: Type.Object({
					/** Those with a known time. */
					shortest: Games,
					longestWaiting: Games,
					/** Those that most of the people whom the viewer follows love. */
					lovedByFriends: Games,
				}),
			}),
		},
	},
})
export type Next = Static<(typeof getNext)['schema']['response'][200]>
export type NextQuery = Static<(typeof getNext)['schema']['querystring']>

export const postponeGame = endpoint({
	method: 'POST',
	url: '/api/next/later',
	config: {
		summary: `Put a game off, so that it is not suggested to you for ${POSTPONED_DAYS} days`,
		auth: 'user',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		failure: 'Couldn’t put the game off',
		refusals: { 404: [GAME_NOT_FOUND] },
		limit: 'write',
	},
	schema: {
		body: Type.Object({ gameId: GameId() }),
		response: { 200: SuccessResponse },
	},
})

export const unpostponeGame = endpoint({
	method: 'DELETE',
	url: '/api/next/later/:gameId',
	config: {
		summary: 'Suggest a game again that you have put off',
		auth: 'user',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		failure: UNDO_FAILED,
		missing: GAME_NOT_FOUND,
		limit: 'write',
	},
	schema: { params: Type.Object({ gameId: GameId() }), response: { 200: SuccessResponse } },
})
