import type { Stats } from '#contract/stats.ts'
import { formatCount, pluralize } from '#web/app/format.ts'

/** Says in a sentence what a library amounts to; what is not known is left out. */
export function describeStats(
	username: string,
	{ games, firstPlayedOn, finished, minutesPlayed, averageRating }: Stats,
	year: number | null,
): string {
	if (games === 0)
		return year === null ? `${username} has logged no games yet.` : `${username} logged no games in ${year}.`
	const hours = Math.round(minutesPlayed / 60)
	const since = year === null && firstPlayedOn !== null ? ` since ${firstPlayedOn.slice(0, 4)}` : ''
	const parts = [
		finished > 0 && `${formatCount(finished)} finished`,
		hours > 0 && pluralize(hours, 'hour'),
		averageRating !== null && `${averageRating.toFixed(1)} stars on average`,
	].filter(Boolean)
	const kept =
		year === null ? `has logged ${pluralize(games, 'game')}` : `played ${pluralize(games, 'game')} in ${year}`
	return `${username} ${kept}${since}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`
}
