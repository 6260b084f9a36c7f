import type { Static } from 'typebox'
import * as Type from 'typebox'
import { GameRef } from './game-ref.ts'

export const TASTE_LIMITS = {
	/** Games that both have rated, without which nothing is said. */
	minShared: 5,
	/** Ratings of each person that are compared: those of the entries that were changed last. */
	comparedRatings: 700,
	/** Games of agreement, and as many of difference. */
	games: 3,
} as const

/** How alike two people rate; it is the same for both. */
export const Taste = Type.Object({
	/** 0 to 100; 50 is no connection. */
	match: Type.Integer(),
	/** By how much the match may be wrong, up or down: 0 to 50. */
	uncertainty: Type.Integer(),
	/** The games that both have rated, among the last 700 that each did. */
	shared: Type.Integer(),
	/** Up to three games that both rated alike, the best rated first. */
	agree: Type.Array(GameRef),
	/** Up to three games that they rated differently, the greatest difference first. */
	disagree: Type.Array(GameRef),
})
export type Taste = Static<typeof Taste>
