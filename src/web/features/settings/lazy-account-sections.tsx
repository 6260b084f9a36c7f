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

/** The account's own settings, which come once the page stands: they are further down. */
export function LazyAccountSections(props: LazyAccountSectionsProps) {
	const { part, failed } = useLazyModule(loadSections, true)
	if (part) return <part.AccountSections {...props} />
	if (failed)
		return (
			<div className={css.place}>
				<Empty alert action={<Button onClick={() => window.location.reload()}>Try Again</Button>}>
					Failed to load the settings of your account
				</Empty>
			</div>
		)
	return (
		<div className={css.place}>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<Skeleton shape="block" />
			<Skeleton shape="block" />
			<Skeleton shape="block" />
		</div>
	)
}
