import type { Problem } from '#contract/problems.ts'
import {
	AUTH_FAILED,
	containsName,
	NAME_IN_PASSWORD,
	PASSWORDS_DIFFER,
	Registration,
	register,
} from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { signIn } from '#web/app/session.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import type { Check } from '#web/forms/validator.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import css from './auth-form.module.css'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useUsernameCheck } from './username-check.ts'

const empty = { username: '', email: '', password: '', confirmPassword: '' }

/** What is wrong with a registration as typed; the repeated password must be the password. */
function registrationProblems(draft: typeof empty, check: Check): Problem[] {
	const found = check(Registration, draft)
	if (containsName(draft.password, draft)) found.push({ path: 'password', message: NAME_IN_PASSWORD })
	return draft.confirmPassword === draft.password
		? found
		: [...found, { path: 'confirmPassword', message: PASSWORDS_DIFFER }]
}

/** Creates an account and signs in. What follows is the page's matter: the session changes. */
export function SignUpForm() {
	const sending = useSend(register, { onDone: signIn, once: true })
	const form = useForm(empty, registrationProblems, sending)
	const { send, isSending } = sending
	const { draft, set, problemOf } = form
	const { answer: name } = useUsernameCheck(draft.username)
	const field = (of: keyof typeof empty) => ({
		className: controlClass,
		name: of,
		value: draft[of],
		onChange: (event: { currentTarget: HTMLInputElement }) => set({ [of]: event.currentTarget.value }),
	})
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) => form.submit(event, (body) => isSending || send({ body }))}
		>
			<FormFailure error={form.failure} otherwise={AUTH_FAILED} />
			<Field
				label="Username"
				problem={problemOf('username') ?? (name?.available === false ? name.message : undefined)}
				hint={name?.available ? <span className={css.good}>{name.message}</span> : 'Letters, numbers and underscores.'}
			>
				{(ids) => (
					<input
						{...ids}
						{...field('username')}
						autoComplete="username"
						autoCapitalize="none"
						autoCorrect="off"
						spellCheck={false}
					/>
				)}
			</Field>
			<Field label="Email" problem={problemOf('email')}>
				{(ids) => <input {...ids} {...field('email')} type="email" inputMode="email" autoComplete="email" />}
			</Field>
			<PasswordField
				name="password"
				label="Password"
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
				{isSending ? 'Signing up...' : 'Sign Up'}
			</Button>
		</form>
	)
}
