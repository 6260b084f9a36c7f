import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import type { Review } from '#contract/reviews.ts'
import { formatCompact, pluralize } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { copyLink } from '#web/app/share.ts'
import { LazyModerationNotice } from '#web/features/moderation/lazy-moderation-notice.tsx'
import { ReportMenuItems } from '#web/features/reports/report-menu-items.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { LikeButton } from './like-button.tsx'
import css from './review-body.module.css'
import { reportOf } from './review-report.ts'
import { ReviewStats } from './review-stats.tsx'
import { ReviewText } from './review-text.tsx'

interface ReviewBodyProps {
	review: Review
	onDelete: () => void
	/** The button that shares the review. */
	children: ReactNode
}

/** The rating and the text of a review, with what one can do and what others did. */
export function ReviewBody(props: ReviewBodyProps) {
	const { review } = props
	const { rating, platform, timePlayed } = review
	return (
		<div className={css.body}>
			<p className={css.verdict}>
				<Stars rating={rating} size={28} />
				<span className={css.played}>
					{shortPlatformName(platform)}
					{timePlayed !== null && <span> · {pluralize(timePlayed, 'hour')} played</span>}
				</span>
			</p>
			<LazyModerationNotice of={review} what="review" />
			<ReviewText review={review} />
			<ReviewActions {...props} />
			<ReviewStats review={review} />
		</div>
	)
}

/** The like and share buttons, and for the author the Edit button and the rest in a menu. */
function ReviewActions({ review, onDelete, children }: ReviewBodyProps) {
	const { user } = useSession()
	return (
		<div className={css.actions} data-settles="">
			{!review.moderation && (
				<>
					<LikeButton
						kind="review"
						of={{ id: review.id, hasLiked: review.hasLiked }}
						subject="this review"
						returnTo={paths.review(review.id)}
					/>
					<Link to="#comments" className={buttonClass('quiet')}>
						<Icon name="comment" size={18} />
						<span>
							Comment
							{review.commentCount > 0 && <span className={css.count}> {formatCompact(review.commentCount)}</span>}
						</span>
					</Link>
					{children}
				</>
			)}
			{user?.id !== review.userId && (
				<span className={css.own}>
					<Menu label="More about this review">
						<ReportMenuItems {...reportOf(review)} />
					</Menu>
				</span>
			)}
			{user?.id === review.userId && (
				<span className={css.own}>
					<Link className={buttonClass('quiet')} to={paths.reviewForm(review.gameId, { edit: review.id })}>
						<Icon name="pencil" size={16} />
						Edit
					</Link>
					<Menu label="More about your review">
						<MenuButton onClick={() => void copyLink(paths.review(review.id))}>Copy Link</MenuButton>
						<MenuButton isDanger aria-label="Delete your review" onClick={onDelete}>
							Delete
						</MenuButton>
					</Menu>
				</span>
			)}
		</div>
	)
}

/** The placeholder of the body. */
export function ReviewBodySkeleton() {
	return (
		<div className={css.body}>
			<Skeleton shape="short" />
			<Skeleton shape="block" />
		</div>
	)
}
