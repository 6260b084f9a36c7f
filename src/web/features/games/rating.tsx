import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './rating.module.css'

/** An average rating with one decimal; renders nothing without ratings. */
export function Rating({ average }: { average: number }) {
	if (average <= 0) return null
	return (
		<span className={css.rating}>
			<FrameIcon name="star" size={14} />
			<span className="visually-hidden">Rated </span>
			{average.toFixed(1)}
			<span className="visually-hidden"> out of 5</span>
		</span>
	)
}
