import type { Static } from 'typebox'
import * as Type from 'typebox'
import { GameId, nullable, oneOf, Time, Uuid } from './shapes.ts'

/** How a play ended. */
export const PLAY_OUTCOMES = ['finished', 'completed', 'abandoned'] as const
export type PlayOutcome = (typeof PLAY_OUTCOMES)[number]

/** One time through a game. Dates are ISO 8601, as precise as is known: `2026`, `2026-11`, `2026-11-21`. */
export const Play = Type.Object({
	id: Uuid(),
	gameId: GameId(),
	platform: nullable(Type.String()),
	startedOn: nullable(Type.String()),
	endedOn: nullable(Type.String()),
	outcome: nullable(oneOf(PLAY_OUTCOMES)),
	isReplay: Type.Boolean(),
	/** What the player states, else the sum of the sessions; null if neither is known. */
	minutes: nullable(Type.Integer()),
	note: nullable(Type.String()),
	createdAt: Time(),
	updatedAt: Time(),
})
export type Play = Static<typeof Play>

/** A sitting of some minutes on a day, of a play or by itself. */
export const PlaySession = Type.Object({
	id: Uuid(),
	gameId: GameId(),
	playId: nullable(Uuid()),
	/** Null if it is not known: it counts in the minutes and is left out of the diary. */
	day: nullable(Type.String()),
	minutes: Type.Integer(),
	note: nullable(Type.String()),
	/** The program that reported it; null if it was entered here. */
	source: nullable(Type.String()),
	createdAt: Time(),
})
export type PlaySession = Static<typeof PlaySession>
