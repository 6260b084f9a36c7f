import { changeEmail, EmailChange } from '#contract/account.ts'
import { problems, tidy } from '#contract/problems.ts'
import type { OwnUser } from '#contract/users.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { useSend } from '../data.tsx'
import { useForm } from '../form.ts'
import { FormFailure } from '../form-failure.tsx'
import { Button } from '../ui/button.tsx'
import { controlClass, Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './account-form.module.css'
import { Changeable, ChangeableActions } from './changeable.tsx'
import { currentPasswordProblems } from './current-password.ts'
import own from './email-section.module.css'
import { KnownUsername } from './known-username.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The address of the account: whether it is confirmed, its link once more, and another one. */
export function EmailSection({ user }: { user: OwnUser }) {
	return (
		<SettingsSection title="Email" lead="Where mails to you go. Only you see it.">
			<Changeable label="Change Email" now={<Address user={user} />}>
				{(close) => <EmailForm user={user} onDone={close.done} onCancel={close.cancel} />}
			</Changeable>
		</SettingsSection>
	)
}

function Address({ user: { email, emailVerified } }: { user: OwnUser }) {
	const { send, isDone, isSending, error } = useSend(changeEmail)
	return (
		<>
			<p className={own.address}>
				<strong>{email}</strong>
				<span className={emailVerified ? own.confirmed : own.open}>
					{emailVerified && <Icon name="check" size={16} />}
					{emailVerified ? 'Confirmed' : 'Not confirmed yet'}
				</span>
			</p>
			{!emailVerified && (
				<div className={own.confirm}>
					<p>
						Please open the link that we mailed you: with a confirmed address we can help you back in if you ever forget
						your password.
					</p>
					<FormFailure error={error} otherwise={changeEmail.config.failure} />
					<p role="status">{isDone && 'The link is on its way. It works for 24 hours.'}</p>
					<Button
						kind="plain"
						aria-disabled={isSending || isDone}
						onClick={() => isSending || isDone || send({ body: { email } })}
					>
						{isSending ? 'Sending...' : 'Send the Link Again'}
					</Button>
				</div>
			)}
		</>
	)
}

interface EmailFormProps {
	user: OwnUser
	onDone: (said: string) => void
	onCancel: () => void
}

function EmailForm({ user, onDone, onCancel }: EmailFormProps) {
	const sending = useSend(changeEmail, {
		onDone: (_, { body }) =>
			onDone(`A link is on its way to ${body.email.trim()}. Your address changes once you open it, within 24 hours.`),
	})
	const form = useForm(
		{ email: '', currentPassword: '' },
		(draft) => {
			const isSame = draft.email.trim() === user.email
			return [
				...problems(EmailChange, tidy(EmailChange, draft)),
				...(isSame ? [{ path: 'email', message: 'This is your address already' }] : []),
				...currentPasswordProblems(draft.currentPassword, user),
			]
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
				form.submit(event, ({ email, currentPassword }) => {
					if (!isSending) send({ body: { email, ...(user.hasPassword ? { currentPassword } : {}) } })
				})
			}
		>
			<KnownUsername username={user.username} />
			<FormFailure error={form.failure} otherwise={changeEmail.config.failure} />
			<Field label="New email" problem={problemOf('email')} hint="The address that you have now is told.">
				{(ids) => (
					<input
						{...ids}
						className={controlClass}
						name="email"
						type="email"
						inputMode="email"
						autoComplete="email"
						value={draft.email}
						onChange={({ currentTarget }) => set({ email: currentTarget.value })}
					/>
				)}
			</Field>
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
			<ChangeableActions onCancel={onCancel}>
				<Button kind="main" type="submit" aria-disabled={isSending}>
					{isSending ? 'Sending...' : 'Send the Link'}
				</Button>
			</ChangeableActions>
		</form>
	)
}
