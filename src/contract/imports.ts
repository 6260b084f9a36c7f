import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CATALOG_CLOSED } from './catalog-growth.ts'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { LIBRARY_STATUSES } from './library-entry.ts'
import { GameId, nullable, oneOf, Texts, Time, Uuid } from './shapes.ts'

/** Where a file comes from. The first six are the most used. */
export const IMPORT_FROM = [
	'grouvee',
	'howlongtobeat',
	'backloggd',
	'yamtrack',
	'infinite_backlog',
	'igdb',
	'ryot',
	'neodb',
	'vglist',
	'gog_galaxy',
	'playnite',
	'steam',
	'savepoint',
	'csv',
] as const
export type ImportFrom = (typeof IMPORT_FROM)[number]

export const OWN_IMPORT_STATES = [
	'reading',
	'matching',
	'preview',
	'applying',
	'stopped',
	'applied',
	'undoing',
	'undone',
	'failed',
] as const
export type OwnImportState = (typeof OWN_IMPORT_STATES)[number]

/** How sure it is which game a row means. */
export const ROW_MATCHES = ['sure', 'unsure', 'none'] as const
export type RowMatch = (typeof ROW_MATCHES)[number]

/** What a row does to the library. */
export const ROW_EFFECTS = ['add', 'change', 'leave'] as const
export type RowEffect = (typeof ROW_EFFECTS)[number]

/** What a word of the file becomes: a status, the mark of the wishlist, or null for nothing. */
export const STATUS_MEANINGS = [...LIBRARY_STATUSES, 'wished'] as const
export type StatusMeaning = (typeof STATUS_MEANINGS)[number]

export const CONFLICT_RULES = ['mine', 'theirs', 'newer'] as const
export const REVIEW_RULES = ['publish', 'drafts'] as const
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export const RATING_SCALES = [5, 10, 100] as const
export const TIME_FORMATS = ['h:mm', 'hours', 'minutes'] as const

const header = () => Type.String({ maxLength: 200 })
export const ImportMapping = Type.Object({
	columns: Type.Object({
		name: header(),
		status: Type.Optional(header()),
		rating: Type.Optional(header()),
		platform: Type.Optional(header()),
		startedOn: Type.Optional(header()),
		endedOn: Type.Optional(header()),
		minutes: Type.Optional(header()),
		note: Type.Optional(header()),
		review: Type.Optional(header()),
		id: Type.Optional(header()),
		idSource: Type.Optional(header()),
	}),
	dateOrder: Type.Optional(oneOf(DATE_ORDERS)),
	ratingScale: Type.Optional(Type.Unsafe<5 | 10 | 100>({ type: 'integer', enum: [...RATING_SCALES] })),
	timeFormat: Type.Optional(oneOf(TIME_FORMATS)),
})
export type ImportMapping = Static<typeof ImportMapping>

const count = () => Type.Integer()

/** An import of a person's own games. */
export const Import = Type.Object({
	id: Uuid(),
	source: oneOf(IMPORT_FROM),
	/** The file's name as its sender gave it, or the 17 digits of the Steam profile; null if it had none. */
	fileName: nullable(Type.String()),
	state: oneOf(OWN_IMPORT_STATES),
	/** How much of the present step is done, 0 to 1; null if unknown or nothing runs. */
	fraction: nullable(Type.Number()),
	counts: Type.Object({
		rows: count(),
		/** Rows that mean a game for certain, that could mean several, and that mean none; not those that could not be read. */
		sure: count(),
		unsure: count(),
		none: count(),
		/** Unsure rows that wait for a decision, rows for which no game was found or chosen, and rows that are to be skipped. */
		undecided: count(),
		missing: count(),
		skipped: count(),
		/** Missing rows with an id elsewhere that a source of the site may know, and how many of them are being looked up and are done. */
		findable: count(),
		wanted: count(),
		fetched: count(),
		/** Reviews in the rows that are to be written. */
		reviews: count(),
		/** Games that come to the library, that change in it, and that stay as they are: what would be, then what was. */
		added: count(),
		changed: count(),
		left: count(),
		/** Rows that could not be read or written. */
		failed: count(),
	}),
	/** What the file's words for a status become. */
	statuses: Type.Array(Type.Object({ theirs: Type.String(), ours: nullable(oneOf(STATUS_MEANINGS)), rows: count() })),
	/** What the source has and the site cannot carry, each as a sentence that says where it goes instead. */
	notCarried: Texts(),
	/** For a CSV of one's own: its headers, the first rows, and what must be chosen; null for other sources. */
	csv: nullable(
		Type.Object({
			headers: Texts(),
			samples: Type.Array(Texts()),
			mapping: nullable(ImportMapping),
			/** Whether dates of the file fit two orders, so that the person must choose. */
			needsDateOrder: Type.Boolean(),
		}),
	),
	/** Why it failed, or why not all of its games could be looked up, as a sentence. */
	error: nullable(Type.String()),
	createdAt: Time(),
	appliedAt: nullable(Time()),
	undoUntil: nullable(Time()),
})
export type Import = Static<typeof Import>

