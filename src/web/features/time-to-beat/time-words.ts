import type { TimeToBeat } from '#contract/time-to-beat.ts'
import { formatCount, pluralize } from '#web/app/format.ts'

/** Says how long a game takes: `2.5 h to finish, 9 h to complete`. */
export function describeTimes({ finished, completed }: TimeToBeat): string {
	return [finished && `${formatTime(finished)} to finish`, completed && `${formatTime(completed)} to complete`]
		.filter(Boolean)
		.join(', ')
}

/** Names who says so: `12 players`. */
export function nameTimeSource({ count, source }: TimeToBeat): string {
	return source === 'players' ? pluralize(count, 'player') : source === 'igdb' ? 'IGDB' : 'the catalog'
}

/** Formats minutes as precisely as a median is: to half an hour under ten. */
function formatTime(minutes: number): string {
	const step = minutes < 600 ? 30 : 60
	return minutes < 60 ? `${minutes} min` : `${formatCount((Math.round(minutes / step) * step) / 60)} h`
}
