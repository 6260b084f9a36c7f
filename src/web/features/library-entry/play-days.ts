import type { Problem } from '#contract/problems.ts'
import { formatRelease, localDay } from '#web/app/format.ts'

/** What stands for a day that is half typed, or that no month has. */
export const INCOMPLETE_DAY = 'incomplete'

/** Returns the problems of a draft with a sentence of its own for incomplete days. */
export const nameIncompleteDays = (problems: readonly Problem[], draft: object): Problem[] =>
	problems.map((problem) =>
		Object.entries(draft).some(([name, value]) => name === problem.path && value === INCOMPLETE_DAY)
			? { ...problem, message: 'This date is incomplete or does not exist' }
			: problem,
	)

/** Formats a date of a play: `today`, `yesterday`, `Thursday` within a week, otherwise at its own precision. */
export function formatPlayDay(date: string, now: Date): string {
	if (date === localDay(now)) return 'today'
	if (date === localDay(now, 1)) return 'yesterday'
	for (let daysAgo = 2; daysAgo < 7; daysAgo++)
		if (date === localDay(now, daysAgo))
			return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(date))
	return formatRelease(date)
}
