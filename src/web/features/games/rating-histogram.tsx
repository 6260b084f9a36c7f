import { pluralize } from '#web/app/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatRating } from '#web/ui/star-value.ts'
import css from './rating-histogram.module.css'

const FULL_HEIGHT = 100
/** An empty bar is still visible as a line. */
const MIN_HEIGHT = 3

/** The distribution of a game's ratings over the ten steps from half a star to five stars. */
export function RatingHistogram({ counts }: { counts: readonly number[] }) {
	const maxCount = Math.max(1, ...counts)
	const total = Math.max(
		1,
		counts.reduce((sum, count) => sum + count, 0),
	)
	return (
		<div className={css.histogram}>
			<ol className={css.steps} aria-label="Ratings by stars">
				{counts.map((count, index) => {
					const rating = (index + 1) / 2
					const height = MIN_HEIGHT + ((FULL_HEIGHT - MIN_HEIGHT) * count) / maxCount
					return (
						<li key={rating} className={css.step} data-chosen={count > 0}>
							<svg viewBox={`0 0 1 ${FULL_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
								<rect y={FULL_HEIGHT - height} width="1" height={height} />
							</svg>
							<span className={css.words}>
								{formatRating(rating)}: {pluralize(count, 'rating')} ({Math.round((100 * count) / total)}%)
							</span>
						</li>
					)
				})}
			</ol>
			<p className={css.ends} aria-hidden="true">
				<span>½</span>
				<span>
					5 <Icon name="star" size={11} />
				</span>
			</p>
		</div>
	)
}
