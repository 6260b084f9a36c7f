import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { formatLimit, LIMITS, WRITE_QUOTA_EXCEEDED } from './limits.ts'
import {
	cursorPaging,
	GameId,
	LikeTakenBack,
	moderation,
	nullable,
	oneOf,
	PeriodWord,
	pageInfo,
	reveal,
	SuccessResponse,
	success,
	TAKE_BACK_FAILED,
	Time,
	Uuid,
} from './shapes.ts'
import { USER_NOT_FOUND, UserRef } from './users.ts'

/** Who sees a list: everyone; people with its address; its owner alone. */
export const LIST_VISIBILITIES = ['public', 'unlisted', 'private'] as const
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]

const list = {
	id: Uuid(),
	title: Type.String(),
	/** With `▮▮▮` for each hidden span, if `isHidden`; so are the notes. */
	description: nullable(Type.String()),
	/** Whether the viewer gets the texts without their spoilers. */
	isHidden: Type.Boolean(),
	moderation,
	/** The users whom the texts mention, as sent. */
	mentions: Type.Array(UserRef),
	userId: Uuid(),
	user: UserRef,
	createdAt: Time(),
	updatedAt: Time(),
	gameCount: Type.Integer(),
	/** The same as `gameCount`. */
	itemCount: Type.Integer(),
	likes: Type.Integer(),
	/** Whether the viewer has liked it. */
	hasLiked: Type.Boolean(),
	commentCount: Type.Integer(),
	visibility: oneOf(LIST_VISIBILITIES),
	/** Whether the order is a ranking, shown with numbers. */
	isRanked: Type.Boolean(),
	/** As typed. */
	tags: Type.Array(Type.String()),
	/** The list that it began as a copy of, if the viewer may know of it. */
	copiedFrom: nullable(Type.Object({ id: Uuid(), title: Type.String(), user: UserRef })),
	/** The first five, in order. */
	games: Type.Array(GameRef),
}

const LIST_FAILED = 'Failed to load list'
const LIST_UPDATE_FAILED = 'An error occurred while updating the list'

export const ListItem = Type.Object({
	id: Uuid(),
	gameId: GameId(),
	game: GameRef,
	order: Type.Integer(),
	notes: Type.String(),
})
export type ListItem = Static<typeof ListItem>

/** A list as shown on cards. */
export const GameList = Type.Object(list)
export type GameList = Static<typeof GameList>

/** A list with all its games. */
export const GameListDetail = Type.Object({
	...list,
	items: Type.Array(ListItem),
	/** How many of its games the viewer has played, finished or completed; null for visitors. */
	progress: nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
})
export type GameListDetail = Static<typeof GameListDetail>

export const LIST_NOT_FOUND = { code: 'list_not_found', error: 'List Not Found' } as const
export const NOT_YOUR_LIST = { code: 'not_yours', error: 'You do not have permission to edit this list' } as const
export const ALREADY_IN_LIST = { code: 'already_in_list', error: 'Game is already in the list' } as const
export const NOT_IN_LIST = { code: 'not_in_list', error: 'This game is not in the list' } as const
export const LIST_ALREADY_LIKED = { code: 'already_liked', error: 'You have already liked this list' } as const
export const NO_LIST_ID = 'Failed to create list. No list ID returned.'
export const TOO_MANY_LISTS = {
	code: 'too_many_lists',
	error: `You can have up to ${formatLimit(LIMITS.listsPerAccount)} lists`,
} as const
export const LIST_FULL = { code: 'list_full', error: 'A list can hold up to 500 games' } as const

const ENTER_TITLE = 'Please enter a title'

const order = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }))
const notes = Type.Optional(
	nullable(
		Type.String({
			maxLength: LIMITS.listNotesMax,
			sentences: { maxLength: `Notes must be ${formatLimit(LIMITS.listNotesMax)} characters or less` },
		}),
	),
)

const TAG_LENGTH = `Tags must be 1 to ${LIMITS.listTagMax} characters`

