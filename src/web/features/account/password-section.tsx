import { changePassword, PasswordChange, PROOF_NEEDED } from '#contract/account.ts'
import { listSessions } from '#contract/session-devices.ts'
import { containsName, NAME_IN_PASSWORD } from '#contract/sessions.ts'
import type { OwnUser } from '#contract/users.ts'
import { storeTokens, storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { confirmationProblems, NewPasswordFields } from '#web/features/sessions/new-password-fields.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Changeable, ChangeableActions } from '#web/ui/editable-setting.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import css from './account-form.module.css'
import { currentPassword, currentPasswordProblems } from './current-password.ts'
import { KnownUsername } from './hidden-username.tsx'
import { useProofGate } from './proof-gate.tsx'

/** Changes the password of the account, or sets its first one. */
export function PasswordSection({ user }: { user: OwnUser }) {
	const { guard, resumed } = useProofGate()
	const { hasPassword } = user
	return (
		<SettingsSection title="Password" lead="With a new one you stay logged in here and nowhere else.">
			<Changeable
				label={hasPassword ? 'Change Password' : 'Set Password'}
				// With a password the form itself asks for it
				before={(open) => (hasPassword ? open() : guard({ kind: 'password' }, open))}
				isResumed={resumed?.kind === 'password'}
				now={
					<p>
						{hasPassword
							? 'You log in with your username or e-mail address and a password.'
							: 'You have no password yet. With one you can log in without a connected account, too.'}
					</p>
				}
			>
				{(close) => <PasswordForm user={user} onDone={close.done} onCancel={close.cancel} />}
			</Changeable>
		</SettingsSection>
	)
}

interface PasswordFormProps {
	user: OwnUser
	onDone: (said: string) => void
	onCancel: () => void
}

function PasswordForm({ user, onDone, onCancel }: PasswordFormProps) {
	const { guard } = useProofGate()
	const sending = useSend(changePassword, {
		onRefused: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'password' }, sendDraft)
		},
		invalidates: [listSessions],
		onDone: ({ tokens }) => {
			storeTokens(tokens)
			storeUser({ ...user, hasPassword: true })
			onDone(`Your password is ${user.hasPassword ? 'changed' : 'set'}. Everywhere else you are logged out.`)
		},
	})
	const form = useForm({
		initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
		validate: (draft, check) => [
			...currentPasswordProblems(draft.currentPassword, user),
			...check(PasswordChange, draft),
			...(containsName(draft.newPassword, user) ? [{ path: 'newPassword', message: NAME_IN_PASSWORD }] : []),
			...confirmationProblems(draft.newPassword, draft.confirmPassword),
		],
		sending,
	})
	const sendDraft = () =>
		sending.send({ body: { newPassword: form.draft.newPassword, ...currentPassword(form.draft, user) } })
	return (
		<Form className={css.form} form={form} failure={changePassword.config.failure} onSend={sendDraft}>
			<KnownUsername username={user.username} />
			{user.hasPassword && (
				<PasswordField {...form.field('currentPassword')} label="Current password" autoComplete="current-password" />
			)}
			<NewPasswordFields
				label="New password"
				password={form.field('newPassword')}
				confirmation={form.field('confirmPassword')}
			/>
			<ChangeableActions onCancel={onCancel}>
				<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
					Save the Password
				</SubmitButton>
			</ChangeableActions>
		</Form>
	)
}
