import { hasIllegalCharacters } from '#contract/problems.ts'
import type { ImportedItem, RowProblem } from './sources/source.ts'

/** The longest text of a cell. Longer ones could not be stored anywhere. */
const MAX_TEXT = 100_000
const MAX_TITLE = 300
const MAX_KEY = 200
const MAX_STATUSES = 10
const MAX_PARTS = 10_000

/** Returns what a source has read without what the database could not store, and bounded. */
export function cleanItem<Item extends ImportedItem>(item: Item): Item {
	const clean = cleanValue(item) as Item
	if (clean.kind === 'list') return clean
	const errors: RowProblem[] = clean.errors.slice(0, 20)
	const title = cut(clean.title, MAX_TITLE)
	if (clean.kind === 'unreadable') return { ...clean, title, errors }
	return {
		...clean,
		title,
		errors,
		statuses: clean.statuses.slice(0, MAX_STATUSES).map((word) => cut(word.trim().toLowerCase(), 200)),
	}
}

function cleanValue(value: unknown): unknown {
	if (typeof value === 'string')
		return cut(removeIllegal(value.replaceAll('\r\n', '\n').replaceAll('\r', '\n')), MAX_TEXT)
	if (Array.isArray(value)) return value.slice(0, MAX_PARTS).map(cleanValue)
	if (value === null || typeof value !== 'object') return value
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => [
			name,
			(name === 'key' || name === 'playKey') && typeof part === 'string'
				? cut(String(cleanValue(part)), MAX_KEY)
				: cleanValue(part),
		]),
	)
}

/** Takes out the characters that no text of the site may have. */
function removeIllegal(text: string): string {
	if (!hasIllegalCharacters(text)) return text
	return Array.from(text.toWellFormed())
		.filter((character) => !hasIllegalCharacters(character))
		.join('')
}

function cut(text: string, length: number): string {
	return text.length > length ? text.slice(0, length).toWellFormed() : text
}
