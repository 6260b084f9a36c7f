import { LIMITS } from '#contract/limits.ts'
import type { UnreadableRow } from './source.ts'

const NOTE_MAX = LIMITS.reviewMax
export const WORD_MAX = 200
// Control characters except line feed and tab, and code points that are no characters
const ILLEGAL = /(?![\n\t])[\p{Cc}\p{Noncharacter_Code_Point}]/gu

/** Returns a text that can be stored: trimmed, with plain line breaks, at most so many characters; null if nothing is left. */
export function textOf(value: unknown, max: number = NOTE_MAX): string | null {
	if (typeof value !== 'string' && typeof value !== 'number') return null
	const text = String(value)
		.slice(0, max * 2)
		.toWellFormed()
		.replace(/\r\n?/g, '\n')
		.replace(ILLEGAL, '')
		.trim()
	return text === '' ? null : text.length <= max ? text : [...text].slice(0, max).join('').trim()
}

/** Returns a text in one line, for titles and words. */
export function lineOf(value: unknown, max: number = WORD_MAX): string | null {
	return textOf(typeof value === 'string' ? value.replace(/\s+/g, ' ') : value, max)
}

/** A row of which only a beginning can be shown. */
export function unreadable(line: number, title: string, message: string, column = ''): UnreadableRow {
	return { kind: 'unreadable', line, title: lineOf(title) ?? '', errors: [{ column, message }] }
}

/** Returns the text of a note of which each line is named: `Tags: cozy`. Null if nothing is in it. */
export function noteOf(...lines: (string | null | undefined | false)[]): string | null {
	return textOf(lines.filter((line) => line).join('\n'))
}

/** Leaves out what is there already, whatever its case. */
export function distinct(words: readonly string[]): string[] {
	const byKey = new Map<string, string>()
	for (const word of words) if (!byKey.has(word.toLowerCase())) byKey.set(word.toLowerCase(), word)
	return [...byKey.values()]
}
