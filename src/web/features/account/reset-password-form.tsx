import { useContext } from 'react'
import { PasswordReset, resetPassword } from '#contract/account.ts'
import type { Problem } from '#contract/problems.ts'
import { PASSWORDS_DIFFER } from '#contract/sessions.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { useSend } from '#web/app/data.tsx'
import { SiteContext } from '#web/app/site.ts'
import css from '#web/features/sessions/auth-form.module.css'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import type { Check } from '#web/forms/validator.ts'
import { Button } from '#web/ui/button.tsx'

const empty = { password: '', confirmPassword: '', disconnect: false }

interface ResetPasswordFormProps {
	token: string | undefined
	onDone: (disconnected: readonly Provider[]) => void
	/** Called when the link is worth nothing. */
	onUseless: () => void
}

/** Chooses the new password of the account that a mailed link is for. */
export function ResetPasswordForm({ token, onDone, onUseless }: ResetPasswordFormProps) {
	const { providers } = useContext(SiteContext)
	const sending = useSend(resetPassword, {
		once: true,
		onDone: ({ disconnected }) => onDone(disconnected),
		onRefused: ({ code }) => {
			if (code === 'bad_token') onUseless()
		},
	})
	const judge = ({ password, confirmPassword }: typeof empty, check: Check): Problem[] => {
		const found = check(PasswordReset, { token: token ?? 'still to come', password })
		return confirmPassword === password ? found : [...found, { path: 'confirmPassword', message: PASSWORDS_DIFFER }]
	}
	const form = useForm(empty, judge, sending)
	const { draft, set, problemOf } = form
	const { send, isSending } = sending
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) =>
				form.submit(event, ({ password, disconnect }) => {
					if (token !== undefined && !isSending) send({ body: { token, password, disconnect } })
				})
			}
		>
			<FormFailure error={form.failure} otherwise={resetPassword.config.failure} />
			<PasswordField
				name="password"
				label="New password"
				autoComplete="new-password"
				value={draft.password}
				problem={problemOf('password')}
				hint="At least 8 characters, with upper and lower case and a number."
				onChange={(password) => set({ password })}
			/>
			<PasswordField
				name="confirmPassword"
				label="Confirm password"
				autoComplete="new-password"
				value={draft.confirmPassword}
				problem={problemOf('confirmPassword')}
				onChange={(confirmPassword) => set({ confirmPassword })}
			/>
			{providers.length > 0 && (
				<div>
					<label className={css.choice}>
						<input
							type="checkbox"
							name="disconnect"
							checked={draft.disconnect}
							onChange={({ currentTarget }) => set({ disconnect: currentTarget.checked })}
						/>
						Disconnect {providers.map((provider) => PROVIDER_NAMES[provider]).join(' and ')}
					</label>
					<p className={css.hint}>
						Do this if someone else was in your account. What was connected within the last week is disconnected anyway.
					</p>
				</div>
			)}
			<Button kind="main" type="submit" aria-disabled={isSending}>
				{isSending ? 'Saving...' : 'Save the Password'}
			</Button>
		</form>
	)
}
