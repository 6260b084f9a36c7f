import type { Review } from '#contract/reviews.ts'
import { formatCompact } from '#web/app/format.ts'
import css from './review-stats.module.css'

const STATS: readonly { of: 'likes' | 'commentCount' | 'views' | 'impressions'; one: string; many: string }[] = [
	{ of: 'likes', one: 'Like', many: 'Likes' },
	{ of: 'commentCount', one: 'Comment', many: 'Comments' },
	{ of: 'views', one: 'View', many: 'Views' },
	{ of: 'impressions', one: 'Impression', many: 'Impressions' },
]

/** A review's likes, comments, views and impressions. */
export function ReviewStats({ review }: { review: Review }) {
	return (
		<dl className={css.stats}>
			{STATS.map(({ of, one, many }) => (
				<div key={of}>
					<dt>{review[of] === 1 ? one : many}</dt>
					<dd>{formatCompact(review[of])}</dd>
				</div>
			))}
		</dl>
	)
}
