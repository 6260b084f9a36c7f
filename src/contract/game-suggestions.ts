import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { GameId, nullable, oneOf, Texts, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

// Apart from `LIMITS`, which every page loads
export const SUGGESTION_LIMITS = {
	openPerAccount: 10,
	name: 200,
	word: 80,
	words: 10,
	url: 500,
	note: 1_000,
	firstYear: 1950,
	lastYear: 2100,
} as const

export const SUGGESTION_DECISIONS = ['accept', 'refuse', 'same'] as const
export type SuggestionDecision = (typeof SUGGESTION_DECISIONS)[number]

/** How screens name a decision. */
export const DECISION_LABELS: Readonly<Record<SuggestionDecision, string>> = {
	accept: 'Added',
	refuse: 'Refused',
	same: 'Already here',
}

export const TOO_MANY_SUGGESTIONS = {
	code: 'too_many_suggestions',
	error: `You can have up to ${SUGGESTION_LIMITS.openPerAccount} suggestions waiting. Please wait until one is decided.`,
} as const
export const ALREADY_SUGGESTED = {
	code: 'already_suggested',
	error: 'This game is already here, or someone has suggested it',
} as const
export const SUGGESTION_NOT_FOUND = { code: 'suggestion_not_found', error: 'There is no such suggestion' } as const
export const SUGGESTION_DECIDED = {
	code: 'already_decided',
	error: 'Another moderator has just decided this suggestion',
} as const
export const NAME_THE_SAME_GAME = 'Please choose the game that it is'

const ENTER_NAME = 'Please enter the name of the game'
const BAD_YEAR = 'Please enter a year such as 1998'
const BAD_URL = 'Please enter an address that begins with https:// or http://'
const tooLong = (what: string, limit: number) => `${what} must be ${formatLimit(limit)} characters or less`

const word = (what: string) =>
	Type.String({
		minLength: 1,
		maxLength: SUGGESTION_LIMITS.word,
		sentences: { maxLength: tooLong(what, SUGGESTION_LIMITS.word) },
	})
const words = (what: string) =>
	Type.Optional(
		Type.Array(word(what), {
			maxItems: SUGGESTION_LIMITS.words,
			sentences: { maxItems: `Please name ${SUGGESTION_LIMITS.words} at most` },
		}),
	)

const facts = {
	name: Type.String({
		minLength: 1,
		maxLength: SUGGESTION_LIMITS.name,
		sentences: {
			required: ENTER_NAME,
			type: ENTER_NAME,
			minLength: ENTER_NAME,
			maxLength: tooLong('The name', SUGGESTION_LIMITS.name),
		},
	}),
	releaseYear: Type.Optional(
		nullable(
			Type.Integer({
				minimum: SUGGESTION_LIMITS.firstYear,
				maximum: SUGGESTION_LIMITS.lastYear,
				sentences: { type: BAD_YEAR, minimum: BAD_YEAR, maximum: BAD_YEAR },
			}),
		),
	),
	platforms: words('A platform'),
	developers: words('A developer'),
	/** Where one can read about the game. */
	url: Type.Optional(
		nullable(
			Type.String({
				maxLength: SUGGESTION_LIMITS.url,
				pattern: '^(?:https?://[^\\s/]+\\S*)?$',
				sentences: { pattern: BAD_URL, maxLength: tooLong('The address', SUGGESTION_LIMITS.url) },
			}),
		),
	),
}

/** What a person says of a game that no source knows. */
export const NewSuggestion = Type.Object({
	...facts,
	/** For the moderators. */
	note: Type.Optional(
		nullable(
			Type.String({
				maxLength: SUGGESTION_LIMITS.note,
				sentences: { maxLength: tooLong('The note', SUGGESTION_LIMITS.note) },
			}),
		),
	),
})
export type NewSuggestion = Static<typeof NewSuggestion>

export const suggestGame = endpoint({
	method: 'POST',
	url: '/api/game-suggestions',
	config: {
		summary: 'Suggest a game that no source knows; a moderator decides',
		auth: 'user',
		failure: 'Failed to send your suggestion. Please try again.',
		refusals: {
			409: [
				TOO_MANY_SUGGESTIONS,
				{
					...ALREADY_SUGGESTED,
					extra: { game: nullable(GameRef), suggestion: nullable(Type.Object({ id: Uuid() })) },
				},
			],
		},
		limit: 'report',
	},
	schema: { body: NewSuggestion, response: { 201: Type.Object({ id: Uuid() }) } },
})

/** A suggestion as moderators see it. */
export const GameSuggestion = Type.Object({
	id: Uuid(),
	name: Type.String(),
	releaseYear: nullable(Type.Integer()),
	platforms: Texts(),
	developers: Texts(),
	url: nullable(Type.String()),
	note: nullable(Type.String()),
	/** Null if the account is gone. */
	user: nullable(UserRef),
	createdAt: Time(),
	/** Games of the same name, which it may be. */
	alike: Type.Array(GameRef),
	/** Null while it waits. */
	decision: nullable(oneOf(SUGGESTION_DECISIONS)),
	/** The game that was made of it, or that it is. */
	game: nullable(GameRef),
	/** Null while it waits, and if the account is gone. */
	decidedBy: nullable(UserRef),
	decidedAt: nullable(Time()),
})
export type GameSuggestion = Static<typeof GameSuggestion>

export const listSuggestions = endpoint({
	method: 'GET',
	url: '/api/moderation/game-suggestions',
	config: {
		summary: 'List suggested games: those that wait, the oldest first, or the decided ones, newest first',
		auth: 'moderator',
		failure: 'Failed to load the suggestions',
	},
	schema: {
		querystring: Type.Object({
			state: Type.Optional(oneOf(['open', 'done'] as const, { default: 'open' })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 20 })),
		}),
		response: {
			200: Type.Object({ suggestions: Type.Array(GameSuggestion), nextCursor: nullable(Type.String()) }),
		},
	},
})

/** The facts with which a moderator adds a suggested game. */
export const SuggestedFacts = Type.Object(facts)
export type SuggestedFacts = Static<typeof SuggestedFacts>

export const decideSuggestion = endpoint({
	method: 'POST',
	url: '/api/moderation/game-suggestions/:id',
	config: {
		summary: 'Add a suggested game, refuse it, or say which game it is; who suggested it is told',
		auth: 'moderator',
		failure: 'Failed to decide the suggestion',
		missing: SUGGESTION_NOT_FOUND,
		refusals: {
			404: [GAME_NOT_FOUND],
			409: [{ ...SUGGESTION_DECIDED, extra: { suggestion: GameSuggestion } }],
		},
		limit: 'moderation',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		body: Type.Object({
			decision: oneOf(SUGGESTION_DECISIONS),
			/** Of `accept`: the facts of the game; without them, those of the suggestion. */
			game: Type.Optional(nullable(SuggestedFacts)),
			/** Of `same`: the game that it is. */
			gameId: Type.Optional(nullable(GameId())),
		}),
		response: { 200: GameSuggestion },
	},
})
export type SuggestionDecisionInput = Static<(typeof decideSuggestion)['schema']['body']>
