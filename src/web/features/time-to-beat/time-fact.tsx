import type { TimeToBeat } from '#contract/time-to-beat.ts'
import css from './time-fact.module.css'
import { describeTimes, nameTimeSource } from './time-words.ts'

/** How long a game takes, and who says so; nothing where that is unknown. */
export function TimeFact({ time }: { time: TimeToBeat }) {
	if (time.source === null) return null
	return (
		<div>
			<dt>Time to beat</dt>
			<dd>
				About {describeTimes(time)}
				<span className={css.source}>From {nameTimeSource(time)}</span>
			</dd>
		</div>
	)
}
