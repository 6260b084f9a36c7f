import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { GameId, nullable, oneOf, SuccessResponse, success, Texts, Time, Uuid } from './shapes.ts'

/** Where games come from, as admins name it. */
export const IMPORT_SOURCES = ['builtin', 'wikidata', 'igdb'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

export const IMPORT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export const IMPORT_RUNNING = {
	code: 'import_running',
	error: 'Another import is running. Wait until it has ended, or cancel it.',
} as const
export const SOURCE_NOT_CONFIGURED = {
	code: 'source_not_configured',
	error: 'This source is not set up. Add its keys to the server’s settings first.',
} as const
export const IMPORT_NOT_FOUND = { code: 'import_not_found', error: 'There is no such import' } as const
export const IMPORT_ENDED = { code: 'import_ended', error: 'This import has ended' } as const
export const GAMES_GONE = { code: 'game_not_found', error: 'One of these games no longer exists' } as const
export const SAME_GAME = { code: 'same_game', error: 'These are already the same game' } as const
export const BOTH_REVIEWED = {
	code: 'both_reviewed',
	error:
		'Someone has reviewed both games and can keep only one review. You can still merge them: the review written or edited last stays, with the likes and comments of both.',
} as const

const count = () => Type.Integer()

/** An import of a source. */
export const ImportRun = Type.Object({
	id: Uuid(),
	source: oneOf(IMPORT_SOURCES),
	/** Whether it reads only what has changed since the last complete one. */
	isRefresh: Type.Boolean(),
	state: oneOf(IMPORT_STATES),
	/** Whether it is asked to stop. */
	isCancelling: Type.Boolean(),
	createdAt: Time(),
	startedAt: nullable(Time()),
	endedAt: nullable(Time()),
	/** How much of the source is read, 0 to 1; null if unknown. */
	fraction: nullable(Type.Number()),
	added: count(),
	/** Records that turned out to be games of the site. */
	joined: count(),
	changed: count(),
	unchanged: count(),
	unsure: count(),
	refused: count(),
	/** Hidden, because the source no longer has them. */
	withdrawn: count(),
	/** The first records that were refused. */
	refusals: Type.Array(Type.Object({ position: Type.String(), reason: Type.String() })),
	/** Why it failed, as a sentence. */
	error: nullable(Type.String()),
})
export type ImportRun = Static<typeof ImportRun>

export const getCatalogImports = endpoint({
	method: 'GET',
	url: '/api/admin/catalog',
	config: {
		summary: 'Get the sources of the catalog and the last imports',
		auth: 'admin',
		failure: 'Failed to load the imports',
	},
	schema: {
		response: {
			200: Type.Object({
				sources: Type.Array(
					Type.Object({
						source: oneOf(IMPORT_SOURCES),
						isConfigured: Type.Boolean(),
						/** When the last complete import began; null before the first. */
						lastReadAt: nullable(Time()),
						/** Whether an import was begun and not finished: the next one continues it. */
						isUnfinished: Type.Boolean(),
					}),
				),
				/** The newest ten, the newest first. */
				imports: Type.Array(ImportRun),
			}),
		},
	},
})
export type CatalogImports = Static<(typeof getCatalogImports)['schema']['response'][200]>

export const startImport = endpoint({
	method: 'POST',
	url: '/api/admin/catalog/imports',
	config: {
		summary: 'Start an import in the background; it continues after a restart. One at a time',
		auth: 'admin',
		failure: 'Failed to start the import',
		refusals: { 409: [IMPORT_RUNNING, SOURCE_NOT_CONFIGURED] },
		limit: 'mail',
	},
	schema: {
		body: Type.Object({
			source: oneOf(IMPORT_SOURCES),
			/** Reads only what has changed since the last complete import. */
			refresh: Type.Optional(Type.Boolean({ default: false })),
			/** Starts over instead of continuing an unfinished import. */
			fromStart: Type.Optional(Type.Boolean({ default: false })),
		}),
		response: { 201: ImportRun },
	},
})

export const cancelImport = endpoint({
	method: 'POST',
	url: '/api/admin/catalog/imports/:id/cancel',
	config: {
		summary: 'Stop an import after its current batch; what it has stored stays, and the next one continues there',
		auth: 'admin',
		failure: 'Failed to cancel the import',
		missing: IMPORT_NOT_FOUND,
		refusals: { 409: [IMPORT_ENDED] },
		limit: 'signIn',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: ImportRun } },
})

/** One of two games that may be the same. */
const PairedGame = Type.Object({
	id: GameId(),
	name: Type.String(),
	cover: Type.String(),
	releaseDate: nullable(Type.String()),
	developers: Texts(),
	publishers: Texts(),
	platforms: Texts(),
	sources: Texts(),
	reviewCount: Type.Integer(),
})
export type PairedGame = Static<typeof PairedGame>

export const UnsurePair = Type.Object({
	/** Both ids. */
	id: Type.String(),
	one: PairedGame,
	other: PairedGame,
	/** What made the import doubt. */
	reason: Type.String(),
})
export type UnsurePair = Static<typeof UnsurePair>

export const listUnsurePairs = endpoint({
	method: 'GET',
	url: '/api/admin/catalog/pairs',
	config: {
		summary: 'List pairs of games that may be the same but were too uncertain to merge, oldest first',
		auth: 'admin',
		failure: 'Failed to load the pairs',
	},
	schema: {
		querystring: Type.Object({
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 20 })),
		}),
		response: {
			200: Type.Object({
				pairs: Type.Array(UnsurePair),
				/** Counted up to 1,000. */
				totalCount: Type.Integer(),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const mergePair = endpoint({
	method: 'POST',
	url: '/api/admin/catalog/pairs/merge',
	config: {
		summary: 'Merge two games into one, with their reviews and list entries. This cannot be undone',
		auth: 'admin',
		failure: 'Failed to merge the games',
		refusals: { 404: [GAMES_GONE], 409: [SAME_GAME, BOTH_REVIEWED] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({
			/** The game that remains. */
			keepId: GameId(),
			/** The game that becomes part of it; its address leads there. */
			mergeId: GameId(),
			/** Keeps the newer of two reviews by one person, which is refused otherwise. */
			keepNewest: Type.Optional(Type.Boolean({ default: false })),
		}),
		response: { 200: Type.Object({ success, id: GameId(), reviews: Type.Integer(), lists: Type.Integer() }) },
	},
})

export const keepPairApart = endpoint({
	method: 'POST',
	url: '/api/admin/catalog/pairs/keep-apart',
	config: {
		summary: 'Record that two games are not the same; they can still be merged later',
		auth: 'admin',
		failure: 'Failed to keep the games apart',
		refusals: { 404: [GAMES_GONE], 409: [SAME_GAME] },
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({ oneId: GameId(), otherId: GameId() }),
		response: { 200: SuccessResponse },
	},
})
