import type { Problem } from '#contract/problems.ts'
import { AUTH_FAILED, containsName, NAME_IN_PASSWORD, Registration, register } from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { signIn } from '#web/app/session.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { Validator } from '#web/forms/validator.ts'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './auth-form.module.css'
import { NewPasswordFields, validatePasswordConfirmation } from './new-password-fields.tsx'
import { useUsernameCheck } from './username-check.ts'

const EMPTY_REGISTRATION = { username: '', email: '', password: '', confirmPassword: '' }

/** Validates a registration, including the password confirmation. */
function validateRegistration(draft: typeof EMPTY_REGISTRATION, check: Validator): Problem[] {
	const problems = check(Registration, draft)
	if (containsName(draft.password, draft)) problems.push({ path: 'password', message: NAME_IN_PASSWORD })
	return [...problems, ...validatePasswordConfirmation(draft.password, draft.confirmPassword)]
}

/** Creates an account and signs in, after `onJoined`. The page reacts to the changed session. */
export function SignUpForm({ onJoined }: { onJoined: () => void }) {
	const onDone = (answer: Parameters<typeof signIn>[0]) => {
		onJoined()
		signIn(answer)
	}
	const sending = useSend(register, { onDone, once: true })
	const form = useForm({ initial: EMPTY_REGISTRATION, validate: validateRegistration, sending })
	const { answer: name } = useUsernameCheck(form.draft.username)
	const username = form.field('username')
	return (
		<Form className={css.form} form={form} failure={AUTH_FAILED} onSend={(body) => sending.send({ body })}>
			<TextField
				{...username}
				{...VERBATIM}
				label="Username"
				problem={username.problem ?? (name?.available === false ? name.message : undefined)}
				hint={name?.available ? <span className={css.good}>{name.message}</span> : 'Letters, numbers and underscores.'}
				autoComplete="username"
			/>
			<TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
			<NewPasswordFields
				label="Password"
				password={form.field('password')}
				confirmation={form.field('confirmPassword')}
			/>
			<SubmitButton isSending={form.isSending} sendingLabel="Signing up...">
				Sign Up
			</SubmitButton>
		</Form>
	)
}
