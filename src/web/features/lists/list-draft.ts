import type { GameRef } from '#contract/game-ref.ts'
import { type GameListDetail, LIST_VISIBILITIES, ListInput, type ListVisibility } from '#contract/lists.ts'
import type { Problem } from '#contract/problems.ts'
import { createPersistedState } from '#web/app/persisted-state.ts'
import type { Validator } from '#web/forms/validator.ts'
import type { ListedGame } from './list-game-changes.ts'

/** The content of the list form, apart from the games. */
export interface ListWords {
	title: string
	description: string
	visibility: ListVisibility
	isRanked: boolean
	tags: readonly string[]
}

/** The content of the list form. */
export interface ListDraft extends ListWords {
	games: readonly ListedGame[]
}

/** A draft in the browser. One of an earlier version has only words and games. */
export type StoredListDraft = Pick<ListDraft, 'title' | 'description' | 'games'> & Partial<ListDraft>

export const EMPTY_LIST_DRAFT: ListDraft = {
	title: '',
	description: '',
	visibility: 'public',
	isRanked: true,
	tags: [],
	games: [],
}

export function toListDraft({ title, description, visibility, isRanked, tags, items }: GameListDetail): ListDraft {
	const games = items.map(({ game, notes }) => ({ game, notes }))
	return { title, description: description ?? '', visibility, isRanked, tags, games }
}

/** Converts a draft, valid or not, to the request body. */
export function toListBody({ title, description, visibility, isRanked, tags, games }: ListDraft): ListInput {
	return {
		title,
		description: description.trim() === '' ? null : description,
		visibility,
		isRanked,
		tags: [...tags],
		games: games.map(({ game, notes }, order) => ({ gameId: game.id, order, notes })),
	}
}

/** Validates a draft. Problems with notes are keyed by game, so that they follow a game that moves. */
export function validateListDraft(draft: ListDraft, check: Validator): Problem[] {
	return check(ListInput, toListBody(draft)).map(({ path, message }) => {
		const index = /^games\.(\d+)\.notes$/.exec(path)?.[1]
		const listed = index === undefined ? undefined : draft.games[Number(index)]
		if (path.startsWith('tags.')) return { path: 'tags', message }
		return { path: listed ? notesFieldName(listed.game.id) : path, message }
	})
}

/** Returns the name of the field with a game's notes. */
export const notesFieldName = (gameId: number) => `notes.${gameId}`

export function isSameListDraft(one: StoredListDraft, other: StoredListDraft): boolean {
	return (
		one.title === other.title &&
		one.description === other.description &&
		one.visibility === other.visibility &&
		one.isRanked === other.isRanked &&
		one.tags?.join('\n') === other.tags?.join('\n') &&
		one.games.length === other.games.length &&
		one.games.every(({ game, notes }, index) => {
			const otherGame = other.games[index]
			return otherGame?.game.id === game.id && otherGame.notes === notes
		})
	)
}

/** Returns the storage of the draft of a list, or of a new list if `listId` is null. It survives reloads and an expired session. */
export function storedListDraft(userId: string, listId: string | null) {
	return createPersistedState(`listDraft:${userId}:${listId ?? 'new'}`, isListDraft)
}

export function isListDraft(value: unknown): value is StoredListDraft {
	if (!isObject(value)) return false
	const { title, description, games, visibility = 'public', isRanked = true, tags = [] } = value
	return (
		typeof title === 'string' &&
		typeof description === 'string' &&
		Array.isArray(games) &&
		games.every(isListedGame) &&
		LIST_VISIBILITIES.some((word) => word === visibility) &&
		typeof isRanked === 'boolean' &&
		Array.isArray(tags) &&
		tags.every((tag) => typeof tag === 'string')
	)
}

function isListedGame(value: unknown): value is ListedGame {
	return isObject(value) && typeof value.notes === 'string' && isGameRef(value.game)
}

function isGameRef(value: unknown): value is GameRef {
	if (!isObject(value)) return false
	const { id, name, cover, releaseDate, developers } = value
	return (
		Number.isInteger(id) &&
		typeof name === 'string' &&
		(cover === null || typeof cover === 'string') &&
		(releaseDate === null || typeof releaseDate === 'string') &&
		Array.isArray(developers) &&
		developers.every((developer) => typeof developer === 'string')
	)
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null
}
