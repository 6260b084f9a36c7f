import { useState } from 'react'
import { changePassword, PasswordChange } from '#contract/account.ts'
import { listSessions } from '#contract/session-devices.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import { containsName, NAME_IN_PASSWORD } from '#contract/sessions.ts'
import type { CurrentUser } from '#contract/users.ts'
import { storeTokens, storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { NewPasswordFields, validatePasswordConfirmation } from '#web/features/sessions/new-password-fields.tsx'
import { TokensReminder } from '#web/features/tokens/tokens-reminder.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { EditableSetting, EditableSettingActions } from '#web/ui/editable-setting.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import css from './account-form.module.css'
import { pickCurrentPassword, validateCurrentPassword } from './current-password.ts'
import { HiddenUsername } from './hidden-username.tsx'

/** The settings section that changes the password, or sets the first one. */
export function PasswordSection({ user }: { user: CurrentUser }) {
	const { guard, resumedChange } = useProofGate()
	const { hasPassword } = user
	const [isChanged, setChanged] = useState(false)
	return (
		<SettingsSection title="Password" lead="Changing it logs you out everywhere else.">
			<EditableSetting
				label={hasPassword ? 'Change Password' : 'Set Password'}
				// The form itself asks for the password of an account that has one
				beforeOpen={(open) => (hasPassword ? open() : guard({ kind: 'password' }, open))}
				isResumed={resumedChange?.kind === 'password'}
				current={
					<p>
						{hasPassword
							? 'You log in with your username or email address and a password.'
							: 'You have no password yet. Set one to log in without a connected account.'}
					</p>
				}
			>
				{(close) => (
					<PasswordForm
						user={user}
						onDone={(message) => {
							setChanged(true)
							close.done(message)
						}}
						onCancel={close.cancel}
					/>
				)}
			</EditableSetting>
			{isChanged && <TokensReminder />}
		</SettingsSection>
	)
}

interface PasswordFormProps {
	user: CurrentUser
	onDone: (message: string) => void
	onCancel: () => void
}

function PasswordForm({ user, onDone, onCancel }: PasswordFormProps) {
	const { guard } = useProofGate()
	const sending = useSend(changePassword, {
		onError: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'password' }, sendDraft)
		},
		invalidates: [listSessions],
		onDone: ({ tokens }) => {
			storeTokens(tokens)
			storeUser({ ...user, hasPassword: true })
			onDone(`Your password has been ${user.hasPassword ? 'changed' : 'set'}. You’re logged out everywhere else.`)
		},
	})
	const form = useForm({
		initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
		validate: (draft, check) => [
			...validateCurrentPassword(draft.currentPassword, user),
			...check(PasswordChange, draft),
			...(containsName(draft.newPassword, user) ? [{ path: 'newPassword', message: NAME_IN_PASSWORD }] : []),
			...validatePasswordConfirmation(draft.newPassword, draft.confirmPassword),
		],
		sending,
	})
	const sendDraft = () =>
		sending.send({ body: { newPassword: form.draft.newPassword, ...pickCurrentPassword(form.draft, user) } })
	return (
		<Form className={css.form} form={form} failure={changePassword.config.failure} onSend={sendDraft}>
			<HiddenUsername username={user.username} />
			{user.hasPassword && (
				<PasswordField {...form.field('currentPassword')} label="Current password" autoComplete="current-password" />
			)}
			<NewPasswordFields
				label="New password"
				password={form.field('newPassword')}
				confirmation={form.field('confirmPassword')}
			/>
			<EditableSettingActions onCancel={onCancel}>
				<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
					Save Password
				</SubmitButton>
			</EditableSettingActions>
		</Form>
	)
}
