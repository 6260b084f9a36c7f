import type { GameRef } from '#contract/games.ts'
import { type GameListDetail, ListInput } from '#contract/lists.ts'
import type { Problem } from '#contract/problems.ts'
import { createPersistedState } from '#web/app/persisted-state.ts'
import type { Validator } from '#web/forms/validator.ts'
import type { ListedGame } from './list-game-changes.ts'

/** A list as it stands in the form. */
export interface ListDraft {
	title: string
	description: string
	games: readonly ListedGame[]
}

export const EMPTY_LIST_DRAFT: ListDraft = { title: '', description: '', games: [] }

export function toListDraft({ title, description, items }: GameListDetail): ListDraft {
	return { title, description: description ?? '', games: items.map(({ game, notes }) => ({ game, notes })) }
}

/** The draft as the API takes it, right or wrong. */
export function toListBody({ title, description, games }: ListDraft): ListInput {
	return {
		title,
		description: description.trim() === '' ? null : description,
		games: games.map(({ game, notes }, order) => ({ gameId: game.id, order, notes })),
	}
}

/** What is wrong with the draft. A game's notes are named after the game, so that they keep their problem when it moves. */
export function validateListDraft(draft: ListDraft, check: Validator): Problem[] {
	return check(ListInput, toListBody(draft)).map(({ path, message }) => {
		const place = /^games\.(\d+)\.notes$/.exec(path)?.[1]
		const listed = place === undefined ? undefined : draft.games[Number(place)]
		return { path: listed ? notesFieldName(listed.game.id) : path, message }
	})
}

/** The name of the control that holds a game's notes. */
export const notesFieldName = (gameId: number) => `notes.${gameId}`

export function isSameListDraft(one: ListDraft, other: ListDraft): boolean {
	return (
		one.title === other.title &&
		one.description === other.description &&
		one.games.length === other.games.length &&
		one.games.every(({ game, notes }, place) => {
			const there = other.games[place]
			return there?.game.id === game.id && there.notes === notes
		})
	)
}

/** What is not saved yet of a list, or of a new one: it outlives reloads and an expired sign-in. */
export function storedListDraft(userId: string, listId: string | null) {
	return createPersistedState(`listDraft:${userId}:${listId ?? 'new'}`, isListDraft)
}

export function isListDraft(value: unknown): value is ListDraft {
	if (!isObject(value)) return false
	const { title, description, games } = value
	return (
		typeof title === 'string' && typeof description === 'string' && Array.isArray(games) && games.every(isListedGame)
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
