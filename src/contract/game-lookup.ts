import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CATALOG_CLOSED, LOOKUP_FAILED } from './catalog-growth.ts'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND } from './game-ref.ts'
import { Game } from './games.ts'
import { LIMITS } from './limits.ts'
import { SEARCH_TOO_SHORT, SEARCHABLE } from './search.ts'
import { GameId, nullable, oneOf, Texts } from './shapes.ts'

/** The sources that are asked for a game that the catalog lacks. */
export const LOOKUP_SOURCES = ['igdb', 'wikidata'] as const
export type LookupSource = (typeof LOOKUP_SOURCES)[number]

/** Games that a lookup finds, and games that a person may add in a day. */
export const LOOKUP_LIMITS = { candidates: 10, gamesPerDay: 20 } as const

export const TOO_MANY_GAMES = {
	code: 'too_many_games',
	error: `You can add up to ${LOOKUP_LIMITS.gamesPerDay} games a day. Please try again tomorrow.`,
} as const

/** A game as a source has it. */
export const GameCandidate = Type.Object({
	source: oneOf(LOOKUP_SOURCES),
	/** Its id there: `1942`, `Q172`. */
	sourceId: Type.String(),
	name: Type.String(),
	/** As precise as is known. */
	releaseDate: nullable(Type.String()),
	platforms: Texts(),
	developers: Texts(),
	/** The game of this site, if the catalog has it already. */
	gameId: nullable(GameId()),
})
export type GameCandidate = Static<typeof GameCandidate>

export const lookUpGames = endpoint({
	method: 'GET',
	url: '/api/games/lookup',
	config: {
		summary: 'Ask the source of the catalog for games by name; nothing is stored',
		auth: 'user',
		failure: LOOKUP_FAILED.error,
		refusals: { 503: [LOOKUP_FAILED] },
		limit: 'lookup',
	},
	schema: {
		querystring: Type.Object({
			query: Type.String({
				pattern: SEARCHABLE,
				maxLength: LIMITS.searchMax,
				sentences: { required: SEARCH_TOO_SHORT, pattern: SEARCH_TOO_SHORT },
			}),
		}),
		response: {
			200: Type.Object({
				/** Null if the site has no source that it can ask, or the viewer may not add games. */
				source: nullable(oneOf(LOOKUP_SOURCES)),
				candidates: Type.Array(GameCandidate, { maxItems: LOOKUP_LIMITS.candidates }),
			}),
		},
	},
})

export const addGame = endpoint({
	method: 'POST',
	url: '/api/games',
	config: {
		summary: 'Add a game of a source to the catalog; answers 200 with the game if it is there already',
		auth: 'user',
		failure: 'Failed to add the game. Please try again.',
		missing: GAME_NOT_FOUND,
		refusals: { 403: [CATALOG_CLOSED], 404: [GAME_NOT_FOUND], 429: [TOO_MANY_GAMES], 503: [LOOKUP_FAILED] },
		limit: 'lookup',
	},
	schema: {
		body: Type.Object({
			source: oneOf(LOOKUP_SOURCES),
			/** Digits at IGDB; at Wikidata a Q comes before them. */
			sourceId: Type.String({ pattern: '^Q?[1-9]\\d{0,9}$' }),
		}),
		response: { 200: Game, 201: Game },
	},
})
