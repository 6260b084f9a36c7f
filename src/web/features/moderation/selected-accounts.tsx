import { LIMITS } from '#contract/limits.ts'
import { pluralize } from '#web/app/format.ts'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import type { BulkAccount } from './bulk-dialog.tsx'
import css from './selected-accounts.module.css'

interface SelectedAccountsProps {
	accounts: readonly BulkAccount[]
	onSelectAll: () => void
	onClear: () => void
	onAct: (action: 'ban' | 'remove') => void
}

/** What can be done with the selected accounts, at the foot of the window while there are any. */
export function SelectedAccounts({ accounts, onSelectAll, onClear, onAct }: SelectedAccountsProps) {
	if (accounts.length === 0) return null
	return (
		<section ref={bottomBar} className={`${card.raised} ${css.bar}`} aria-label="Selected accounts">
			<p>
				<strong>{pluralize(accounts.length, 'account')} selected</strong>
			</p>
			<Button kind="danger" onClick={() => onAct('ban')}>
				Ban All
			</Button>
			<Button onClick={() => onAct('remove')}>Remove Last 24 Hours</Button>
			{accounts.length < LIMITS.accountsPerBulkAction && (
				<Button kind="plain" onClick={onSelectAll}>
					Select All Shown
				</Button>
			)}
			<Button kind="plain" onClick={onClear}>
				Clear
			</Button>
		</section>
	)
}
