import { expect, test } from 'vitest'
import { loadValidator } from '#web/forms/validator.ts'
import { createReviewDraft, type ReviewDraft, toReviewBody, validateReviewDraft } from './review-draft.ts'
import { parseReviewDraft } from './review-draft-storage.ts'

const check = await loadValidator()

const RIGHT: ReviewDraft = {
	rating: 3.5,
	platform: 'Nintendo Switch',
	timePlayed: '42',
	description: 'A long and patient game.',
	containsSpoilers: false,
}

const sentences = (change: Partial<ReviewDraft>) =>
	validateReviewDraft({ ...RIGHT, ...change }, check).map(({ message }) => message)

test('a complete draft is valid', () => {
	expect(sentences({})).toEqual([])
	expect(toReviewBody(RIGHT)).toEqual({
		rating: 3.5,
		platform: 'Nintendo Switch',
		timePlayed: 42,
		description: 'A long and patient game.',
		containsSpoilers: false,
	})
})

test('a new review starts with what is logged of the game, as far as a review can have it', () => {
	expect(createReviewDraft('Mac', { rating: 4.5, minutesPlayed: 100 })).toEqual({
		rating: 4.5,
		platform: 'Mac',
		timePlayed: '2',
		description: '',
		containsSpoilers: false,
	})
	expect(createReviewDraft(null, { rating: 0.5, minutesPlayed: 29 })).toMatchObject({ rating: 0, timePlayed: '' })
	expect(createReviewDraft(null, { rating: null, minutesPlayed: 9_000_000 }).timePlayed).toBe('100000')
})

test('an untouched form reports each problem in the order of the fields', () => {
	expect(validateReviewDraft(createReviewDraft(), check)).toEqual([
		{ path: 'rating', message: 'Please select a rating' },
		{ path: 'platform', message: 'Please select a platform' },
		{ path: 'description', message: 'Please enter a review' },
	])
})

test('a rating below one star is rejected', () => {
	expect(sentences({ rating: 0 })).toEqual(['Please select a rating'])
	expect(sentences({ rating: 0.5 })).toEqual(['Please select a rating'])
	expect(sentences({ rating: 1 })).toEqual([])
})

test('hours are optional', () => {
	expect(sentences({ timePlayed: '' })).toEqual([])
	expect(toReviewBody({ ...RIGHT, timePlayed: '  ' }).timePlayed).toBeNull()
	expect(sentences({ timePlayed: '0' })).toEqual([])
	expect(toReviewBody({ ...RIGHT, timePlayed: '４２' }).timePlayed).toBe(42)
})

test('hours must be a non-negative whole number', () => {
	for (const timePlayed of ['-1', 'forty', '4e', 'NaN', 'Infinity', '-Infinity'])
		expect(sentences({ timePlayed }), timePlayed).toEqual(['Time played must be a positive number'])
	for (const timePlayed of ['1.5', '1,5', '１．５'])
		expect(sentences({ timePlayed }), timePlayed).toEqual(['Time played must be in whole hours'])
	expect(sentences({ timePlayed: '100001' })).toEqual(['Time played must be 100,000 hours or less'])
})

test('the length of the text excludes surrounding white space', () => {
	expect(sentences({ description: '' })).toEqual(['Please enter a review'])
	expect(sentences({ description: ' \n\t ' })).toEqual(['Please enter a review'])
	expect(sentences({ description: `   ${'a'.repeat(9)}   ` })).toEqual(['Review must be at least 10 characters'])
	expect(sentences({ description: 'a'.repeat(10) })).toEqual([])
})

test('a character outside the basic plane counts once', () => {
	expect(sentences({ description: '\u{1F31F}'.repeat(9) })).toEqual(['Review must be at least 10 characters'])
	expect(sentences({ description: '\u{1F31F}'.repeat(20_000) })).toEqual([])
	expect(sentences({ description: 'a'.repeat(20_001) })).toEqual(['Review must be 20,000 characters or less'])
})

test('a stored value that is not a review draft parses to null', () => {
	for (const text of [null, '', '{', 'null', '[]', '"x"', '{"rating":"3"}'])
		expect(parseReviewDraft(text), String(text)).toBeNull()
	expect(parseReviewDraft(JSON.stringify(RIGHT))).toEqual(RIGHT)
})
