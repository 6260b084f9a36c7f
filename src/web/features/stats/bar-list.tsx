import { Link } from 'react-router'
import { formatCount } from '#web/app/format.ts'
import css from './bar-list.module.css'

const FULL_WIDTH = 100

interface Bar {
	name: string
	count: number
	/** The mean rating, shown from `MIN_RATED` games on. */
	averageRating?: number | null
	href?: string
}

const MIN_RATED = 3

/** Bars with a name and a value each. The value is text, so nothing is lost without the drawing. */
export function BarList({ bars, format = formatCount }: { bars: readonly Bar[]; format?: (value: number) => string }) {
	const longest = Math.max(1, ...bars.map(({ count }) => count))
	return (
		<ol className={css.bars}>
			{bars.map(({ name, count, averageRating, href }) => (
				<li key={name} className={css.row}>
					<span className={css.name}>{href === undefined ? name : <Link to={href}>{name}</Link>}</span>
					<svg className={css.bar} viewBox={`0 0 ${FULL_WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
						<rect width={(FULL_WIDTH * count) / longest} height="1" />
					</svg>
					<span className={css.value}>
						{format(count)}
						{averageRating != null && count >= MIN_RATED && (
							<span className={css.average}>
								<span aria-hidden="true"> ★ </span>
								<span className="visually-hidden">, rated </span>
								{averageRating.toFixed(1)}
							</span>
						)}
					</span>
				</li>
			))}
		</ol>
	)
}
