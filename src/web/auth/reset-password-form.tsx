import { PasswordReset, resetPassword } from '#contract/account.ts'
import { PASSWORDS_DIFFER } from '#contract/auth.ts'
import type { Problem } from '#contract/problems.ts'
import type { Check } from '../check.ts'
import { useSend } from '../data.tsx'
import { useForm } from '../form.ts'
import { FormFailure } from '../form-failure.tsx'
import { Button } from '../ui/button.tsx'
import css from './auth-form.module.css'
import { PasswordField } from './password-field.tsx'

const empty = { password: '', confirmPassword: '' }

interface ResetPasswordFormProps {
	token: string | undefined
	onDone: () => void
	/** Called when the link is worth nothing. */
	onUseless: () => void
}

/** Chooses the new password of the account that a mailed link is for. */
export function ResetPasswordForm({ token, onDone, onUseless }: ResetPasswordFormProps) {
	const sending = useSend(resetPassword, {
		onDone,
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
				form.submit(event, ({ password }) => {
					if (token !== undefined && !isSending) send({ body: { token, password } })
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
			<Button kind="main" type="submit" aria-disabled={isSending}>
				{isSending ? 'Saving...' : 'Save the Password'}
			</Button>
		</form>
	)
}
