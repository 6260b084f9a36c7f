import type { KnownTime } from '#contract/next.ts'
import { pluralize } from '#web/app/format.ts'

const formatMinutes = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`)

/** Says how long a game takes, and who says so: `6 h to finish · 12 h to complete · from 8 people`. */
export function formatKnownTime({ finished, completed, count, source }: KnownTime): string {
	return [
		...(finished === null ? [] : [`${formatMinutes(finished)} to finish`]),
		...(completed === null ? [] : [`${formatMinutes(completed)} to complete`]),
		source === 'people' ? `from ${pluralize(count, 'player')}` : 'from the catalog',
	].join(' · ')
}
