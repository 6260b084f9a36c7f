import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './profile-form-skeleton.module.css'

/** The placeholder of the profile form until the account has loaded, as high as the form. */
export function ProfileFormSkeleton() {
	return (
		<div className={css.skeleton}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<Skeleton shape="block" />
			<Skeleton shape="short" />
			<Skeleton shape="block" />
		</div>
	)
}
