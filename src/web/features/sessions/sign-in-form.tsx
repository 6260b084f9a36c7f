import { Link } from 'react-router'
import { ForgottenPassword } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import type { Problem } from '#contract/problems.ts'
import { AUTH_FAILED, Credentials, login } from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { signIn } from '#web/app/session.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import type { Check } from '#web/forms/validator.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import css from './auth-form.module.css'
import { PasswordField } from '#web/ui/password-field.tsx'

/** What is wrong with typed credentials; with an @ in it the identifier must be an address. */
function credentialProblems(draft: Credentials, check: Check): Problem[] {
	const found = check(Credentials, draft)
	if (!draft.identifier.includes('@')) return found
	const inAddress = check(ForgottenPassword, { email: draft.identifier })
	return [...inAddress.map(({ message }) => ({ path: 'identifier', message })), ...found]
}

/** Signs in with a username or an e-mail. What follows is the page's matter: the session changes. */
export function SignInForm() {
	const sending = useSend(login, { onDone: signIn, once: true })
	const form = useForm({ identifier: '', password: '' }, credentialProblems, sending)
	const { send, isSending } = sending
	const { draft, set, problemOf } = form
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) => form.submit(event, (body) => isSending || send({ body }))}
		>
			<FormFailure error={form.failure} otherwise={AUTH_FAILED} />
			<Field label="Username or email" problem={problemOf('identifier')}>
				{(ids) => (
					<input
						{...ids}
						className={controlClass}
						name="identifier"
						autoComplete="username"
						autoCapitalize="none"
						autoCorrect="off"
						spellCheck={false}
						enterKeyHint="next"
						value={draft.identifier}
						onChange={(event) => set({ identifier: event.currentTarget.value })}
					/>
				)}
			</Field>
			<PasswordField
				name="password"
				label="Password"
				autoComplete="current-password"
				value={draft.password}
				problem={problemOf('password')}
				onChange={(password) => set({ password })}
			/>
			<Link className={css.forgot} to={paths.forgotPassword()}>
				Forgot password?
			</Link>
			<Button kind="main" type="submit" aria-disabled={isSending}>
				{isSending ? 'Logging in...' : 'Log In'}
			</Button>
		</form>
	)
}
