import type { Replacement } from './replace-text.ts'

const MARK = '||'

/**
 * Returns the change that puts the selection of a text between the marks of a spoiler, without the white space at its ends, or takes
 * its marks away if it is a spoiler.
 */
export function wrapSpoiler(text: string, selectionStart: number, selectionEnd: number): Replacement {
	const selected = text.slice(selectionStart, selectionEnd)
	const start = selectionStart + (selected.trim() === '' ? 0 : selected.search(/\S/))
	const words = selected.trim()
	const end = start + words.length
	if (words !== '' && text.slice(start - MARK.length, start) === MARK && text.startsWith(MARK, end))
		return { start: start - MARK.length, end: end + MARK.length, ...selecting(words, 0, words.length) }
	const inner = words.replaceAll(MARK, '').trim()
	if (inner !== '' && words === MARK + inner + MARK) return { start, end, ...selecting(inner, 0, inner.length) }
	return { start, end, ...selecting(MARK + inner + MARK, MARK.length, MARK.length + inner.length) }
}

const selecting = (text: string, selectionStart: number, selectionEnd: number) => ({
	text,
	selectionStart,
	selectionEnd,
})
