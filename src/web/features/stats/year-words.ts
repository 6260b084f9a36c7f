import type { YearInReview } from '#contract/year.ts'
import { formatCount, pluralize } from '#web/app/format.ts'

const MINUTES_PER_HOUR = 60

/** Sums a year up: `38 games, 412 hours`. Less than half an hour is left out. */
export function sumUpYear({ games, minutesPlayed }: Pick<YearInReview, 'games' | 'minutesPlayed'>): string {
	const hours = Math.round(minutesPlayed / MINUTES_PER_HOUR)
	return hours > 0 ? `${pluralize(games, 'game')}, ${pluralize(hours, 'hour')}` : pluralize(games, 'game')
}

/** Says who played what in a year: `mira_k’s 2026 so far: 38 games, 412 hours`. */
export function describeYear(username: string, year: number, review: YearInReview): string {
	return `${username}’s ${year}${review.isSoFar ? ' so far' : ''}: ${sumUpYear(review)}`
}

/** Formats the games of a month that have no cover on the page: `+4`; null if all have. */
export function countRest({ count, games }: YearInReview['months'][number]): string | null {
	return count > games.length ? `+${formatCount(count - games.length)}` : null
}
