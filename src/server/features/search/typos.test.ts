import { expect, test } from 'vitest'
import { createRandom } from '#kit/misspell.ts'
import { getTwoTypoKeys, getTypoKeys, isTwoTypos } from './typos.ts'

const WORDS = ['celeste', 'skyrim', 'dishonored', 'nintendogs', 'battlefront', 'chronicles']
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

test('a word with any two typos shares a key with what is stored for it', () => {
	const random = createRandom(2)
	const pick = () => LETTERS[random(LETTERS.length)] ?? ''
	const change = (word: string) => {
		const letters = [...word]
		const at = random(letters.length)
		const [letter = '', next = ''] = letters.slice(at)
		return [
			letters.toSpliced(at, 1),
			letters.toSpliced(at, 0, pick()),
			letters.toSpliced(at, 1, pick()),
			letters.toSpliced(at, 2, next, letter),
		][random(4)]?.join('') as string
	}
	let compared = 0
	for (let n = 0; n < 300; n++) {
		const word = WORDS[n % WORDS.length] ?? ''
		const typed = change(change(word))
		// A letter that is swapped and then left out is more than two typos
		if (typed.length < 6 || typed.length > 12 || !isTwoTypos(typed, word)) continue
		compared++
		const keys = new Set(getTwoTypoKeys(typed))
		expect([typed, getTypoKeys(word).some((key) => keys.has(key))]).toEqual([typed, true])
		expect(keys.size).toBeLessThan(5_000)
	}
	expect(compared).toBeGreaterThan(200)
})

test.each([
	['celeste', 'celesta', true],
	['celeste', 'celetse', true],
	['celeste', 'clesta', true],
	['celeste', 'clasta', false],
	['celeste', 'celestials', false],
	['выживание', 'вижеванее', false],
	['выживание', 'вижевание', true],
])('%s and %s are at most two typos apart: %s', (typed, word, expected) => {
	expect(isTwoTypos(typed, word)).toBe(expected)
	expect(isTwoTypos(word, typed)).toBe(expected)
})

test('a word that is too short or too long, or has digits, has no keys for two typos', () => {
	for (const word of ['zelda', 'a'.repeat(13), 'zelda64', '']) expect(getTwoTypoKeys(word)).toEqual([])
})
