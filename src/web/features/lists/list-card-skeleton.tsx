import { Skeleton } from '#web/ui/skeleton.tsx'
import { CoverFan } from './cover-fan.tsx'
import css from './list-card.module.css'

/** The placeholder of a list card. */
export function ListCardSkeleton() {
	return (
		<div className={css.card}>
			<div className={css.parts}>
				<CoverFan games={[]} />
				<div className={css.words}>
					<Skeleton shape="short" />
					<Skeleton />
					<Skeleton />
				</div>
			</div>
		</div>
	)
}
