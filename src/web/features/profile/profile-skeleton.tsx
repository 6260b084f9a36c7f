import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './profile-header.module.css'

/** The placeholder of a loading profile. */
export function ProfileSkeleton() {
	return (
		<div aria-busy="true">
			<div className={css.header}>
				<Skeleton shape="round" />
				<div className={css.name}>
					<h1 className="visually-hidden">Loading profile...</h1>
					<div className={css.skeleton}>
						<Skeleton shape="short" />
					</div>
					<Skeleton shape="short" />
				</div>
			</div>
			<Skeleton shape="block" />
		</div>
	)
}
