import type { OwnUser } from '#contract/users.ts'
import { usePart } from '../part.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './account-place.module.css'

const loadSections = () => import('./account-sections.tsx')

interface AccountPlaceProps {
	user: OwnUser
	onDeleted: (confirmationCode: string) => void
}

/** The account's own settings, which come once the page stands: they are further down. */
export function AccountPlace(props: AccountPlaceProps) {
	const { part, failed } = usePart(loadSections, true)
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
