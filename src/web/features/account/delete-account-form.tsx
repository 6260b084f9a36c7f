import { CONFIRM_DELETION, deleteAccount } from '#contract/account.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import { validateCurrentPassword } from './current-password.ts'
import css from './delete-account-form.module.css'
import { HiddenUsername } from './hidden-username.tsx'

interface DeleteAccountFormProps {
	user: CurrentUser
	onDeleted: (confirmationCode: string) => void
	onCancel: () => void
}

/** Lists what deletion removes, then deletes the account after its password, or its username if it has no password. */
export function DeleteAccountForm({ user, onDeleted, onCancel }: DeleteAccountFormProps) {
	const { username, hasPassword } = user
	const { guard } = useProofGate()
	const sending = useSend(deleteAccount, {
		once: true,
		onError: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'delete' }, sendDraft)
		},
		onDone: ({ confirmationCode }) => onDeleted(confirmationCode),
	})
	const form = useForm({
		initial: { password: '', confirm: '' },
		validate: ({ password, confirm }) => {
			if (hasPassword) return validateCurrentPassword(password, user, 'password')
			const isName = confirm.trim().toLowerCase() === username.toLowerCase()
			return isName ? [] : [{ path: 'confirm', message: CONFIRM_DELETION }]
		},
		sending,
	})
	const sendDraft = () => {
		const { password, confirm } = form.draft
		sending.send({ body: hasPassword ? { password } : { confirm } })
	}
	return (
		<div className={css.form}>
			<p>
				This deletes <strong>{username}</strong> and everything you created, right away and for everyone:
			</p>
			<ul className={css.removed}>
				<li>your profile with its picture, name and bio</li>
				<li>your reviews and lists, and the comments on your reviews</li>
				<li>your comments, your likes and your follows</li>
			</ul>
			<p>
				This can’t be undone. Your username stays unavailable for 180 days, even to you. Anything left, such as old
				emails, is removed within 30 days.
			</p>
			<Form className={css.form} form={form} failure={deleteAccount.config.failure} onSend={sendDraft}>
				<HiddenUsername username={username} />
				{hasPassword ? (
					<PasswordField {...form.field('password')} label="Current password" autoComplete="current-password" />
				) : (
					<TextField
						{...form.field('confirm')}
						{...VERBATIM}
						label={`Type ${username} to confirm`}
						autoComplete="off"
					/>
				)}
				<div className={dialog.actions}>
					<Button onClick={onCancel}>Cancel</Button>
					<SubmitButton kind="danger" isSending={form.isSending} sendingLabel="Deleting...">
						Delete Account
					</SubmitButton>
				</div>
			</Form>
		</div>
	)
}
