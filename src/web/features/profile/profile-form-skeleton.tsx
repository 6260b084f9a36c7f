import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './profile-form-skeleton.module.css'

/** The place of the profile's form until the account has come, as high as the form. */
export function ProfileFormSkeleton() {
	return (
		<div className={css.place}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<Skeleton shape="block" />
			<Skeleton shape="short" />
			<Skeleton shape="block" />
		</div>
	)
}
