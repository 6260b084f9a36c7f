import { Skeleton } from '../ui/skeleton.tsx'
import css from './game-card.module.css'

/** The place of a game card. */
export function GameCardSkeleton() {
	return (
		<div className={css.card}>
			<div className={css.cover}>
				<Skeleton shape="cover" />
			</div>
			<div className={css.facts}>
				<Skeleton shape="short" />
				<Skeleton />
				<Skeleton />
			</div>
		</div>
	)
}