export const ImportRow = Type.Object({
	/** A running number. */
	row: count(),
	/** Where it begins in the file, from 1. */
	line: count(),
	title: Type.String(),
	match: oneOf(ROW_MATCHES),
	/** The game that is taken if the decision is to take it. */
	gameId: nullable(GameId()),
	game: nullable(GameRef),
	candidates: Type.Array(Type.Object({ game: GameRef, why: Type.String() })),
	decision: nullable(oneOf(['take', 'skip'] as const)),
	effect: nullable(oneOf(ROW_EFFECTS)),
	/** What the row says, in short: `Finished · ★ 4.5 · PC · 12 h`. */
	summary: Type.String(),
	errors: Type.Array(Type.Object({ column: Type.String(), message: Type.String() })),
})
export type ImportRow = Static<typeof ImportRow>

export const OWN_IMPORT_NOT_FOUND = { code: 'import_not_found', error: 'Import Not Found' } as const
export const IMPORT_ROW_NOT_FOUND = { code: 'row_not_found', error: 'Row Not Found' } as const
export const IMPORT_TOO_LARGE = {
	code: 'import_too_large',
	error: 'Files can be up to 20 MB and 20,000 rows. Split the file and import the parts one after the other.',
} as const
export const IMPORT_UNREADABLE = {
	code: 'import_unreadable',
	error: 'This file could not be recognized. Choose where it comes from, or use a CSV file with a header row.',
} as const
/** With the import as it is now. */
export const IMPORT_STATE = {
	code: 'import_state',
	error: 'This import has moved on in the meantime. Here is where it is now.',
} as const
export const IMPORT_UNDER_WAY = {
	code: 'import_under_way',
	error: 'Another import of yours is still running. Wait until it is done, or stop it.',
} as const

export const TOO_MANY_IMPORTS = {
	code: 'too_many_imports',
	error: `You have ${IMPORT_LIMITS.perAccount} imports that can still be undone. Undo one of them, or wait until the oldest is ${IMPORT_LIMITS.undoDays} days old.`,
} as const

export const NO_STEAM_KEY = {
	code: 'source_not_configured',
	error: 'This site is not set up to read Steam profiles. You can import a file instead.',
} as const
export const STEAM_SIGN_IN_NEEDED = {
	code: 'steam_sign_in_needed',
	error: 'Sign in at Steam first, so that we know the profile is yours.',
} as const

export const CHOOSE_A_GAME = 'Choose the game that this row means'

const FAILED = 'Failed to import. Please try again.'
const params = Type.Object({ id: Uuid() })
const missing = OWN_IMPORT_NOT_FOUND
const moved = [{ ...IMPORT_STATE, extra: { import: Import } }] as const
const form = Type.Object({
	/** Recognized when absent. */
	source: Type.Optional(oneOf(IMPORT_FROM)),
	/** For files that state none, such as a list of IGDB. */
	status: Type.Optional(oneOf(STATUS_MEANINGS)),
	/** JSON; for a CSV of one's own. */
	mapping: Type.Optional(Type.String({ maxLength: 10_000 })),
	/** As JSON and in the place of a file: the 17 digits of the Steam profile that this session has signed in to. */
	profile: Type.Optional(Type.String({ pattern: '^\\d{17}$' })),
	file: Type.Optional(Type.Unsafe<Blob>({ type: 'string', format: 'binary' })),
})

