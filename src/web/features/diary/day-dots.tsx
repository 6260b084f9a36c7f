import css from './day-dots.module.css'
import type { DayMark } from './diary-months.ts'

/** The days of a month as dots. A drawing of what the list below says, for narrow screens. */
export function DayDots({ marks }: { marks: readonly (DayMark | null)[] }) {
	return (
		<div className={css.dots} aria-hidden="true">
			{marks.map((mark, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the days of a month never move
				<span key={index} data-day={mark ?? undefined} />
			))}
		</div>
	)
}
