import type { Static } from 'typebox'
import * as Type from 'typebox'
import { EDITABLE_FACTS, FACT_LIMITS } from './editable-facts.ts'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { GameId, nullable, oneOf, Texts, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

export const ENTER_GAME_NAME = 'Please enter the name of the game'
export const NO_OTHER_NAME = 'No source has a name for this game, so it keeps this one'
export const BAD_RELEASE = 'Please enter a date such as 1998, 1998-11 or 1998-11-21'
export const BAD_LINK = 'Please enter addresses that begin with https:// or http://'
export const BAD_IMAGE = 'Please enter addresses of images at a host from which this site shows images'
export const EDITED_MEANWHILE = {
	code: 'edited_meanwhile',
	error: 'Another moderator has just changed the same facts. Look at them, then save again.',
} as const
export const EDIT_NOT_FOUND = { code: 'edit_not_found', error: 'There is no such edit of this game' } as const
export const EDIT_UNDONE = { code: 'already_undone', error: 'This edit has already been undone' } as const
export const EDITED_SINCE = {
	code: 'edited_since',
	error: 'A later edit changed the same facts. Undo that one first.',
} as const

const tooLong = (what: string, limit: number) => `${what} must be ${formatLimit(limit)} characters or less`
const tooMany = (limit: number) => ({ maxItems: `Please name ${limit} at most` })

const text = (what: string, limit: number) =>
	Type.Optional(nullable(Type.String({ maxLength: limit, sentences: { maxLength: tooLong(what, limit) } })))
const words = (what: string, limit: number = FACT_LIMITS.word) =>
	Type.Optional(
		nullable(
			Type.Array(Type.String({ minLength: 1, maxLength: limit, sentences: { maxLength: tooLong(what, limit) } }), {
				maxItems: FACT_LIMITS.words,
				sentences: tooMany(FACT_LIMITS.words),
			}),
		),
	)
const address = (pattern: string) =>
	Type.String({
		maxLength: FACT_LIMITS.url,
		pattern,
		sentences: { pattern: BAD_LINK, maxLength: tooLong('An address', FACT_LIMITS.url) },
	})
const ADDRESS = '^https?://[^\\s/]+\\S*$'

/**
 * What the site says of a game: null gives a fact back to its sources, an empty text or list says that there is none, and
 * what is left out stays as it is.
 */
export const GameEdit = Type.Object({
	name: Type.Optional(
		nullable(
			Type.String({
				minLength: 1,
				maxLength: FACT_LIMITS.name,
				sentences: { minLength: ENTER_GAME_NAME, maxLength: tooLong('The name', FACT_LIMITS.name) },
			}),
		),
	),
	/** Other names by which searches find the game. */
	aliases: words('A name', FACT_LIMITS.name),
	/** As precise as is known: `1998`, `1998-11`, `1998-11-21`. */
	releaseDate: Type.Optional(
		nullable(
			Type.String({
				pattern: '^(?:\\d{4}(?:-\\d\\d(?:-\\d\\d)?)?)?$',
				sentences: { pattern: BAD_RELEASE },
			}),
		),
	),
	developers: words('A developer'),
	publishers: words('A publisher'),
	platforms: words('A platform', LIMITS.platformMax),
	genres: words('A genre'),
	gameModes: words('A game mode'),
	/** The name of its series. */
	series: text('The series', FACT_LIMITS.word),
	summary: text('The summary', FACT_LIMITS.summary),
	storyline: text('The storyline', FACT_LIMITS.storyline),
	description: text('The description', FACT_LIMITS.storyline),
	websites: Type.Optional(
		nullable(
			Type.Array(
				Type.Object({
					url: address(ADDRESS),
					category: Type.Optional(
						Type.String({
							maxLength: FACT_LIMITS.category,
							sentences: { maxLength: tooLong('A kind of link', FACT_LIMITS.category) },
						}),
					),
				}),
				{ maxItems: FACT_LIMITS.websites, sentences: tooMany(FACT_LIMITS.websites) },
			),
		),
	),
	/** The addresses of images at hosts from which the site shows images. */
	cover: Type.Optional(nullable(address(`(?:^$|${ADDRESS})`))),
	screenshots: Type.Optional(
		nullable(
			Type.Array(address(ADDRESS), {
				maxItems: FACT_LIMITS.screenshots,
				sentences: tooMany(FACT_LIMITS.screenshots),
			}),
		),
	),
})
export type GameEdit = Static<typeof GameEdit>

const facts = {
	/** Null if no source has one. */
	name: nullable(Type.String()),
	aliases: Texts(),
	releaseDate: nullable(Type.String()),
	developers: Texts(),
	publishers: Texts(),
	platforms: Texts(),
	genres: Texts(),
	gameModes: Texts(),
	series: nullable(Type.String()),
	summary: nullable(Type.String()),
	storyline: nullable(Type.String()),
	description: nullable(Type.String()),
	websites: Type.Array(Type.Object({ url: Type.String(), category: Type.String() })),
	cover: nullable(Type.String()),
	screenshots: Texts(),
}
export const EditableFacts = Type.Object(facts)
export type EditableFacts = Static<typeof EditableFacts>

/** Where a fact comes from. */
const Origin = Type.Object({
	field: oneOf(EDITABLE_FACTS),
	/** The source of what is shown: `site`, `savepoint` (the built-in games), `igdb`; null if none says anything. */
	source: nullable(Type.String()),
	/** The source of what would be shown if the site gave the fact back. */
	otherSource: nullable(Type.String()),
})

/** A game's facts as moderators edit them. */
export const EditedGame = Type.Object({
	game: GameRef,
	/** The newest edit of the game, to send along with the next one; null before the first. */
	seen: nullable(Uuid()),
	shown: EditableFacts,
	/** What the other sources say. */
	ofSources: EditableFacts,
	/** One for each fact. */
	origins: Type.Array(Origin),
})
export type EditedGame = Static<typeof EditedGame>

export const getEditedGame = endpoint({
	method: 'GET',
	url: '/api/moderation/games/:id',
	config: {
		summary: 'Get a game’s facts with where each comes from, to edit them',
		auth: 'moderator',
		failure: 'Failed to load the facts',
		missing: GAME_NOT_FOUND,
		refusals: { 404: [GAME_NOT_FOUND] },
	},
	schema: { params: Type.Object({ id: GameId() }), response: { 200: EditedGame } },
})

export const editGame = endpoint({
	method: 'PUT',
	url: '/api/moderation/games/:id',
	config: {
		summary: 'Edit a game’s facts, which then come before those of its sources; null gives a fact back',
		auth: 'moderator',
		failure: 'Failed to save the changes. Please try again.',
		missing: GAME_NOT_FOUND,
		refusals: {
			404: [GAME_NOT_FOUND],
			409: [{ ...EDITED_MEANWHILE, extra: { game: EditedGame } }],
		},
		limit: 'moderation',
	},
	schema: {
		params: Type.Object({ id: GameId() }),
		body: Type.Object({
			...GameEdit.properties,
			/**
			 * The newest edit that the moderator has seen, null for none. With it, a newer one of the same facts answers 409;
			 * without it, one by another moderator of the last five minutes does.
			 */
			seen: Type.Optional(nullable(Uuid())),
		}),
		response: { 200: EditedGame },
	},
})

export const CHANGE_KINDS = ['edit', 'import', 'merge'] as const

/** What changed about a game at one time. */
export const GameChange = Type.Object({
	/** Of an edit; null for others, which cannot be undone. */
	id: nullable(Uuid()),
	kind: oneOf(CHANGE_KINDS),
	/** Of an import: the name of the source. */
	source: nullable(Type.String()),
	/** Of an edit; null if the account is gone or hidden. */
	moderator: nullable(UserRef),
	/** Of an edit that undid another one: that one. */
	undoes: nullable(Uuid()),
	undoneAt: nullable(Time()),
	createdAt: Time(),
	facts: Type.Array(
		Type.Object({
			field: oneOf(EDITABLE_FACTS),
			/** What was shown, a text or one of a list each; long ones are cut. Always empty for pictures. */
			before: Texts(),
			after: Texts(),
			/** Of an edit: whether the fact comes from the sources again. */
			isGivenBack: Type.Boolean(),
		}),
	),
})
export type GameChange = Static<typeof GameChange>

export const listGameHistory = endpoint({
	method: 'GET',
	url: '/api/games/:id/history',
	config: {
		summary: 'List what sources and moderators changed about a game, newest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to load the history',
		missing: GAME_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ id: GameId() }),
		querystring: Type.Object({
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 20 })),
		}),
		response: {
			200: Type.Object({
				game: GameRef,
				/** When the game was added. */
				addedAt: Time(),
				changes: Type.Array(GameChange),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const undoGameEdit = endpoint({
	method: 'POST',
	url: '/api/moderation/games/:id/edits/:editId/undo',
	config: {
		summary: 'Undo an edit of a game’s facts, which is an edit, too',
		auth: 'moderator',
		failure: 'Failed to undo the edit. Please try again.',
		missing: EDIT_NOT_FOUND,
		refusals: { 404: [EDIT_NOT_FOUND], 409: [EDIT_UNDONE, EDITED_SINCE] },
		limit: 'moderation',
	},
	schema: {
		params: Type.Object({ id: GameId(), editId: Uuid() }),
		response: { 200: EditedGame },
	},
})
