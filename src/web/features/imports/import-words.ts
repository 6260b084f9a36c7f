import type { Import, ImportRow, OwnImportState, StatusMeaning } from '#contract/imports.ts'
import { formatCount, pluralize } from '#web/app/format.ts'
import { STATUS_WORDS, WISHLIST } from '#web/features/library-entry/status-words.ts'

export const TITLE = 'Bring Your Games'
export const PROMISE = 'Nothing is written until you have seen it.'

export const MEANING_WORDS: Readonly<Record<StatusMeaning, string>> = { ...STATUS_WORDS, wished: WISHLIST }

/** Names what an import was read from; null if it has no name. */
export const nameFile = ({ source, fileName }: Import) =>
	source === 'steam' && fileName !== null ? `profile ${fileName}` : fileName

/** What lists call each state. */
export const STATE_WORDS: Readonly<Record<OwnImportState, string>> = {
	reading: 'Reading the file',
	matching: 'Finding the games',
	preview: 'Ready for you to look at',
	applying: 'Importing',
	stopped: 'Stopped',
	applied: 'Imported',
	undoing: 'Taking it back',
	undone: 'Undone',
	failed: 'Failed',
}

export const EFFECT_WORDS: Readonly<Record<NonNullable<ImportRow['effect']>, string>> = {
	add: 'New',
	change: 'Changes',
	leave: 'Stays as it is',
}

/** The figure that counts the games of each effect. */
export const EFFECT_COUNTS = { add: 'added', change: 'changed', leave: 'left' } as const

type Counts = Import['counts']

/** Says what an import does not write: `4 unsure, 9 not found, 2 skipped`; null if that is nothing. */
export function describeLeftOut({ rows, sure, unsure, none, undecided, missing, skipped }: Counts): string | null {
	const unread = rows - sure - unsure - none
	const parts = [
		undecided > 0 && `${formatCount(undecided)} unsure`,
		missing > 0 && `${formatCount(missing)} not found`,
		skipped > 0 && `${formatCount(skipped)} skipped`,
		unread > 0 && `${formatCount(unread)} unreadable`,
	]
	return parts.filter(Boolean).join(', ') || null
}

/** Says what an import wrote: `340 games added, 31 changed`. */
export function describeWritten({ added, changed }: Counts): string {
	const parts = [added > 0 && `${pluralize(added, 'game')} added`, changed > 0 && `${formatCount(changed)} changed`]
	return parts.filter(Boolean).join(', ') || 'Nothing was written'
}

/** Says what an undo takes back: `340 games leave your library, and 31 become as they were before.` */
export function describeUndo({ added, changed }: Counts): string {
	const leaving = `${pluralize(added, 'game')} ${added === 1 ? 'leaves' : 'leave'} your library`
	const parts = [
		added > 0 && leaving,
		changed > 0 &&
			`${added > 0 ? formatCount(changed) : pluralize(changed, 'game')} ${changed === 1 ? 'becomes as it was' : 'become as they were'} before`,
	].filter(Boolean)
	return `${parts.join(', and ') || 'Nothing changes'}. What you’ve changed since stays.`
}