/** The fields come before the file, so that it is read as it arrives. Without a file there is no form. */
function asForm(body: object): FormData | undefined {
	const { file, ...fields } = body as Static<typeof form>
	if (fields.profile !== undefined) return undefined
	const data = new FormData()
	for (const [name, value] of Object.entries(fields)) if (value !== undefined) data.set(name, value)
	if (file) data.set('file', file)
	return data
}

export const createImport = endpoint({
	method: 'POST',
	url: '/api/imports',
	config: {
		summary:
			'Upload a file of games, or name a Steam profile as JSON; a file that is applied already answers 200 with its import',
		auth: 'user',
		failure: FAILED,
		refusals: {
			...{ 400: [IMPORT_UNREADABLE], 403: [STEAM_SIGN_IN_NEEDED] },
			...{ 409: [IMPORT_UNDER_WAY, TOO_MANY_IMPORTS, NO_STEAM_KEY], 413: [IMPORT_TOO_LARGE] },
		},
		limit: 'import',
		bodyBytes: IMPORT_LIMITS.fileBytes + 64 * 1024,
		asForm,
	},
	schema: { body: form, response: { 200: Import, 201: Import } },
})

const STEAM_FAILED = 'Failed to sign in at Steam. Please try again.'

export const startSteamSignIn = endpoint({
	method: 'POST',
	url: '/api/imports/steam',
	config: {
		summary:
			'Start to sign in at Steam, to prove that a profile is yours; continue in this browser at the returned URL',
		auth: 'user',
		tokenScope: 'never',
		failure: STEAM_FAILED,
		refusals: { 409: [NO_STEAM_KEY] },
		limit: 'signIn',
	},
	schema: { response: { 200: Type.Object({ url: Type.String() }) } },
})

/** How a sign-in at Steam can fail; else the page gets the 17 digits of the profile. */
export const STEAM_OUTCOMES = {
	refused: 'You didn’t sign in at Steam, so nothing was read.',
	failed: 'Steam didn’t confirm who you are. Please try again.',
	unavailable: 'Steam didn’t answer. Please try again in a few minutes.',
} as const

export const completeSteamSignIn = endpoint({
	method: 'GET',
	url: '/api/imports/steam/callback',
	config: {
		summary: "Handle Steam's response to a sign-in",
		auth: 'nobody',
		failure: STEAM_FAILED,
		limit: 'signIn',
		redirects: 'To the page of imports; with `steam`: the profile, or why there is none',
	},
	schema: {
		querystring: Type.Object({ state: Type.Optional(Type.String({ maxLength: 500 })) }),
		response: {},
	},
})

export const getImports = endpoint({
	method: 'GET',
	url: '/api/imports',
	config: { summary: 'Get your imports, the newest first', auth: 'user', failure: 'Failed to load your imports' },
	schema: { response: { 200: Type.Object({ imports: Type.Array(Import) }) } },
})

export const getImport = endpoint({
	method: 'GET',
	url: '/api/imports/:id',
	config: { summary: 'Get one of your imports', auth: 'user', failure: 'Failed to load the import', missing },
	schema: { params, response: { 200: Import } },
})

export const getImportRows = endpoint({
	method: 'GET',
	url: '/api/imports/:id/rows',
	config: { summary: 'Get the rows of an import', auth: 'user', failure: 'Failed to load the rows', missing },
	schema: {
		params,
		querystring: Type.Object({
			/** `failed`: those with errors; `out`: those that are not written, as they are decided now. */
			state: Type.Optional(oneOf([...ROW_MATCHES, 'failed', 'out'] as const)),
			effect: Type.Optional(oneOf(ROW_EFFECTS)),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 50 })),
		}),
		response: { 200: Type.Object({ rows: Type.Array(ImportRow), nextCursor: nullable(Type.String()) }) },
	},
})

const decision = nullable(oneOf(['take', 'skip'] as const))

