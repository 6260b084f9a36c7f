import { expect, test } from 'vitest'
import { findMentionAtCaret } from './mention-at-caret.ts'

/** Finds the mention at the caret, which is a `|` in the text. */
const at = (text: string) => findMentionAtCaret(text.replace('|', ''), text.indexOf('|'))

test('a mention begins with its @, at the start, after a space and in a new line', () => {
	expect(at('@|')).toEqual({ start: 0, end: 1, query: '' })
	expect(at('Ask @an|')).toEqual({ start: 4, end: 7, query: 'an' })
	expect(at('Ask\n(@an|')).toEqual({ start: 5, end: 8, query: 'an' })
})

test('in the middle of a name, all of it is replaced', () => {
	expect(at('Ask @an|na, please')).toEqual({ start: 4, end: 9, query: 'an' })
})

test('addresses, packages, calls and code are no mentions', () => {
	for (const text of ['ann@ex|', '@ann@ex|', 'site.org/@an|', '@an|/pkg', '@an|()', '`let @an|', '`a` and `@b|`'])
		expect([text, at(text)]).toEqual([text, null])
	expect(at('`code` and @an|')).toMatchObject({ query: 'an' })
	expect(at('`code\n@an|')).toMatchObject({ query: 'an' })
})

test('a name that is too long, and a caret behind the name, are none', () => {
	expect(at(`@${'a'.repeat(200)}|`)).toBeNull()
	expect(at('@ann |')).toBeNull()
	expect(at('|@ann')).toBeNull()
})