/** A word that lists are found by. */
const Tag = Type.String({
	minLength: 1,
	maxLength: LIMITS.listTagMax,
	sentences: { minLength: TAG_LENGTH, required: TAG_LENGTH, maxLength: TAG_LENGTH },
})

/** Returns the form of a tag that is the same for all its spellings in upper and lower case. */
export const tagKey = (tag: string) => tag.trim().normalize('NFC').toLowerCase()

/** Removes tags that differ from an earlier one by upper and lower case only. */
export function dedupeTags(tags: readonly string[]): string[] {
	return [...new Map(tags.toReversed().map((tag) => [tagKey(tag), tag])).values()].toReversed()
}

const listFields = {
	title: Type.String({
		minLength: 1,
		maxLength: LIMITS.listTitleMax,
		sentences: {
			required: ENTER_TITLE,
			type: ENTER_TITLE,
			maxLength: `Title must be ${LIMITS.listTitleMax} characters or less`,
		},
	}),
	description: Type.Optional(
		nullable(
			Type.String({
				maxLength: LIMITS.listDescriptionMax,
				sentences: { maxLength: `Description must be ${formatLimit(LIMITS.listDescriptionMax)} characters or less` },
			}),
		),
	),
	games: Type.Optional(
		Type.Array(Type.Object({ gameId: GameId(), order, notes }), {
			maxItems: LIMITS.gamesPerList,
			sentences: { maxItems: LIST_FULL.error },
		}),
	),
	visibility: Type.Optional(oneOf(LIST_VISIBILITIES)),
	isRanked: Type.Optional(Type.Boolean()),
	tags: Type.Optional(
		Type.Array(Tag, {
			maxItems: LIMITS.tagsPerList,
			sentences: { maxItems: `A list can have up to ${LIMITS.tagsPerList} tags` },
		}),
	),
}

/**
 * The body that creates or replaces a list. Replacing leaves games, visibility, ranking and tags as they are if they are absent;
 * `[]` removes all games or tags. A new list without them is public and ranked.
 */
export const ListInput = Type.Object(listFields)
export type ListInput = Static<typeof ListInput>

const params = Type.Object({ id: Uuid() })
const LIST_SORTS = ['createdAt', 'popular'] as const
const MAX_LIST_BODY_BYTES = 4 * 1024 * 1024

export const createList = endpoint({
	method: 'POST',
	url: '/api/lists',
	config: {
		summary: 'Create a list with its games',
		auth: 'user',
		failure: 'An error occurred while creating the list',
		refusals: { 400: [ALREADY_IN_LIST, TOO_MANY_LISTS], 404: [GAME_NOT_FOUND] },
		limit: 'list',
		isIdempotentByKey: true,
		bodyBytes: MAX_LIST_BODY_BYTES,
	},
	schema: { body: ListInput, response: { 201: GameListDetail } },
})

