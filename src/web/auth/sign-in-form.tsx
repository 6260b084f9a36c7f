import { Link } from 'react-router'
import { AUTH_FAILED, Credentials, login } from '#contract/auth.ts'
import { useSend } from '../data.tsx'
import { useForm } from '../form.ts'
import { FormFailure } from '../form-failure.tsx'
import { paths } from '../paths.ts'
import { signIn } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { controlClass, Field } from '../ui/field.tsx'
import css from './auth-form.module.css'
import { PasswordField } from './password-field.tsx'

/** Signs in with a username or an e-mail. What follows is the page's matter: the session changes. */
export function SignInForm() {
	const sending = useSend(login, { onDone: signIn })
	const form = useForm({ identifier: '', password: '' }, (draft, check) => check(Credentials, draft), sending)
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
