import { CONFIRM_DELETION, deleteAccount } from '#contract/account.ts'
import type { OwnUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import { currentPasswordProblems } from './current-password.ts'
import css from './delete-account-form.module.css'
import { KnownUsername } from './known-username.tsx'

interface DeleteAccountFormProps {
	user: OwnUser
	onDeleted: (confirmationCode: string) => void
	onCancel: () => void
}

/** Tells what goes with the account, and deletes it for whoever knows its password, or types its name where it has none. */
export function DeleteAccountForm({ user, onDeleted, onCancel }: DeleteAccountFormProps) {
	const { username, hasPassword } = user
	const sending = useSend(deleteAccount, { once: true, onDone: ({ confirmationCode }) => onDeleted(confirmationCode) })
	const form = useForm(
		{ password: '', confirm: '' },
		({ password, confirm }) => {
			if (hasPassword) return currentPasswordProblems(password, user, 'password')
			const isName = confirm.trim().toLowerCase() === username.toLowerCase()
			return isName ? [] : [{ path: 'confirm', message: CONFIRM_DELETION }]
		},
		sending,
	)
	const { draft, set, problemOf } = form
	const { send, isSending } = sending
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) =>
				form.submit(event, ({ password, confirm }) => {
					if (!isSending) send({ body: hasPassword ? { password } : { confirm } })
				})
			}
		>
			<p>
				<strong>{username}</strong> and everything made with it go at once, for everyone:
			</p>
			<ul className={css.gone}>
				<li>your profile with its picture, name and bio</li>
				<li>your reviews and lists, and what others wrote under your reviews</li>
				<li>your comments, your likes, and whom you follow</li>
			</ul>
			<p>This cannot be undone, and the name is free for others. Traces such as old mails are gone within 30 days.</p>
			<KnownUsername username={username} />
			<FormFailure error={form.failure} otherwise={deleteAccount.config.failure} />
			{hasPassword ? (
				<PasswordField
					name="password"
					label="Current password"
					autoComplete="current-password"
					value={draft.password}
					problem={problemOf('password')}
					onChange={(password) => set({ password })}
				/>
			) : (
				<Field label={`Type ${username} to confirm`} problem={problemOf('confirm')}>
					{(ids) => (
						<input
							{...ids}
							className={controlClass}
							name="confirm"
							autoComplete="off"
							autoCapitalize="none"
							autoCorrect="off"
							spellCheck={false}
							value={draft.confirm}
							onChange={({ currentTarget }) => set({ confirm: currentTarget.value })}
						/>
					)}
				</Field>
			)}
			<div className={css.actions}>
				<Button onClick={onCancel}>Cancel</Button>
				<Button kind="danger" type="submit" aria-disabled={isSending}>
					{isSending ? 'Deleting...' : 'Delete Account'}
				</Button>
			</div>
		</form>
	)
}
