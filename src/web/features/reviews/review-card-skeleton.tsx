import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './review-card.module.css'

/** The placeholder of a review card. */
export function ReviewCardSkeleton() {
	return (
		<div className={css.card}>
			<div className={css.withGame}>
				<Skeleton shape="cover" />
				<div className={css.words}>
					<div className={css.title}>
						<Skeleton shape="short" />
					</div>
					<div className={css.line}>
						<Skeleton shape="short" />
					</div>
					<div className={css.text}>
						<Skeleton />
						<Skeleton />
						<Skeleton shape="short" />
					</div>
					<div className={css.line}>
						<Skeleton shape="short" />
					</div>
				</div>
			</div>
		</div>
	)
}
