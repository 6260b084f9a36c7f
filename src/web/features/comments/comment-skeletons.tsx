import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './comment-item.module.css'

/** The places of comments that are on their way. */
export function CommentSkeletons() {
	return (
		<SkeletonList label="Loading comments" count={3} rowClassName={css.comment}>
			<Skeleton shape="round" />
			<div>
				<Skeleton shape="short" />
				<Skeleton />
				<Skeleton />
			</div>
		</SkeletonList>
	)
}
