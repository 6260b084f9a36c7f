import type { ReactNode } from 'react'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { formatRelease, releaseYear } from '#web/app/format.ts'
import { formatMinutes } from '#web/features/library-entry/minutes.ts'
import { Time } from '#web/ui/time.tsx'
import type { ShownLibrary } from './library-filters.ts'

/** Shows what an order goes by, where neither the cover nor the line with the stars does. */
export const SORT_VALUES: Partial<Record<ShownLibrary['sortBy'], (entry: LibraryEntry) => ReactNode>> = {
	releaseDate: ({ game }) => game.releaseDate && releaseYear(game.releaseDate),
	minutesPlayed: ({ minutesPlayed }) => minutesPlayed !== null && formatMinutes(minutesPlayed),
	lastPlayedOn: ({ lastPlayedOn }) => lastPlayedOn && shortenMonth(formatRelease(lastPlayedOn)),
	createdAt: ({ createdAt }) => <Time time={createdAt} />,
}

/** Shortens the month of a date, which would be wider than a cover: `Nov 21, 2026`. */
const shortenMonth = (date: string) => date.replace(/^([A-Z][a-z]{2})[a-z]+/, '$1')
