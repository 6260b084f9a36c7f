import { expect, test } from 'vitest'
import { hasSpoilerSpan, hideSpoilers, removeSpoilerMarks, splitSpoilers } from './spoiler-spans.ts'

test('spans between pairs of marks are hidden, and everything else is text', () => {
	expect(splitSpoilers('The ||butler|| did it ||twice||')).toEqual([
		{ text: 'The ', isSpoiler: false },
		{ text: 'butler', isSpoiler: true },
		{ text: ' did it ', isSpoiler: false },
		{ text: 'twice', isSpoiler: true },
	])
	for (const [text, hidden] of [
		['plain', 'plain'],
		['a || b', 'a || b'],
		['||||', '||||'],
		['|| ||', '|| ||'],
		['||a||b||', '▮▮▮b||'],
		['||a|| ||b||', '▮▮▮ ▮▮▮'],
		['||two\nlines||', '▮▮▮'],
		['|||a|||', '▮▮▮|'],
		['a ||||b|| c', 'a ||▮▮▮ c'],
	])
		expect([text, hideSpoilers(text ?? '')]).toEqual([text, hidden])
})

test('marks are removed where a span cannot be opened', () => {
	expect(removeSpoilerMarks('It was ||her|| || all along')).toBe('It was her || all along')
	expect([hasSpoilerSpan('||x||'), hasSpoilerSpan('x || y')]).toEqual([true, false])
})

test('a text of nothing but marks is split in linear time', () => {
	const startedMs = performance.now()
	splitSpoilers('|'.repeat(20_000))
	splitSpoilers('|| '.repeat(7_000))
	expect(performance.now() - startedMs).toBeLessThan(200)
})
