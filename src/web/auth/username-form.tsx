import { useRef } from 'react'
import { setUsername, UsernameChoice } from '#contract/auth.ts'
import { problems, tidy } from '#contract/problems.ts'
import { useSend } from '../data.tsx'
import { useForm } from '../form.ts'
import { FormFailure } from '../form-failure.tsx'
import { signIn } from '../session.tsx'
import { stored } from '../stored.ts'
import { Button } from '../ui/button.tsx'
import { controlClass, Field } from '../ui/field.tsx'
import css from './auth-form.module.css'
import { useUsernameCheck } from './username-check.ts'

/** Chooses the username of an account that has none; `onChosen` is called when the session has it. */
export function UsernameForm({ onChosen }: { onChosen: () => void }) {
	const sending = useSend(setUsername, {
		onDone: (answer) => {
			// The social sign-in that led here is over; another may follow.
			stored.set('oauth_already_processed', null)
			signIn(answer)
			onChosen()
		},
	})
	const form = useForm({ username: '' }, (draft) => problems(UsernameChoice, tidy(UsernameChoice, draft)), sending)
	const { draft, set, problemOf } = form
	const check = useUsernameCheck(draft.username)
	const input = useRef<HTMLInputElement>(null)
	// Every keystroke is judged; an empty field only once it was sent.
	const [wrong] = draft.username === '' ? [] : problems(UsernameChoice, tidy(UsernameChoice, draft))
	const taken = check.answer?.available === false ? check.answer.message : undefined
	const canSend = check.answer?.available === true && !sending.isSending
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
					problemOf('username') ?? wrong?.message ?? taken ?? (check.failed ? 'Error checking availability' : undefined)
				}
				hint={
					<span role="status">
						{check.answer?.available ? (
							<span className={css.good}>{check.answer.message}</span>
						) : check.isChecking ? (
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
			{check.failed && (
				<Button
					kind="quiet"
					onClick={() => {
						// The button goes; the name is what it is about.
						input.current?.focus()
						check.retry()
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
