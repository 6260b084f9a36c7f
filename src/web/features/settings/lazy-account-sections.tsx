import type { CurrentUser } from '#contract/users.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './lazy-account-sections.module.css'

const loadSections = () => import('./account-sections.tsx')

interface LazyAccountSectionsProps {
	user: CurrentUser
	onDeleted: (confirmationCode: string) => void
}

/** The account's settings, loaded after the page because they are below the fold. */
export function LazyAccountSections(props: LazyAccountSectionsProps) {
	const { module, hasFailed } = useLazyModule(loadSections, true)
	if (module) return <module.AccountSections {...props} />
	if (hasFailed)
		return (
			<div className={css.container}>
				<Empty alert action={<Button onClick={() => window.location.reload()}>Try Again</Button>}>
					Failed to load your account settings
				</Empty>
			</div>
		)
	return (
		<div className={css.container}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<Skeleton shape="block" />
			<Skeleton shape="block" />
			<Skeleton shape="block" />
		</div>
	)
}
