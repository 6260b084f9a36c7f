import { ForgottenPassword, forgotPassword } from '#contract/account.ts'
import { useSend } from '../data.tsx'
import { useForm } from '../form.ts'
import { FormFailure } from '../form-failure.tsx'
import { Button } from '../ui/button.tsx'
import { controlClass, Field } from '../ui/field.tsx'
import css from './auth-form.module.css'

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
