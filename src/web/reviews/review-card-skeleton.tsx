import { Skeleton } from '../ui/skeleton.tsx'
import css from './review-card.module.css'

/** The place of a review card that is on its way. */
export function ReviewCardSkeleton() {
	return (
		<div className={css.card}>
			<div className={css.withGame}>
				<Skeleton shape="cover" />
				<div>
					<Skeleton shape="short" />
					<Skeleton shape="short" />
					<Skeleton />
					<Skeleton />
				</div>
			</div>
		</div>
	)
}
