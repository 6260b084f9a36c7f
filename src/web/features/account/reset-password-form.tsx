import { useContext } from 'react'
import { PasswordReset, resetPassword } from '#contract/account.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { useSend } from '#web/app/data.tsx'
import { SiteContext } from '#web/app/site.ts'
import css from '#web/features/sessions/auth-form.module.css'
import { NewPasswordFields, validatePasswordConfirmation } from '#web/features/sessions/new-password-fields.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'

interface ResetPasswordFormProps {
	token: string | undefined
	onDone: (disconnected: readonly Provider[]) => void
	/** Called if the link is invalid, used or expired. */
	onInvalidLink: () => void
}

/** Sets a new password with the token of an emailed link. */
export function ResetPasswordForm({ token, onDone, onInvalidLink }: ResetPasswordFormProps) {
	const { providers } = useContext(SiteContext)
	const sending = useSend(resetPassword, {
		once: true,
		onDone: ({ disconnected }) => onDone(disconnected),
		onError: ({ code }) => {
			if (code === 'bad_token') onInvalidLink()
		},
	})
	const form = useForm({
		initial: { password: '', confirmPassword: '', disconnect: false },
		validate: ({ password, confirmPassword }, check) => [
			...check(PasswordReset, { token: token ?? 'pending', password }),
			...validatePasswordConfirmation(password, confirmPassword),
		],
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={resetPassword.config.failure}
			onSend={({ password, disconnect }) => {
				if (token !== undefined) sending.send({ body: { token, password, disconnect } })
			}}
		>
			<NewPasswordFields
				label="New password"
				password={form.field('password')}
				confirmation={form.field('confirmPassword')}
			/>
			{providers.length > 0 && (
				<div>
					<label className={css.choice}>
						<input
							type="checkbox"
							name="disconnect"
							checked={form.draft.disconnect}
							onChange={({ currentTarget }) => form.set({ disconnect: currentTarget.checked })}
						/>
						Disconnect {providers.map((provider) => PROVIDER_NAMES[provider]).join(' and ')}
					</label>
					<p className={css.hint}>
						Do this if someone else had access to your account. Accounts connected within the last week are disconnected
						anyway.
					</p>
				</div>
			)}
			<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
				Save Password
			</SubmitButton>
		</Form>
	)
}
