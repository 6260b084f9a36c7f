import { Skeleton } from '#web/ui/skeleton.tsx'
import { CoverFan } from './cover-fan.tsx'
import css from './list-card.module.css'

/** The place of a list card that is on its way. */
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
