import { expect, test } from 'vitest'
import { splitSpoilers } from '#contract/spoiler-spans.ts'
import { wrapSpoiler } from './wrap-spoiler.ts'

/** Applies the change to a text whose selection stands in brackets, and marks the new selection the same way. */
function wrap(marked: string): string {
	const [start, end] = [marked.indexOf('['), marked.indexOf(']') - 1]
	const text = marked.replace(/[[\]]/g, '')
	const change = wrapSpoiler(text, start, end)
	const after = text.slice(0, change.start) + change.text + text.slice(change.end)
	const [from, to] = [change.start + change.selectionStart, change.start + change.selectionEnd]
	return `${after.slice(0, from)}[${after.slice(from, to)}]${after.slice(to)}`
}

test('selected words become a spoiler and stay selected', () => {
	expect(wrap('She [is her own mother] in the end')).toBe('She ||[is her own mother]|| in the end')
})

test('white space at the ends of the selection stays outside', () => {
	expect(wrap('She[ is her own mother\n]')).toBe('She ||[is her own mother]||\n')
})

test('a second press takes the marks away again', () => {
	expect(wrap(wrap('She [dies] there'))).toBe('She [dies] there')
	expect(wrap('She [||dies||] there')).toBe('She [dies] there')
})

test('without a selection the caret stands between the marks', () => {
	expect(wrap('It ends [] so')).toBe('It ends ||[]|| so')
})

test('spoilers within the selection become one', () => {
	const after = wrap('[She ||dies|| and ||wakes||]')
	expect(after).toBe('||[She dies and wakes]||')
	expect(splitSpoilers(after)).toHaveLength(1)
})

test('marks with spaces inside, which hide nothing, become those of a spoiler', () => {
	expect(wrap('She [|| dies ||] there')).toBe('She ||[dies]|| there')
})

test('nothing but white space gets marks where it begins', () => {
	expect(wrap('a[  ]b')).toBe('a||[]||  b')
})
