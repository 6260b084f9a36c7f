import { expect, test } from 'vitest'
import { cutText } from './truncate-text.ts'

test('a text that fits stays as it is', () => {
	expect(cutText('A quiet masterpiece.', 150)).toBe('A quiet masterpiece.')
	expect(cutText('x'.repeat(150), 150)).toBe('x'.repeat(150))
})

test('a longer text ends with a whole word and an ellipsis', () => {
	expect(cutText('The combat sings and the map never ends', 20)).toBe('The combat sings and…')
	expect(cutText('The combat sings and the map never ends', 19)).toBe('The combat sings…')
})

test('no comma or full stop stands before the ellipsis', () => {
	expect(cutText('Slow, warm, patient, and long', 20)).toBe('Slow, warm, patient…')
})

test('a word without end is cut where the length says', () => {
	expect(cutText('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}…`)
	expect(cutText(`Hm ${'a'.repeat(200)}`, 20)).toBe(`Hm ${'a'.repeat(17)}…`)
})

test('a surrogate pair counts once and is never halved', () => {
	const stars = '\u{1F31F}'.repeat(12)
	expect(cutText(stars, 12)).toBe(stars)
	expect(cutText(stars, 5)).toBe(`${'\u{1F31F}'.repeat(5)}…`)
	expect(cutText(`a${stars}`, 5).isWellFormed()).toBe(true)
})

test('a joined character is kept whole or left out', () => {
	const family = '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}'
	expect(cutText(`aaaa${family}aaaa`, 6)).toBe('aaaa…')
	expect(cutText('aaaae\u0301aaaa', 5)).toBe('aaaa…')
})

test('line breaks and runs of spaces become single spaces', () => {
	expect(cutText('First.\n\nSecond   line', 150)).toBe('First. Second line')
})

test('a very long text of white space between words still fills the length', () => {
	expect(cutText('', 150)).toBe('')
	expect(cutText('   \n ', 150)).toBe('')
})
