import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { GameId } from './shapes.ts'

/** The most games of each kind. */
export const MAX_RELATED = 12
/** With so many games of the series and liked by the same people, there are no similar ones. */
export const ENOUGH_RELATED = 16

const Related = Type.Object({
	game: GameRef,
	/** Why it is related, such as `Remake of Lantern Hollow` or `Puzzle, by the same studio`. */
	reason: Type.String(),
})
export type Related = Static<typeof Related>

export const listRelated = endpoint({
	method: 'GET',
	url: '/api/games/:id/related',
	config: {
		summary:
			'List games like a game, each of them once: of its series, liked by the same people, and with the same facts',
		auth: 'anyone',
		mayLagFor: 'everyone',
		failure: 'Couldn’t load similar games',
		missing: GAME_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ id: GameId() }),
		response: {
			200: Type.Object({
				/** Its editions and its original first, then the games of its series, the nearest in time first. */
				sameSeries: Type.Array(Related, { maxItems: MAX_RELATED }),
				/** What people who like it like, too, from a thousand ratings of the site on. */
				alsoLiked: Type.Array(Related, { maxItems: MAX_RELATED }),
				/** Those that share the most genres, studios and modes, where the others are few. */
				similar: Type.Array(Related, { maxItems: MAX_RELATED }),
			}),
		},
	},
})
export type RelatedGames = Static<(typeof listRelated)['schema']['response'][200]>
