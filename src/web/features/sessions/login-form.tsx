import { Link } from 'react-router'
import type { Static } from 'typebox'
import { ForgottenPassword } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import type { Problem } from '#contract/problems.ts'
import type { Ban } from '#contract/session-refusals.ts'
import { AUTH_FAILED, Credentials, login, type SecondStep } from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { logIn } from '#web/app/session.tsx'
import { getSecondStep } from '#web/features/second-factor/second-step-ticket.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { Validator } from '#web/forms/validator.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './auth-form.module.css'

// The code of `BANNED`, not imported because its module has the schemas of all forms
const BANNED_CODE = 'banned'

const BanNotice = lazy(() => import('./ban-notice.tsx'), 'BanNotice')

/** Validates credentials; an identifier with an @ must be an email address. */
function validateCredentials(draft: Credentials, check: Validator): Problem[] {
	const problems = check(Credentials, draft)
	if (!draft.identifier.includes('@')) return problems
	const emailProblems = check(ForgottenPassword, { email: draft.identifier })
	return [...emailProblems.map(({ message }) => ({ path: 'identifier', message })), ...problems]
}

/** Logs in with a username or email. The page reacts to the changed session, or to a second step. */
export function LoginForm({ onSecondStep }: { onSecondStep: (step: SecondStep) => void }) {
	const sending = useSend(login, {
		onDone: logIn,
		onError: (error) => {
			const step = getSecondStep(error)
			if (step) onSecondStep(step)
		},
		once: true,
	})
	const form = useForm({ initial: { identifier: '', password: '' }, validate: validateCredentials, sending })
	return (
		<Form className={css.form} form={form} failure={AUTH_FAILED} onSend={(body) => sending.send({ body })}>
			{sending.error?.code === BANNED_CODE && <BanNotice ban={sending.error.body as Static<typeof Ban>} />}
			<TextField
				{...form.field('identifier')}
				{...VERBATIM}
				label="Username or email"
				// Browsers offer passkeys in this field
				autoComplete="username webauthn"
				enterKeyHint="next"
			/>
			<PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
			<Link className={css.forgot} to={paths.forgotPassword()}>
				Forgot password?
			</Link>
			<SubmitButton isSending={form.isSending} sendingLabel="Logging in...">
				Log In
			</SubmitButton>
		</Form>
	)
}
