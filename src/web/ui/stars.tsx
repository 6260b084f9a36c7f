import css from './stars.module.css'

// Both begin and end at the top of the star
const STAR = 'l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z'
const LEFT_HALF = 'v14.9l-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z'
const NEXT = 'm24 0'

/** A read-only rating out of five, in half steps. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
	const halves = Math.round(rating * 2)
	const full = Math.floor(halves / 2)
	const filled = [...Array<string>(full).fill(STAR), ...(halves % 2 === 1 ? [LEFT_HALF] : [])]
	return (
		<span className={css.stars} role="img" aria-label={`${rating} out of 5`}>
			<svg viewBox="0 0 120 24" width={5 * size} height={size} fill="currentColor" aria-hidden="true">
				{full < 5 && (
					<path
						className={css.empty}
						d={`M${12 + 24 * full} 2.6${Array<string>(5 - full)
							.fill(STAR)
							.join(NEXT)}`}
					/>
				)}
				{halves > 0 && <path d={`M12 2.6${filled.join(NEXT)}`} />}
			</svg>
		</span>
	)
}
