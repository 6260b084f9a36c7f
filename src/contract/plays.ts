import type { Static } from 'typebox'
import * as Type from 'typebox'
import { findDateProblem } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND } from './game-ref.ts'
import { LIBRARY_FULL } from './library-entry.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { PLAY_OUTCOMES, Play, PlaySession } from './play.ts'
import type { Problem } from './problems.ts'
import { platformField } from './review-input.ts'
import { GameId, INVALID_DAY, nullable, oneOf, SuccessResponse, Uuid, wholeDay } from './shapes.ts'

export const PLAY_NOT_FOUND = { code: 'play_not_found', error: 'Play Not Found' } as const
export const PLAY_SESSION_NOT_FOUND = { code: 'session_not_found', error: 'Session Not Found' } as const
export const NOT_YOUR_PLAY = { code: 'not_yours', error: 'You do not have permission to edit this play' } as const
export const NOT_YOUR_PLAY_SESSION = {
	code: 'not_yours',
	error: 'You do not have permission to edit this session',
} as const
export const PLAY_OF_OTHER_GAME = 'This play is of another game'
export const TOO_MANY_PLAYS = {
	code: 'too_many_plays',
	error: `You can log up to ${formatLimit(LIMITS.playsPerGame)} plays of a game`,
} as const
export const TOO_MANY_PLAY_SESSIONS = {
	code: 'too_many_sessions',
	error: `You can log up to ${formatLimit(LIMITS.playSessionsPerGame)} sessions of a game`,
} as const

const PLAYS_FAILED = 'Failed to save the play'
const SESSIONS_FAILED = 'Failed to save the session'
const INVALID_DATE = 'Please enter a date like 2026, 2026-11 or 2026-11-21'
const ENTER_MINUTES = 'Please enter the minutes'
const END_BEFORE_START = 'The end cannot be before the start'

/** A reduced ISO 8601 date. */
const PlayDate = Type.Optional(
	nullable(
		Type.String({
			pattern: '^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$',
			sentences: { pattern: INVALID_DATE, type: INVALID_DATE },
		}),
	),
)

const note = Type.Optional(
	nullable(
		Type.String({
			maxLength: LIMITS.playNoteMax,
			sentences: { maxLength: `Notes must be ${formatLimit(LIMITS.playNoteMax)} characters or less` },
		}),
	),
)

/** The body of a new or replaced play. */
export const PlayInput = Type.Object({
	platform: Type.Optional(nullable(platformField)),
	startedOn: PlayDate,
	endedOn: PlayDate,
	outcome: Type.Optional(
		nullable(
			oneOf(PLAY_OUTCOMES, {
				sentences: { enum: 'Please choose how the play ended', type: 'Please choose how the play ended' },
			}),
		),
	),
	minutes: Type.Optional(
		nullable(
			Type.Integer({
				minimum: 0,
				maximum: LIMITS.playMinutesMax,
				sentences: {
					type: 'Time played must be a number of minutes',
					minimum: 'Time played must be a positive number',
					maximum: `Time played must be ${formatLimit(LIMITS.timePlayedMax)} hours or less`,
				},
			}),
		),
	),
	note,
	/** By default whether there is an earlier play. */
	isReplay: Type.Optional(nullable(Type.Boolean())),
})
export type PlayInput = Static<typeof PlayInput>

const TOO_LONG = 'A session has at most 24 hours'

/** The body of a new or replaced session. */
export const PlaySessionInput = Type.Object({
	/** Null if it is not known, as of the total that a program has counted. */
	day: nullable(wholeDay()),
	minutes: Type.Integer({
		minimum: 1,
		maximum: LIMITS.playMinutesMax,
		sentences: {
			required: ENTER_MINUTES,
			type: ENTER_MINUTES,
			minimum: 'A session has at least one minute',
			maximum: TOO_LONG,
		},
	}),
	note,
	playId: Type.Optional(nullable(Uuid())),
})
export type PlaySessionInput = Static<typeof PlaySessionInput>

