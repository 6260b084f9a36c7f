import css from './setting-rows.module.css'
import { Skeleton } from './skeleton.tsx'

/** The placeholder of the rows of a setting. */
export function SettingRowSkeleton() {
	return (
		<div className={css.row}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<span className={css.words}>
				<Skeleton shape="short" />
				<Skeleton shape="short" />
			</span>
		</div>
	)
}
