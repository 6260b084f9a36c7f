import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './user-row.module.css'

/** The placeholder of a user's row. */
export function UserRowSkeleton() {
	return (
		<div className={css.row}>
			<Skeleton shape="round" />
			<div className={css.words}>
				<div className={css.name}>
					<Skeleton shape="short" />
				</div>
				<div className={css.about}>
					<Skeleton />
					<Skeleton shape="short" />
				</div>
			</div>
		</div>
	)
}
