import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { formatCompact } from '#web/app/format.ts'
import card from '#web/ui/card.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { LikeButton } from './like-button.tsx'
import css from './review-counts.module.css'

/** A review's likes, views and comments on one line: the heart likes it, and the comments are a link. */
export function ReviewCounts({ review }: { review: Review }) {
	const { id, likes, views, commentCount, moderation } = review
	return (
		<ul className={css.counts}>
			{/* The like state depends on the viewer */}
			<li data-settles="">
				{/* One that others do not see cannot be liked */}
				{moderation ? (
					<Count icon="heart" count={likes} of="like" />
				) : (
					<LikeButton kind="review" of={review} subject="this review" look="card" />
				)}
			</li>
			<li>
				<Count icon="eye" count={views} of="view" />
			</li>
			<li>
				<Link className={card.control} to={`${paths.review(id)}#comments`}>
					<Count icon="comment" count={commentCount} of="comment" />
				</Link>
			</li>
		</ul>
	)
}

function Count({ icon, count, of }: { icon: IconName; count: number; of: string }) {
	return (
		<span className={css.count}>
			<Icon name={icon} size={15} />
			{formatCompact(count)}
			<span className="visually-hidden"> {count === 1 ? of : `${of}s`}</span>
		</span>
	)
}
