import type { TimeToBeat } from '#contract/time-to-beat.ts'
import { formatCount, pluralize } from '#web/app/format.ts'
import css from './time-fact.module.css'

/** How long a game takes, and who says so; nothing where that is unknown. */
export function TimeFact({ time: { finished, completed, count, source } }: { time: TimeToBeat }) {
	if (source === null) return null
	const times = [finished && `${formatTime(finished)} to finish`, completed && `${formatTime(completed)} to complete`]
	return (
		<div>
			<dt>Time to beat</dt>
			<dd>
				About {times.filter(Boolean).join(', ')}
				<span className={css.source}>
					From {source === 'players' ? pluralize(count, 'player') : source === 'igdb' ? 'IGDB' : 'the catalog'}
				</span>
			</dd>
		</div>
	)
}

/** Formats minutes as precisely as a median is: to half an hour under ten, `2.5 h`. */
function formatTime(minutes: number): string {
	const step = minutes < 600 ? 30 : 60
	return minutes < 60 ? `${minutes} min` : `${formatCount((Math.round(minutes / step) * step) / 60)} h`
}
