import type { LibraryChange } from '#contract/library.ts'
import type { LibraryEntry, LibraryStatus } from '#contract/library-entry.ts'
import { STATUS_GROUPS } from './status-words.ts'

/** What a person can change with one press. */
export type EntryMarks = Pick<LibraryEntry, 'status' | 'rating' | 'isWished' | 'isLoved' | 'platform'>

const NO_MARKS: EntryMarks = { status: null, rating: null, isWished: false, isLoved: false, platform: null }

/** Returns the marks of an entry, of none if there is no entry yet. */
export function getMarks(entry: EntryMarks | null): EntryMarks {
	if (entry === null) return NO_MARKS
	const { status, rating, isWished, isLoved, platform } = entry
	return { status, rating, isWished, isLoved, platform }
}

/** Returns the marks after a change. */
export function applyChange(marks: EntryMarks, change: LibraryChange): EntryMarks {
	const changed = { ...marks, ...change }
	return { ...changed, isWished: changed.isWished ?? false, isLoved: changed.isLoved ?? false }
}

/** Returns the change that brings back the earlier values of what a change changes. */
export function getUndo(before: EntryMarks, change: LibraryChange): LibraryChange {
	return Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof EntryMarks]]))
}

/** Whether a change would leave everything as it is. */
export function isNoChange(marks: EntryMarks, change: LibraryChange): boolean {
	const changed = applyChange(marks, change)
	return Object.keys(change).every((field) => marks[field as keyof EntryMarks] === changed[field as keyof EntryMarks])
}

const [, NOW, DONE] = STATUS_GROUPS

const isIn = (group: readonly LibraryStatus[], status: LibraryStatus | null) =>
	status !== null && group.includes(status)

/** The two buttons that show a status: the one that is set in their group, otherwise what a press sets. */
export function getStatusButtons(status: LibraryStatus | null): { status: LibraryStatus; isSet: boolean }[] {
	const isNow = status === 'backlog' || isIn(NOW.statuses, status)
	const isDone = isIn(DONE.statuses, status)
	return [
		{ status: isNow && status ? status : 'playing', isSet: isNow },
		{ status: isDone && status ? status : 'played', isSet: isDone },
	]
}

/** Pressing the status that is set takes it back. */
export function pressStatus(marks: EntryMarks, status: LibraryStatus): LibraryChange {
	return { status: marks.status === status ? null : status }
}

export function pressWishlist({ isWished }: EntryMarks): LibraryChange {
	return { isWished: !isWished }
}

export function pressLove({ isLoved }: EntryMarks): LibraryChange {
	return { isLoved: !isLoved }
}

/** Rates a game, null clears. Who rates a game without a status has played it. */
export function rate({ status }: EntryMarks, rating: number | null): LibraryChange {
	return rating !== null && status === null ? { rating, status: 'played' } : { rating }
}

/** Clears everything that a press can set. */
export const NOTHING_LEFT: LibraryChange = NO_MARKS

/** Whether there is anything to remove: an entry that is stored, or a mark in sight. */
export const hasEntry = (stored: LibraryEntry | null, marks: EntryMarks): boolean =>
	stored !== null || Object.values(marks).some(Boolean)

/** Whether removing an entry takes more with it than presses have made and can bring back. A review keeps the entry. */
export const needsConsentToRemove = (stored: LibraryEntry | null): boolean =>
	stored !== null && stored.reviewId === null && (stored.playCount > 0 || stored.minutesPlayed !== null)
