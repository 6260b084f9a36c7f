import css from './stars.module.css'

const STAR = 'm12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z'
const LEFT_HALF = 'M12 2.6v14.9l-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9Z'

/** A read-only rating out of five, in half steps. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
	const halves = Math.round(rating * 2)
	return (
		<span className={css.stars} role="img" aria-label={`${rating} out of 5`}>
			{[0, 1, 2, 3, 4].map((index) => (
				<svg key={index} viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true">
					{halves < index * 2 + 2 && <path className={css.empty} d={STAR} fill="currentColor" />}
					{halves > index * 2 && <path d={halves === index * 2 + 1 ? LEFT_HALF : STAR} />}
				</svg>
			))}
		</span>
	)
}
