import type { Static } from 'typebox'
import * as Type from 'typebox'
import { GameId, nullable, Texts } from './shapes.ts'

export const gameRef = {
	id: GameId(),
	name: Type.String(),
	/** Path of the cover on this site. */
	cover: nullable(Type.String()),
	/** ISO 8601, as precise as is known: `1998`, `1998-11`, `1998-11-21`. */
	releaseDate: nullable(Type.String()),
	developers: Texts(),
}

/** A game as embedded in reviews, lists and other resources. */
export const GameRef = Type.Object(gameRef)
export type GameRef = Static<typeof GameRef>

export const GAME_NOT_FOUND = { code: 'game_not_found', error: 'Game Not Found' } as const
