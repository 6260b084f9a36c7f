import { changeEmail, EmailChange } from '#contract/account.ts'
import { VERIFY_LINK_HOURS } from '#contract/limits.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { EditableSetting, EditableSettingActions } from '#web/ui/editable-setting.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import css from './account-form.module.css'
import { pickCurrentPassword, validateCurrentPassword } from './current-password.ts'
import emailCss from './email-section.module.css'
import { HiddenUsername } from './hidden-username.tsx'

/** The settings section for the email address: shows its confirmation status, resends the link, and changes the address. */
export function EmailSection({ user }: { user: CurrentUser }) {
	const { guard, resumedChange } = useProofGate()
	return (
		<SettingsSection title="Email" lead="Where we write to you. Only you can see it.">
			<EditableSetting
				label="Change Email"
				current={<Address user={user} />}
				// The form itself asks for the password of an account that has one
				beforeOpen={(open) => (user.hasPassword ? open() : guard({ kind: 'email' }, open))}
				isResumed={resumedChange?.kind === 'email'}
			>
				{(close) => <EmailForm user={user} onDone={close.done} onCancel={close.cancel} />}
			</EditableSetting>
		</SettingsSection>
	)
}

function Address({ user: { email, emailVerified } }: { user: CurrentUser }) {
	const { send, isDone, isSending, error } = useSend(changeEmail)
	return (
		<>
			<p className={emailCss.address}>
				<strong>{email}</strong>
				<span className={emailVerified ? emailCss.confirmed : emailCss.open}>
					{emailVerified && <Icon name="check" size={16} />}
					{emailVerified ? 'Confirmed' : 'Not confirmed yet'}
				</span>
			</p>
			{!emailVerified && (
				<div className={`${card.box} ${emailCss.confirm}`}>
					<p>
						Please open the link we sent you. With a confirmed address we can help you back in if you forget your
						password.
					</p>
					<FormFailure error={error} fallback={changeEmail.config.failure} />
					<p role="status">{isDone && `We sent you a new link. It works for ${VERIFY_LINK_HOURS} hours.`}</p>
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
	user: CurrentUser
	onDone: (message: string) => void
	onCancel: () => void
}

function EmailForm({ user, onDone, onCancel }: EmailFormProps) {
	const { guard } = useProofGate()
	const sending = useSend(changeEmail, {
		onError: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'email' }, sendDraft)
		},
		onDone: (_, { body }) =>
			onDone(
				`We sent a link to ${body.email.trim()}. Open it within ${VERIFY_LINK_HOURS} hours to switch to that address.`,
			),
	})
	const form = useForm({
		initial: { email: '', currentPassword: '' },
		validate: (draft, check) => [
			...check(EmailChange, draft),
			...(draft.email.trim() === user.email ? [{ path: 'email', message: 'This is already your address' }] : []),
			...validateCurrentPassword(draft.currentPassword, user),
		],
		sending,
	})
	const sendDraft = () => sending.send({ body: { email: form.draft.email, ...pickCurrentPassword(form.draft, user) } })
	return (
		<Form className={css.form} form={form} failure={changeEmail.config.failure} onSend={sendDraft}>
			<HiddenUsername username={user.username} />
			<TextField
				{...form.field('email')}
				label="New email"
				hint="We’ll let your current address know, too."
				type="email"
				inputMode="email"
				autoComplete="email"
			/>
			{user.hasPassword && (
				<PasswordField {...form.field('currentPassword')} label="Current password" autoComplete="current-password" />
			)}
			<EditableSettingActions onCancel={onCancel}>
				<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
					Send the Link
				</SubmitButton>
			</EditableSettingActions>
		</Form>
	)
}
