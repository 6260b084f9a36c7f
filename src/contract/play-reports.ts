import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND } from './game-ref.ts'
import { LIBRARY_FULL } from './library-entry.ts'
import { formatLimit } from './limits.ts'
import { PlaySession } from './play.ts'
import { PLAY_REPORT_LIMITS } from './play-report-limits.ts'
import { TOO_MANY_PLAY_SESSIONS } from './plays.ts'
import { PlayingNow } from './profile-detail.ts'
import { GameId, nullable, oneOf, Time, Uuid, wholeDay } from './shapes.ts'

export const TOO_MANY_REPORTS = {
	code: 'too_many_reports',
	error: `You can send up to ${PLAY_REPORT_LIMITS.perCall} reports at once, or ${formatLimit(PLAY_REPORT_LIMITS.perImport)} in an import`,
} as const
export const TOO_MANY_CLIENTS = {
	code: 'too_many_clients',
	error: `Up to ${PLAY_REPORT_LIMITS.clientsPerAccount} programs can report your play time`,
} as const
export const CLIENT_GAME_NOT_FOUND = {
	code: 'client_game_not_found',
	error: 'This game has been matched already, or it no longer exists',
} as const

/** Why a single report is refused. */
export const TOO_MANY_UNMATCHED = 'Too many games are waiting to be matched. Please match or ignore some of them first.'
export const TOO_MANY_NAMES = 'Your programs have named too many games'
export const NOT_A_REPORT = 'A report is an object with a key, a game and a time'
export const NO_GAME = 'Please identify the game by an ID or its name'
const NO_KEY = 'Please give each report a key of its own'
export const INVALID_INSTANT = 'Times are like 2026-11-21T20:15:00+01:00, with their offset'
const INVALID_SECONDS = `Seconds are from 0 to ${formatLimit(PLAY_REPORT_LIMITS.sittingSeconds)}`
const INVALID_TOTAL = `A total is from 0 to ${formatLimit(PLAY_REPORT_LIMITS.totalSeconds)} seconds`
const ENTER_CLIENT = 'Please name the program in client'

const text = (sentences: Record<string, string> = {}) =>
	Type.String({ minLength: 1, maxLength: PLAY_REPORT_LIMITS.text, sentences })

/** A number of a database, or a text of digits or letters. */
const ForeignId = () =>
	Type.Unsafe<string | number>({
		type: ['string', 'integer'],
		minLength: 1,
		maxLength: PLAY_REPORT_LIMITS.text,
		minimum: 1,
		maximum: PLAY_REPORT_LIMITS.idMax,
	})

/** How a program names a game: by any ids it has, or by its name. */
export const ReportedGame = Type.Object(
	{
		igdbId: Type.Optional(ForeignId()),
		igdbSlug: Type.Optional(text()),
		steamAppId: Type.Optional(ForeignId()),
		gogId: Type.Optional(ForeignId()),
		wikidataId: Type.Optional(text()),
		/** Such as `epic`; together with `storeId`. */
		store: Type.Optional(text()),
		storeId: Type.Optional(ForeignId()),
		name: Type.Optional(text()),
		platform: Type.Optional(nullable(Type.String({ maxLength: PLAY_REPORT_LIMITS.text }))),
		releaseYear: Type.Optional(nullable(Type.Integer({ minimum: 1900, maximum: 2200 }))),
	},
	{ sentences: { required: NO_GAME, type: NO_GAME } },
)
export type ReportedGame = Static<typeof ReportedGame>

const instant = () =>
	Type.Optional(
		Type.String({
			pattern:
				'^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?([Zz]|[+-](0\\d|1[0-4]):[0-5]\\d)$',
			sentences: { pattern: INVALID_INSTANT, type: INVALID_INSTANT, required: INVALID_INSTANT },
		}),
	)

const seconds = (maximum: number, sentence: string) =>
	Type.Optional(
		Type.Number({ minimum: 0, maximum, sentences: { type: sentence, minimum: sentence, maximum: sentence } }),
	)

/** One report, as each of `reports` is checked by itself. */
export const PlayReport = Type.Object(
	{
		key: Type.String({
			minLength: 1,
			maxLength: PLAY_REPORT_LIMITS.key,
			sentences: {
				required: NO_KEY,
				type: NO_KEY,
				minLength: NO_KEY,
				maxLength: `Keys must be ${PLAY_REPORT_LIMITS.key} characters or less`,
			},
		}),
		game: ReportedGame,
		/** What it was played on. */
		platform: Type.Optional(nullable(Type.String({ maxLength: PLAY_REPORT_LIMITS.text }))),
		startedAt: instant(),
		endedAt: instant(),
		day: Type.Optional(wholeDay()),
		seconds: seconds(PLAY_REPORT_LIMITS.sittingSeconds, INVALID_SECONDS),
		/** All time that the program has counted of the game so far. */
		totalSeconds: seconds(PLAY_REPORT_LIMITS.totalSeconds, INVALID_TOTAL),
	},
	{ sentences: { type: NOT_A_REPORT } },
)
export type PlayReport = Static<typeof PlayReport>

