import { expect, test } from 'vitest'
import { measureCpuMs } from '#kit/cpu-time.ts'
import { SPAN_CASES } from '#kit/span-cases.ts'
import { hasInertMarks, hasSpoilerSpan, hideSpoilers, removeSpoilerMarks, splitSpoilers } from './spoiler-spans.ts'

test('spans between pairs of marks are hidden, and everything else is text', () => {
	expect(splitSpoilers('The ||butler|| did it ||twice||')).toEqual([
		{ text: 'The ', isSpoiler: false },
		{ text: 'butler', isSpoiler: true },
		{ text: ' did it ', isSpoiler: false },
		{ text: 'twice', isSpoiler: true },
	])
	expect(SPAN_CASES.map(([text]) => [text, hideSpoilers(text)])).toEqual(SPAN_CASES)
})

test('marks are removed where a span cannot be opened', () => {
	expect(removeSpoilerMarks('It was ||her|| || all along')).toBe('It was her || all along')
	expect([hasSpoilerSpan('||x||'), hasSpoilerSpan('x || y')]).toEqual([true, false])
})

test('pairs of marks that hide nothing are found', () => {
	const texts = ['a || b', '||b||', '||b|| || c', 'a || b || c', '||b || c', '||||', '||b|| and || c ||']
	expect(texts.map(hasInertMarks)).toEqual([false, false, false, true, true, true, true])
})

test('a text of nothing but marks is split in linear time', () => {
	const texts = ['|'.repeat(20_000), '|| '.repeat(7_000)]
	expect(measureCpuMs(() => texts.map(splitSpoilers))).toBeLessThan(200)
})
