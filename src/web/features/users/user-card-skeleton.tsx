import card from '#web/ui/card.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './user-card.module.css'

/** The placeholder of a user card. */
export function UserCardSkeleton() {
	return (
		<div className={`${card.card} ${css.card}`}>
			<div className={css.head}>
				<Skeleton shape="round" />
				<div className={css.words}>
					<Skeleton shape="short" />
					<Skeleton shape="short" />
				</div>
			</div>
			<div>
				<Skeleton />
				<Skeleton shape="short" />
			</div>
			<div className={css.facts}>
				<Skeleton shape="short" />
			</div>
		</div>
	)
}