/** Returns the ids by which a game is named, as the catalog stores them, in the order in which programs are to be trusted. */
export function findGameIds(game: ReportedGame): { source: string; id: string }[] {
	const { igdbId, igdbSlug, steamAppId, gogId, wikidataId, store, storeId } = game
	const ids: [string | undefined, string | number | undefined][] = [
		['igdb', igdbId],
		['igdb-slug', igdbSlug],
		['steam', steamAppId],
		['gog', gogId],
		['wikidata', wikidataId?.toUpperCase()],
		[store?.toLowerCase(), storeId],
	]
	return ids.flatMap(([source, id]) => {
		if (!source || id === undefined || id === '') return []
		const text = String(id)
		return [{ source, id: source === 'wikidata' ? text : text.toLowerCase() }]
	})
}

/** What became of a report. */
export const REPORT_STATES = ['created', 'known', 'unmatched', 'refused'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const ReportResult = Type.Object({
	/** Null if the report has none that can be read. */
	key: nullable(Type.String()),
	status: oneOf(REPORT_STATES),
	/** The session that the report made, or that was there; null if it counts nothing. */
	session: nullable(PlaySession),
	/** Why it is refused. */
	error: nullable(Type.String()),
})
export type ReportResult = Static<typeof ReportResult>

const Client = () =>
	Type.String({
		minLength: 1,
		maxLength: PLAY_REPORT_LIMITS.client,
		sentences: {
			required: ENTER_CLIENT,
			type: ENTER_CLIENT,
			minLength: ENTER_CLIENT,
			maxLength: `Names of programs must be ${PLAY_REPORT_LIMITS.client} characters or less`,
		},
	})

const byProgram = { auth: 'user', tokenScope: 'sessions', limit: 'playTime' } as const

export const reportPlayTime = endpoint({
	method: 'POST',
	url: '/api/play-sessions/report',
	config: {
		...byProgram,
		summary: 'Report play time as a program: up to 100 reports, or 1,000 with `import`, each answered by itself',
		failure: 'Failed to save the play time',
		refusals: { 409: [TOO_MANY_CLIENTS], 413: [TOO_MANY_REPORTS] },
	},
	schema: {
		body: Type.Object({
			client: Client(),
			import: Type.Optional(Type.Boolean()),
			/** Of `PlayReport`; each is checked by itself, so that a malformed one refuses no other. */
			reports: Type.Unsafe<unknown[]>({
				type: 'array',
				items: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
				isCheckedByHandler: true,
			}),
		}),
		response: { 200: Type.Object({ results: Type.Array(ReportResult) }) },
	},
})

export const reportPlaying = endpoint({
	method: 'POST',
	url: '/api/play-sessions/playing',
	config: {
		...byProgram,
		summary: 'Show on your profile what you play now, for two hours at most; null ends it',
		failure: 'Failed to show what you play',
		refusals: { 409: [TOO_MANY_CLIENTS] },
	},
	schema: {
		body: Type.Object({
			client: Client(),
			game: nullable(ReportedGame),
		}),
		response: { 200: Type.Object({ playingNow: nullable(PlayingNow) }) },
	},
})

export const getLatestReport = endpoint({
	method: 'GET',
	url: '/api/play-sessions/latest',
	config: {
		auth: 'user',
		tokenScope: 'sessions',
		summary: 'Get the last report of a program that was not refused, so that it knows where it stopped',
		failure: 'Failed to load the last report',
	},
	schema: {
		querystring: Type.Object({ client: Client() }),
		response: {
			200: Type.Object({
				latest: nullable(
					Type.Object({
						key: Type.String(),
						reportedAt: Time(),
						session: nullable(PlaySession),
					}),
				),
			}),
		},
	},
})

/** A game that a program named and that is not known here, with the reports that wait for it. */
export const ClientGame = Type.Object({
	id: Uuid(),
	client: Type.String(),
	game: ReportedGame,
	reportCount: Type.Integer(),
	/** When it was last reported. */
	reportedAt: Time(),
})
export type ClientGame = Static<typeof ClientGame>

/** A program that has reported play time. */
export const ReportingClient = Type.Object({
	client: Type.String(),
	/** Null if it only ever said what is being played. */
	lastReportAt: nullable(Time()),
})
export type ReportingClient = Static<typeof ReportingClient>

export const listUnmatched = endpoint({
	method: 'GET',
	url: '/api/play-sessions/unmatched',
	config: {
		auth: 'user',
		summary:
			'List up to 50 games that your programs named and that are not matched, the last reported first, and these programs',
		failure: 'Failed to load your play time',
	},
	schema: {
		response: {
			200: Type.Object({
				games: Type.Array(ClientGame),
				totalCount: Type.Integer(),
				clients: Type.Array(ReportingClient),
			}),
		},
	},
})

export const matchClientGame = endpoint({
	method: 'PUT',
	url: '/api/play-sessions/unmatched/:id',
	config: {
		auth: 'user',
		summary: 'Say for good which game a program means, and make sessions of what it reported; null ignores the game',
		failure: 'Failed to match the game',
		missing: CLIENT_GAME_NOT_FOUND,
		limit: 'write',
		refusals: { 400: [LIBRARY_FULL, TOO_MANY_PLAY_SESSIONS], 404: [GAME_NOT_FOUND] },
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		body: Type.Object({ gameId: nullable(GameId()) }),
		response: {
			200: Type.Object({
				/** How many sessions were made. */
				sessions: Type.Integer(),
			}),
		},
	},
})