/** Returns the problems of the dates of a play with valid fields: of the future, or the end before the start. */
export function findPlayDateProblems({ startedOn, endedOn }: PlayInput, nowMs: number): Problem[] {
	const problems: Problem[] = []
	for (const [path, date] of Object.entries({ startedOn, endedOn })) {
		const message = date ? findDateProblem(date, nowMs, INVALID_DATE) : undefined
		if (message) problems.push({ path, message })
	}
	if (problems.length === 0 && startedOn && endedOn) {
		const precision = Math.min(startedOn.length, endedOn.length)
		if (endedOn.slice(0, precision) < startedOn.slice(0, precision))
			problems.push({ path: 'endedOn', message: END_BEFORE_START })
	}
	return problems
}

/** Returns the problems of a session with valid fields: a day that does not exist or is of the future, or more than a day has. */
export function findPlaySessionProblems(
	{ day, minutes }: Pick<PlaySessionInput, 'day' | 'minutes'>,
	nowMs: number,
): Problem[] {
	if (day === null) return []
	const message = findDateProblem(day, nowMs, INVALID_DAY)
	return [
		...(message ? [{ path: 'day', message }] : []),
		...(minutes > LIMITS.playSessionMinutesMax ? [{ path: 'minutes', message: TOO_LONG }] : []),
	]
}

const ofGame = { auth: 'user', missing: GAME_NOT_FOUND, limit: 'write', isIdempotentByKey: true } as const
const ofGameParams = Type.Object({ gameId: GameId() })
const params = Type.Object({ id: Uuid() })

export const createPlay = endpoint({
	method: 'POST',
	url: '/api/library/:gameId/plays',
	config: {
		...ofGame,
		summary: 'Log a play of a game; the newest one sets the status',
		failure: PLAYS_FAILED,
		// A 404 if another request deletes it meanwhile
		refusals: { 400: [LIBRARY_FULL, TOO_MANY_PLAYS], 404: [PLAY_NOT_FOUND] },
	},
	schema: { params: ofGameParams, body: PlayInput, response: { 201: Play } },
})

const ofPlay = { auth: 'user', missing: PLAY_NOT_FOUND, limit: 'write' } as const

export const updatePlay = endpoint({
	method: 'PUT',
	url: '/api/plays/:id',
	config: { ...ofPlay, summary: 'Replace your play', failure: PLAYS_FAILED, refusals: { 403: [NOT_YOUR_PLAY] } },
	schema: { params, body: PlayInput, response: { 200: Play } },
})

export const deletePlay = endpoint({
	method: 'DELETE',
	url: '/api/plays/:id',
	config: {
		...ofPlay,
		summary: 'Delete your play; its sessions stay',
		failure: 'Failed to delete the play',
		refusals: { 403: [NOT_YOUR_PLAY] },
	},
	schema: { params, response: { 200: SuccessResponse } },
})

export const createPlaySession = endpoint({
	method: 'POST',
	url: '/api/library/:gameId/sessions',
	config: {
		...ofGame,
		summary: 'Log a session of a game, of a play or by itself',
		failure: SESSIONS_FAILED,
		refusals: {
			400: [LIBRARY_FULL, TOO_MANY_PLAY_SESSIONS],
			403: [NOT_YOUR_PLAY],
			404: [PLAY_NOT_FOUND, PLAY_SESSION_NOT_FOUND],
		},
	},
	schema: { params: ofGameParams, body: PlaySessionInput, response: { 201: PlaySession } },
})

const ofSession = { auth: 'user', missing: PLAY_SESSION_NOT_FOUND, limit: 'write' } as const

export const updatePlaySession = endpoint({
	method: 'PUT',
	url: '/api/play-sessions/:id',
	config: {
		...ofSession,
		summary: 'Replace your session',
		failure: SESSIONS_FAILED,
		refusals: { 403: [NOT_YOUR_PLAY_SESSION, NOT_YOUR_PLAY], 404: [PLAY_NOT_FOUND] },
	},
	schema: { params, body: PlaySessionInput, response: { 200: PlaySession } },
})

export const deletePlaySession = endpoint({
	method: 'DELETE',
	url: '/api/play-sessions/:id',
	config: {
		...ofSession,
		summary: 'Delete your session',
		failure: 'Failed to delete the session',
		refusals: { 403: [NOT_YOUR_PLAY_SESSION] },
	},
	schema: { params, response: { 200: SuccessResponse } },
})
