import { EDITABLE_FACTS, type EditableFact } from '#contract/editable-facts.ts'
import type { ChangedFacts } from '#server/db/column-types.ts'
import type { Facts } from './record.ts'

/** As much of a text as a history shows. */
const MAX_SHOWN_CHARS = 500

/** The facts that an edit can change. */
export type EditableValues = Partial<Pick<Facts, EditableFact>>

/** Returns what differs between the displayed facts of a game before and after a change; of pictures only that they do. */
export function compareFacts(before: EditableValues, after: EditableValues): ChangedFacts {
	const changed = EDITABLE_FACTS.filter((field) => !isSame(before[field] ?? null, after[field] ?? null))
	return Object.fromEntries(changed.map((field) => [field, describeChange(field, before, after)]))
}

/** Returns what a history shows of a fact before and after a change. */
export function describeChange(field: EditableFact, before: EditableValues, after: EditableValues) {
	return { before: toShownTexts(field, before), after: toShownTexts(field, after) }
}

/** Whether two values of a fact are the same; an empty list is as none. */
export function isSame(one: unknown, other: unknown): boolean {
	return toComparable(one) === toComparable(other)
}

function toComparable(value: unknown): string {
	return Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value ?? null)
}

function toShownTexts(field: EditableFact, facts: EditableValues): string[] {
	// Only the site's own addresses of pictures are public
	if (field === 'cover' || field === 'screenshots') return []
	if (field === 'websites') return (facts.websites ?? []).map(({ url }) => url)
	const value = facts[field]
	const texts = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
	return texts.map(cut)
}

function cut(text: string): string {
	const characters = text.length > MAX_SHOWN_CHARS ? [...text] : []
	return characters.length > MAX_SHOWN_CHARS ? `${characters.slice(0, MAX_SHOWN_CHARS - 1).join('')}…` : text
}
