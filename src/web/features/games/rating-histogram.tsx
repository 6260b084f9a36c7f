import { Link } from 'react-router'
import { pluralize } from '#web/app/format.ts'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { formatRating } from '#web/ui/star-value.ts'
import css from './rating-histogram.module.css'

const FULL_HEIGHT = 100
/** An empty bar is still visible as a line. */
const MIN_HEIGHT = 3

interface RatingHistogramProps {
	counts: readonly number[]
	/** The rating that is filtered by, null for all. */
	current: number | null
	/** Returns the page of the reviews with a rating, null for all. */
	href: (rating: number | null) => string
}

/**
 * The distribution of a game's ratings over the ten steps from half a star to five stars. A press on a step shows its
 * reviews, a second one all of them.
 */
export function RatingHistogram({ counts, current, href }: RatingHistogramProps) {
	const maxCount = Math.max(1, ...counts)
	const total = Math.max(
		1,
		counts.reduce((sum, count) => sum + count, 0),
	)
	return (
		<div>
			<ol className={css.steps} aria-label="Ratings by stars">
				{counts.map((count, index) => {
					const rating = (index + 1) / 2
					const height = MIN_HEIGHT + ((FULL_HEIGHT - MIN_HEIGHT) * count) / maxCount
					const bar = (
						<>
							<svg viewBox={`0 0 1 ${FULL_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
								<rect y={FULL_HEIGHT - height} width="1" height={height} />
							</svg>
							<span className={css.words}>
								{formatRating(rating)}: {pluralize(count, 'rating')} ({Math.round((100 * count) / total)}%)
							</span>
						</>
					)
					const isCurrent = rating === current
					return (
						<li key={rating} className={css.step} data-chosen={count > 0} data-faded={current !== null && !isCurrent}>
							{count > 0 || isCurrent ? (
								<Link
									to={href(isCurrent ? null : rating)}
									aria-current={isCurrent ? 'true' : undefined}
									preventScrollReset
								>
									{bar}
								</Link>
							) : (
								bar
							)}
						</li>
					)
				})}
			</ol>
			<p className={css.ends} aria-hidden="true">
				<span>½</span>
				<span>
					5 <FrameIcon name="star" size={11} />
				</span>
			</p>
		</div>
	)
}
