import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './review-form-skeleton.module.css'

/** The placeholder of the form until account, review, draft and module have loaded. */
export function ReviewFormSkeleton() {
	return (
		<div data-for="members" className={css.waiting}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<Skeleton shape="short" />
			<Skeleton shape="block" />
			<Skeleton shape="block" />
		</div>
	)
}
