import type { LibraryStatus } from '#contract/library-entry.ts'
import type { ListVisibility } from '#contract/lists.ts'
import type { DiaryEntry } from './queries-archive.ts'

const count = new Intl.NumberFormat('en-US')
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** The shelves of a library, in the order of a page; the last one has what only has a rating, a wish or a heart. */
export const SHELVES: readonly (readonly [LibraryStatus | null, string])[] = [
	['playing', 'Playing'],
	['paused', 'Paused'],
	['completed', 'Completed'],
	['finished', 'Finished'],
	['played', 'Played'],
	['abandoned', 'Abandoned'],
	['backlog', 'Backlog'],
	[null, 'Wished and Rated'],
]

export const VISIBILITY_WORDS: Readonly<Record<ListVisibility, string>> = {
	public: 'Public',
	unlisted: 'Unlisted',
	private: 'Private',
}

const OUTCOMES = { finished: 'Finished', completed: 'Completed', abandoned: 'Abandoned' } as const

export const formatCount = (n: number): string => count.format(n)

/** Formats a count with its noun: `1 review`, `2 reviews`. */
export const pluralize = (n: number, singular: string, plural = `${singular}s`): string =>
	`${count.format(n)} ${n === 1 ? singular : plural}`

/** Formats a date as precisely as it is known: `2026`, `November 2026`, `November 21, 2026`. */
export function formatDate(date: string): string {
	if (date.length === 4) return date
	return date.length === 7 ? month.format(new Date(`${date}-01`)) : day.format(new Date(date))
}

export const formatWeekday = (date: string): string => weekday.format(new Date(date))

/** Formats minutes: `45 min`, `1 h 10 min`, `31 h`. */
export function formatMinutes(minutes: number): string {
	const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
	return [hours > 0 && `${count.format(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** Says what happened: `Finished · Replay · 31 h · PC`. */
export function describeEntry({ kind, outcome, isReplay, minutes, platform, day }: DiaryEntry): string {
	const deed = {
		started: 'Started',
		played: 'Played',
		ended: outcome ? OUTCOMES[outcome] : day === '' ? 'Played' : 'Ended',
		reviewed: 'Reviewed',
	}[kind]
	return [deed, isReplay && 'Replay', minutes !== null && formatMinutes(minutes), platform].filter(Boolean).join(' · ')
}

/** Returns the name of the page of a year, in its folder; `''` is what has no date. */
export const yearFile = (year: string): string => `${year || 'undated'}.html`

export const yearTitle = (year: string): string => year || 'No Date'
