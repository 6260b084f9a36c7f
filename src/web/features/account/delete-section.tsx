import { useState } from 'react'
import type { OwnUser } from '#contract/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from '#web/ui/editable-setting.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

interface DeleteSectionProps {
	user: OwnUser
	onDeleted: (confirmationCode: string) => void
}

/** The end of the account, behind a question. */
export function DeleteSection({ user, onDeleted }: DeleteSectionProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<SettingsSection title="Delete account" lead="For good, with everything you made.">
			<div className={css.changeable}>
				<p>You will be asked once more. You may want to download your data before.</p>
				<Button onClick={() => setOpen(true)}>Delete Account</Button>
			</div>
			<Dialog open={isOpen} title="Delete your account?" onClose={() => setOpen(false)}>
				<DeleteAccountForm user={user} onDeleted={onDeleted} onCancel={() => setOpen(false)} />
			</Dialog>
		</SettingsSection>
	)
}
