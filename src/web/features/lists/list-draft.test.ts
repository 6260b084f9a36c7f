import { expect, test } from 'vitest'
import { parseStoredValue } from '#web/app/persisted-state.ts'
import { loadValidator } from '#web/forms/validator.ts'
import {
	EMPTY_LIST_DRAFT,
	isListDraft,
	isSameListDraft,
	type ListDraft,
	toListBody,
	validateListDraft,
} from './list-draft.ts'

const check = await loadValidator()

const listed = (id: number, notes = '') => ({
	game: { id, name: `Game ${id}`, cover: null, releaseDate: '1998', developers: ['Someone'] },
	notes,
})

const right: ListDraft = {
	...EMPTY_LIST_DRAFT,
	title: 'Rainy days',
	visibility: 'unlisted',
	isRanked: false,
	tags: ['Cozy'],
	games: [listed(7, 'First'), listed(3)],
}

test('a list is sent with the order and the notes of its games', () => {
	expect(toListBody(right)).toEqual({
		title: 'Rainy days',
		description: null,
		visibility: 'unlisted',
		isRanked: false,
		tags: ['Cozy'],
		games: [
			{ gameId: 7, order: 0, notes: 'First' },
			{ gameId: 3, order: 1, notes: '' },
		],
	})
	expect(validateListDraft(right, check)).toEqual([])
})

test('a title is required, and lengths exclude surrounding white space', () => {
	expect(validateListDraft({ ...right, title: ' \n ' }, check)).toEqual([
		{ path: 'title', message: 'Please enter a title' },
	])
	expect(validateListDraft({ ...right, title: ` ${'x'.repeat(120)} ` }, check)).toEqual([])
	expect(validateListDraft({ ...right, title: 'x'.repeat(121) }, check)).toEqual([
		{ path: 'title', message: 'Title must be 120 characters or less' },
	])
	expect(validateListDraft({ ...right, description: 'x'.repeat(2001) }, check)).toEqual([
		{ path: 'description', message: 'Description must be 2,000 characters or less' },
	])
})

test('a problem with notes that are too long belongs to their game, whatever its position', () => {
	const problem = [{ path: 'notes.3', message: 'Notes must be 1,000 characters or less' }]
	expect(validateListDraft({ ...right, games: [listed(7), listed(3, 'x'.repeat(1001))] }, check)).toEqual(problem)
	expect(validateListDraft({ ...right, games: [listed(3, 'x'.repeat(1001)), listed(7)] }, check)).toEqual(problem)
})

test('a draft with another order is different', () => {
	expect(isSameListDraft(right, structuredClone(right))).toBe(true)
	expect(isSameListDraft(right, { ...right, games: right.games.toReversed() })).toBe(false)
	expect(isSameListDraft(right, { ...right, games: [listed(7, 'Second'), listed(3)] })).toBe(false)
	expect(isSameListDraft(right, { ...right, games: [listed(7, 'First')] })).toBe(false)
	expect(isSameListDraft(right, EMPTY_LIST_DRAFT)).toBe(false)
	for (const other of [{ visibility: 'public' as const }, { isRanked: true }, { tags: [] }])
		expect(isSameListDraft(right, { ...right, ...other })).toBe(false)
})

test('a stored value that is not a list draft parses to null', () => {
	expect(parseStoredValue(JSON.stringify(right), isListDraft)).toEqual(right)
	// Of an earlier version
	const words = { title: 'Rainy days', description: '', games: [] }
	expect(parseStoredValue(JSON.stringify(words), isListDraft)).toEqual(words)
	for (const text of [
		null,
		'{',
		'[]',
		'{"title":"x","description":""}',
		'{"title":"x","description":"","games":[],"visibility":"hidden"}',
		'{"title":"x","description":"","games":[],"tags":[1]}',
		'{"title":"x","description":"","games":[{"notes":""}]}',
		'{"title":"x","description":"","games":[{"notes":"","game":{"id":1.5,"name":"x","cover":null,"releaseDate":null,"developers":[]}}]}',
	])
		expect(parseStoredValue(text, isListDraft), String(text)).toBeNull()
})
