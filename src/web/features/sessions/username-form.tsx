import { useRef } from 'react'
import { setUsername, UsernameChoice } from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { stored } from '#web/app/local-storage.ts'
import { signIn } from '#web/app/session.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useCheck } from '#web/forms/validator.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import css from './auth-form.module.css'
import { useUsernameCheck } from './username-check.ts'

/** Chooses the username of an account that has none; `onChosen` is called when the session has it. */
export function UsernameForm({ onChosen }: { onChosen: () => void }) {
	const sending = useSend(setUsername, {
		once: true,
		onDone: (answer) => {
			// The social sign-in that led here is over; another may follow.
			stored.set('oauth_already_processed', null)
			signIn(answer)
			onChosen()
		},
	})
	const form = useForm({ username: '' }, (draft, check) => check(UsernameChoice, draft), sending)
	const { draft, set, problemOf } = form
	const check = useCheck()
	const availability = useUsernameCheck(draft.username)
	const input = useRef<HTMLInputElement>(null)
	// Every keystroke is judged; an empty field only once it was sent.
	const [wrong] = draft.username === '' || !check ? [] : check(UsernameChoice, draft)
	const taken = availability.answer?.available === false ? availability.answer.message : undefined
	const canSend = availability.answer?.available === true && !sending.isSending
	return (
		<form
			className={css.form}
			method="post"
			noValidate
			onBlur={form.onBlur}
			onSubmit={(event) => form.submit(event, (body) => canSend && sending.send({ body }))}
		>
			<FormFailure error={form.failure} otherwise="Failed to set username. Please try again." />
			<Field
				label="Username"
				problem={
					problemOf('username') ??
					wrong?.message ??
					taken ??
					(availability.failed ? 'Error checking availability' : undefined)
				}
				hint={
					<span role="status">
						{availability.answer?.available ? (
							<span className={css.good}>{availability.answer.message}</span>
						) : availability.isChecking ? (
							'Checking availability...'
						) : (
							'3 to 30 letters, numbers and underscores.'
						)}
					</span>
				}
			>
				{(ids) => (
					<input
						{...ids}
						ref={input}
						className={controlClass}
						name="username"
						autoComplete="username"
						autoCapitalize="none"
						autoCorrect="off"
						spellCheck={false}
						value={draft.username}
						onChange={(event) => set({ username: event.currentTarget.value })}
					/>
				)}
			</Field>
			{availability.failed && (
				<Button
					kind="quiet"
					onClick={() => {
						// The button goes; the name is what it is about.
						input.current?.focus()
						availability.retry()
					}}
				>
					Try Again
				</Button>
			)}
			<Button kind="main" type="submit" aria-disabled={!canSend}>
				{sending.isSending ? 'Saving...' : 'Continue'}
			</Button>
		</form>
	)
}
