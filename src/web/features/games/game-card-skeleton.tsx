import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game-card.module.css'

/** The placeholder of a game card. */
export function GameCardSkeleton() {
	return (
		<div className={css.card}>
			<div className={css.cover}>
				<Skeleton shape="cover" />
			</div>
			<div className={css.facts}>
				<div className={css.name}>
					<Skeleton shape="short" />
				</div>
				<div className={css.line}>
					<Skeleton shape="short" />
				</div>
			</div>
			<div className={css.more}>
				<div className={css.summary}>
					<Skeleton />
					<Skeleton />
					<Skeleton />
					<Skeleton shape="short" />
				</div>
				<div className={css.foot}>
					<Skeleton shape="short" />
					<Skeleton shape="short" />
				</div>
			</div>
		</div>
	)
}
