import { useState } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from '#web/ui/editable-setting.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

interface DeleteSectionProps {
	user: CurrentUser
	onDeleted: (confirmationCode: string) => void
}

/** The settings section that deletes the account, behind a confirmation dialog. */
export function DeleteSection({ user, onDeleted }: DeleteSectionProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<SettingsSection title="Delete account" lead="Permanently, with everything you made.">
			<div className={css.setting}>
				<p>We’ll ask once more. You may want to download your data first.</p>
				<Button onClick={() => setOpen(true)}>Delete Account</Button>
			</div>
			<Dialog open={isOpen} title="Delete your account?" onClose={() => setOpen(false)}>
				<DeleteAccountForm user={user} onDeleted={onDeleted} onCancel={() => setOpen(false)} />
			</Dialog>
		</SettingsSection>
	)
}
