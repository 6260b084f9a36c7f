import { useContext } from 'react'
import { ForgottenPassword, forgotPassword } from '#contract/account.ts'
import { SiteContext } from '#web/app/site.ts'
import { useProvenSend } from '#web/features/registration/proven-send.ts'
import css from '#web/features/sessions/auth-form.module.css'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Requests a password reset link. `onSent` receives the server's message, which is the same for every address. */
export function ForgotPasswordForm({ onSent }: { onSent: (message: string) => void }) {
	const { proofNeeded } = useContext(SiteContext)
	const sending = useProvenSend(forgotPassword, {
		isNeeded: proofNeeded,
		onDone: ({ message }) => onSent(message),
	})
	const form = useForm({
		initial: { email: '' },
		validate: (draft, check) => check(ForgottenPassword, draft),
		sending,
		onChange: sending.prepare,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={forgotPassword.config.failure}
			onSend={(body) => sending.send(body)}
		>
			<TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
			<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
				Send the Link
			</SubmitButton>
		</Form>
	)
}