export const decideImportRow = endpoint({
	method: 'PUT',
	url: '/api/imports/:id/rows/:row',
	config: {
		summary: 'Choose the game of a row, and whether it is taken',
		auth: 'user',
		failure: FAILED,
		missing,
		refusals: { 404: [IMPORT_ROW_NOT_FOUND, GAME_NOT_FOUND], 409: moved },
		limit: 'write',
	},
	schema: {
		params: Type.Object({ id: Uuid(), row: Type.Integer({ minimum: 1, maximum: IMPORT_LIMITS.rows }) }),
		body: Type.Object({ gameId: nullable(GameId()), decision }),
		response: { 200: ImportRow },
	},
})

export const decideImportRows = endpoint({
	method: 'PUT',
	url: '/api/imports/:id/rows',
	config: {
		summary: 'Decide many rows at once: those named, or all that are unsure or have no game',
		auth: 'user',
		failure: FAILED,
		missing,
		refusals: { 409: [...moved, IMPORT_UNDER_WAY] },
		limit: 'write',
	},
	schema: {
		params,
		body: Type.Object({
			rows: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: IMPORT_LIMITS.decisions })),
			match: Type.Optional(oneOf(['unsure', 'none'] as const)),
			decision,
		}),
		response: { 200: Import },
	},
})

export const TOO_MANY_LOOKUPS = {
	code: 'too_many_games',
	error: `You can look up ${IMPORT_LIMITS.lookups} missing games a day. Please go on tomorrow.`,
} as const

export const addMissingGames = endpoint({
	method: 'POST',
	url: '/api/imports/:id/missing-games',
	config: {
		summary: `Look up rows without a game by their ids elsewhere, up to ${IMPORT_LIMITS.lookups} at once and in the background, and add their games to the catalog`,
		auth: 'user',
		failure: 'Failed to look up the games. Please try again.',
		missing,
		refusals: { 403: [CATALOG_CLOSED], 409: [...moved, IMPORT_UNDER_WAY], 429: [TOO_MANY_LOOKUPS] },
		limit: 'lookup',
	},
	schema: { params, response: { 200: Import } },
})

export const changeImport = endpoint({
	method: 'PUT',
	url: '/api/imports/:id',
	config: {
		summary: 'Change what the words and columns of the file mean, while it is a preview',
		auth: 'user',
		failure: FAILED,
		missing,
		refusals: { 409: [...moved, IMPORT_UNDER_WAY] },
		limit: 'write',
	},
	schema: {
		params,
		body: Type.Object({
			statuses: Type.Optional(
				Type.Array(Type.Object({ theirs: Type.String({ maxLength: 200 }), ours: nullable(oneOf(STATUS_MEANINGS)) }), {
					maxItems: 200,
				}),
			),
			mapping: Type.Optional(ImportMapping),
		}),
		response: { 200: Import },
	},
})

export const applyImport = endpoint({
	method: 'POST',
	url: '/api/imports/:id/apply',
	config: {
		summary: 'Write an import into your library, in the background; a stopped one goes on',
		auth: 'user',
		failure: FAILED,
		missing,
		refusals: { 409: [...moved, IMPORT_UNDER_WAY] },
		limit: 'write',
	},
	schema: {
		params,
		body: Type.Object({
			conflicts: Type.Optional(oneOf(CONFLICT_RULES, { default: 'mine' })),
			/** Reviews are published on the file's day, or kept as drafts. */
			reviews: Type.Optional(oneOf(REVIEW_RULES, { default: 'publish' })),
		}),
		response: { 200: Import },
	},
})

export const stopImport = endpoint({
	method: 'POST',
	url: '/api/imports/:id/stop',
	config: {
		summary: 'Stop an import that is being applied, after its current rows',
		auth: 'user',
		failure: FAILED,
		missing,
		refusals: { 409: moved },
		limit: 'write',
	},
	schema: { params, response: { 200: Import } },
})

export const undoImport = endpoint({
	method: 'POST',
	url: '/api/imports/:id/undo',
	config: {
		summary: 'Take back what an import wrote and nothing has changed since, within 30 days',
		auth: 'user',
		failure: FAILED,
		missing,
		refusals: { 409: [...moved, IMPORT_UNDER_WAY] },
		limit: 'write',
	},
	schema: { params, response: { 200: Import } },
})
