import { changePassword, PasswordChange, PROOF_NEEDED } from '#contract/account.ts'
import { type Problem, problems } from '#contract/problems.ts'
import { listSessions } from '#contract/session-devices.ts'
import { containsName, NAME_IN_PASSWORD, PASSWORDS_DIFFER } from '#contract/sessions.ts'
import type { OwnUser } from '#contract/users.ts'
import { storeTokens, storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './account-form.module.css'
import { currentPassword, currentPasswordProblems } from './current-password.ts'
import { Changeable, ChangeableActions } from '#web/ui/editable-setting.tsx'
import { KnownUsername } from './known-username.tsx'
import { useProofGate } from './proof-gate.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'

/** Changes the password of the account, or sets its first one. */
export function PasswordSection({ user }: { user: OwnUser }) {
	const { guard, resumed } = useProofGate()
	const { hasPassword } = user
	return (
		<SettingsSection title="Password" lead="With a new one you stay logged in here and nowhere else.">
			<Changeable
				label={hasPassword ? 'Change Password' : 'Set Password'}
				// with a password the form itself asks for it
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

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

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
	const judge = (draft: typeof empty): Problem[] => {
		const found = [...currentPasswordProblems(draft.currentPassword, user), ...problems(PasswordChange, draft)]
		if (containsName(draft.newPassword, user)) found.push({ path: 'newPassword', message: NAME_IN_PASSWORD })
		return draft.confirmPassword === draft.newPassword
			? found
			: [...found, { path: 'confirmPassword', message: PASSWORDS_DIFFER }]
	}
	const form = useForm(empty, judge, sending)
	const { draft, set, problemOf } = form
	const { send, isSending } = sending
	const sendDraft = () => send({ body: { newPassword: draft.newPassword, ...currentPassword(draft, user) } })
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) => form.submit(event, () => isSending || sendDraft())}
		>
			<KnownUsername username={user.username} />
			<FormFailure error={form.failure} otherwise={changePassword.config.failure} />
			{user.hasPassword && (
				<PasswordField
					name="currentPassword"
					label="Current password"
					autoComplete="current-password"
					value={draft.currentPassword}
					problem={problemOf('currentPassword')}
					onChange={(currentPassword) => set({ currentPassword })}
				/>
			)}
			<PasswordField
				name="newPassword"
				label="New password"
				autoComplete="new-password"
				value={draft.newPassword}
				problem={problemOf('newPassword')}
				hint="At least 8 characters, with upper and lower case and a number."
				onChange={(newPassword) => set({ newPassword })}
			/>
			<PasswordField
				name="confirmPassword"
				label="Confirm password"
				autoComplete="new-password"
				value={draft.confirmPassword}
				problem={problemOf('confirmPassword')}
				onChange={(confirmPassword) => set({ confirmPassword })}
			/>
			<ChangeableActions onCancel={onCancel}>
				<Button kind="main" type="submit" aria-disabled={isSending}>
					{isSending ? 'Saving...' : 'Save the Password'}
				</Button>
			</ChangeableActions>
		</form>
	)
}
