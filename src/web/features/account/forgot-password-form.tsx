import { ForgottenPassword, forgotPassword } from '#contract/account.ts'
import { useSend } from '#web/app/data.tsx'
import css from '#web/features/sessions/auth-form.module.css'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'

/** Asks for the link to a new password; `onSent` gets what the server says to everyone. */
export function ForgotPasswordForm({ onSent }: { onSent: (message: string) => void }) {
	const sending = useSend(forgotPassword, { onDone: ({ message }) => onSent(message) })
	const form = useForm({ email: '' }, (draft, check) => check(ForgottenPassword, draft), sending)
	const { draft, set, problemOf } = form
	const { send, isSending } = sending
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) => form.submit(event, (body) => isSending || send({ body }))}
		>
			<FormFailure error={form.failure} otherwise={forgotPassword.config.failure} />
			<Field label="Email" problem={problemOf('email')}>
				{(ids) => (
					<input
						{...ids}
						className={controlClass}
						name="email"
						type="email"
						inputMode="email"
						autoComplete="email"
						value={draft.email}
						onChange={(event) => set({ email: event.currentTarget.value })}
					/>
				)}
			</Field>
			<Button kind="main" type="submit" aria-disabled={isSending}>
				{isSending ? 'Sending...' : 'Send the Link'}
			</Button>
		</form>
	)
}
