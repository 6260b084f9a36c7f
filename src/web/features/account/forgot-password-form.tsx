import { ForgottenPassword, forgotPassword } from '#contract/account.ts'
import { useSend } from '#web/app/data.tsx'
import css from '#web/features/sessions/auth-form.module.css'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Requests a password reset link. `onSent` receives the server's message, which is the same for every address. */
export function ForgotPasswordForm({ onSent }: { onSent: (message: string) => void }) {
	const sending = useSend(forgotPassword, { onDone: ({ message }) => onSent(message) })
	const form = useForm({
		initial: { email: '' },
		validate: (draft, check) => check(ForgottenPassword, draft),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={forgotPassword.config.failure}
			onSend={(body) => sending.send({ body })}
		>
			<TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
			<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
				Send the Link
			</SubmitButton>
		</Form>
	)
}
