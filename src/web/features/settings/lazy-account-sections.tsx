import { lazy } from '#web/app/lazy.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './lazy-account-sections.module.css'

/** The account's settings, loaded after the page because they are below the fold. */
export const LazyAccountSections = lazy(() => import('./account-sections.tsx'), 'AccountSections', {
	placeholder: () => (
		<div className={css.container}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<Skeleton shape="block" />
			<Skeleton shape="block" />
			<Skeleton shape="block" />
		</div>
	),
	failure: () => (
		<div className={css.container}>
			<Empty alert action={<Button onClick={() => window.location.reload()}>Try Again</Button>}>
				Failed to load your account settings
			</Empty>
		</div>
	),
})