export const listLists = endpoint({
	method: 'GET',
	url: '/api/lists',
	config: {
		summary: 'Get the public lists of one user or of all users, or all of your own, newest or most popular first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: LIST_FAILED,
		refusals: { 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({
			userId: Type.Optional(Uuid()),
			username: Type.Optional(Type.String({ maxLength: LIMITS.usernameMax })),
			...cursorPaging(10),
			search: Type.Optional(Type.String({ maxLength: LIMITS.searchMax })),
			since: Type.Optional(Time()),
			/** Ignores upper and lower case. */
			tag: Type.Optional(Type.String({ maxLength: LIMITS.listTagMax })),
			/** `popular`: by likes and comments in the period, then the newest; lists without any are left out. */
			sortBy: Type.Optional(oneOf(LIST_SORTS, { default: 'createdAt' })),
			period: PeriodWord('week'),
			includeGameCount: Type.Optional(Type.Boolean()),
			reveal,
		}),
		response: { 200: Type.Object({ lists: Type.Array(GameList), ...pageInfo }) },
	},
})
export type ListFilters = Static<(typeof listLists)['schema']['querystring']>

export const getList = endpoint({
	method: 'GET',
	url: '/api/lists/:id',
	config: {
		summary: 'Get a list with all its games',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: LIST_FAILED,
		missing: LIST_NOT_FOUND,
	},
	schema: { params, querystring: Type.Object({ reveal }), response: { 200: GameListDetail } },
})

export const updateList = endpoint({
	method: 'PUT',
	url: '/api/lists/:id',
	config: {
		summary: 'Replace your list; if games are given, also its whole content and order',
		auth: 'user',
		failure: LIST_UPDATE_FAILED,
		missing: LIST_NOT_FOUND,
		refusals: { 400: [ALREADY_IN_LIST], 403: [NOT_YOUR_LIST], 404: [GAME_NOT_FOUND] },
		limit: 'list',
		bodyBytes: MAX_LIST_BODY_BYTES,
	},
	schema: { params, body: ListInput, response: { 200: GameListDetail } },
})

export const deleteList = endpoint({
	method: 'DELETE',
	url: '/api/lists/:id',
	config: {
		summary: 'Delete your list',
		auth: 'user',
		failure: 'Failed to delete the list. Please try again.',
		missing: LIST_NOT_FOUND,
		refusals: { 403: [NOT_YOUR_LIST] },
		limit: 'write',
	},
	schema: { params, response: { 200: SuccessResponse } },
})

export const addListGame = endpoint({
	method: 'POST',
	url: '/api/lists/:id/games',
	config: {
		summary: 'Add a game to your list',
		auth: 'user',
		failure: LIST_UPDATE_FAILED,
		missing: LIST_NOT_FOUND,
		refusals: { 400: [ALREADY_IN_LIST, LIST_FULL], 403: [NOT_YOUR_LIST], 404: [GAME_NOT_FOUND] },
		limit: 'write',
		isIdempotentByKey: true,
	},
	schema: { params, body: Type.Object({ gameId: GameId(), order, notes }), response: { 201: ListItem } },
})

export const removeListGame = endpoint({
	method: 'DELETE',
	url: '/api/lists/:id/games/:gameId',
	config: {
		summary: 'Remove a game from your list',
		auth: 'user',
		failure: LIST_UPDATE_FAILED,
		missing: LIST_NOT_FOUND,
		refusals: { 403: [NOT_YOUR_LIST], 404: [NOT_IN_LIST] },
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid(), gameId: GameId() }), response: { 200: SuccessResponse } },
})

export const likeList = endpoint({
	method: 'POST',
	url: '/api/lists/:id/like',
	config: {
		summary: 'Like a list; each user can like it once',
		auth: 'user',
		failure: 'Failed to like the list',
		missing: LIST_NOT_FOUND,
		refusals: { 409: [{ ...LIST_ALREADY_LIKED, extra: { likes: Type.Integer() } }] },
		limit: 'write',
	},
	schema: {
		params,
		response: { 200: Type.Object({ success, likes: Type.Integer(), hasLiked: Type.Boolean() }) },
	},
})

export const unlikeList = endpoint({
	method: 'DELETE',
	url: '/api/lists/:id/like',
	config: {
		summary: 'Remove your like from a list, if there is one',
		auth: 'user',
		failure: TAKE_BACK_FAILED,
		missing: LIST_NOT_FOUND,
		limit: 'write',
	},
	schema: { params, response: { 200: LikeTakenBack } },
})

export const copyList = endpoint({
	method: 'POST',
	url: '/api/lists/:id/copy',
	config: {
		summary: 'Copy a list with its games, notes and tags to a private list of your own',
		auth: 'user',
		failure: 'Failed to copy the list',
		missing: LIST_NOT_FOUND,
		refusals: { 400: [TOO_MANY_LISTS], 429: [WRITE_QUOTA_EXCEEDED] },
		limit: 'list',
		isIdempotentByKey: true,
	},
	schema: { params, response: { 201: GameListDetail } },
})
