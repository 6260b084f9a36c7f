import { changeEmail, EmailChange, PROOF_NEEDED } from '#contract/account.ts'
import type { OwnUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Changeable, ChangeableActions } from '#web/ui/editable-setting.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import css from './account-form.module.css'
import { currentPassword, currentPasswordProblems } from './current-password.ts'
import own from './email-section.module.css'
import { KnownUsername } from './hidden-username.tsx'
import { useProofGate } from './proof-gate.tsx'

/** The address of the account: whether it is confirmed, its link once more, and another one. */
export function EmailSection({ user }: { user: OwnUser }) {
	const { guard, resumed } = useProofGate()
	return (
		<SettingsSection title="Email" lead="Where mails to you go. Only you see it.">
			<Changeable
				label="Change Email"
				now={<Address user={user} />}
				// With a password the form itself asks for it
				before={(open) => (user.hasPassword ? open() : guard({ kind: 'email' }, open))}
				isResumed={resumed?.kind === 'email'}
			>
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
				<div className={`${card.box} ${own.confirm}`}>
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
	const { guard } = useProofGate()
	const sending = useSend(changeEmail, {
		onRefused: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'email' }, sendDraft)
		},
		onDone: (_, { body }) =>
			onDone(`A link is on its way to ${body.email.trim()}. Your address changes once you open it, within 24 hours.`),
	})
	const form = useForm({
		initial: { email: '', currentPassword: '' },
		validate: (draft, check) => [
			...check(EmailChange, draft),
			...(draft.email.trim() === user.email ? [{ path: 'email', message: 'This is your address already' }] : []),
			...currentPasswordProblems(draft.currentPassword, user),
		],
		sending,
	})
	const sendDraft = () => sending.send({ body: { email: form.draft.email, ...currentPassword(form.draft, user) } })
	return (
		<Form className={css.form} form={form} failure={changeEmail.config.failure} onSend={sendDraft}>
			<KnownUsername username={user.username} />
			<TextField
				{...form.field('email')}
				label="New email"
				hint="The address that you have now is told."
				type="email"
				inputMode="email"
				autoComplete="email"
			/>
			{user.hasPassword && (
				<PasswordField {...form.field('currentPassword')} label="Current password" autoComplete="current-password" />
			)}
			<ChangeableActions onCancel={onCancel}>
				<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
					Send the Link
				</SubmitButton>
			</ChangeableActions>
		</Form>
	)
}
