import type { Review } from '#contract/reviews.ts'
import { formatCompact } from '#web/app/format.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import css from './review-counts.module.css'

const COUNTS: readonly { of: 'likes' | 'views' | 'commentCount'; icon: IconName; one: string; many: string }[] = [
	{ of: 'likes', icon: 'heart', one: 'like', many: 'likes' },
	{ of: 'views', icon: 'eye', one: 'view', many: 'views' },
	{ of: 'commentCount', icon: 'comment', one: 'comment', many: 'comments' },
]

/** A review's likes, views and comments on one line. */
export function ReviewCounts({ review }: { review: Review }) {
	return (
		<ul className={css.counts}>
			{COUNTS.map(({ of, icon, one, many }) => (
				<li key={of}>
					<Icon name={icon} size={15} />
					{formatCompact(review[of])}
					<span className="visually-hidden">{review[of] === 1 ? one : many}</span>
				</li>
			))}
		</ul>
	)
}
