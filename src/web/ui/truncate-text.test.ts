import { expect, test } from 'vitest'
import { truncateText } from './truncate-text.ts'

test('a text that fits stays as it is', () => {
	expect(truncateText('A quiet masterpiece.', 150)).toBe('A quiet masterpiece.')
	expect(truncateText('x'.repeat(150), 150)).toBe('x'.repeat(150))
})

test('a longer text ends with a whole word and an ellipsis', () => {
	expect(truncateText('The combat sings and the map never ends', 20)).toBe('The combat sings and…')
	expect(truncateText('The combat sings and the map never ends', 19)).toBe('The combat sings…')
})

test('no comma or full stop stands before the ellipsis', () => {
	expect(truncateText('Slow, warm, patient, and long', 20)).toBe('Slow, warm, patient…')
})

test('a word without end is cut where the length says', () => {
	expect(truncateText('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}…`)
	expect(truncateText(`Hm ${'a'.repeat(200)}`, 20)).toBe(`Hm ${'a'.repeat(17)}…`)
})

test('a surrogate pair counts once and is never halved', () => {
	const stars = '\u{1F31F}'.repeat(12)
	expect(truncateText(stars, 12)).toBe(stars)
	expect(truncateText(stars, 5)).toBe(`${'\u{1F31F}'.repeat(5)}…`)
	expect(truncateText(`a${stars}`, 5).isWellFormed()).toBe(true)
})

test('a joined character is kept whole or left out', () => {
	const family = '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}'
	expect(truncateText(`aaaa${family}aaaa`, 6)).toBe('aaaa…')
	expect(truncateText('aaaae\u0301aaaa', 5)).toBe('aaaa…')
})

test('line breaks and runs of spaces become single spaces', () => {
	expect(truncateText('First.\n\nSecond   line', 150)).toBe('First. Second line')
})

test('a very long text of white space between words still fills the length', () => {
	expect(truncateText('', 150)).toBe('')
	expect(truncateText('   \n ', 150)).toBe('')
})
