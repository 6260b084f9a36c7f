import { useContext, useRef } from 'react'
import { RULES_NOT_ACCEPTED } from '#contract/registration.ts'
import { setUsername, UsernameChoice } from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { logIn } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { RulesField } from '#web/features/registration/rules-field.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useValidator } from '#web/forms/validator.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './auth-form.module.css'
import { useUsernameCheck } from './username-check.ts'

/** Sets the username of an account without one. Calls `onChosen` once the session has the new name. */
export function UsernameForm({ onChosen }: { onChosen: () => void }) {
	const sending = useSend(setUsername, {
		once: true,
		onDone: (answer) => {
			// The social login is complete, so that another one can be processed.
			safeLocalStorage.set('oauth_already_processed', null)
			logIn(answer)
			onChosen()
		},
	})
	const { hasRules } = useContext(SiteContext)
	const form = useForm({
		initial: { username: '', acceptedRules: false },
		validate: (draft, check) => [
			...check(UsernameChoice, draft),
			...(hasRules && !draft.acceptedRules ? [{ path: 'acceptedRules', message: RULES_NOT_ACCEPTED }] : []),
		],
		sending,
	})
	const { draft } = form
	const username = form.field('username')
	const check = useValidator()
	const { answer, failed, isChecking, retry } = useUsernameCheck(draft.username)
	const input = useRef<HTMLInputElement>(null)
	// Validate on every keystroke, but an empty field only on submit.
	const [typedProblem] = draft.username === '' || !check ? [] : check(UsernameChoice, draft)
	const isAvailable = answer?.available === true
	return (
		<Form
			className={css.form}
			form={form}
			failure="Failed to set username. Please try again."
			onSend={(body) => isAvailable && sending.send({ body })}
		>
			<TextField
				{...username}
				{...VERBATIM}
				ref={input}
				label="Username"
				problem={
					username.problem ??
					typedProblem?.message ??
					(answer?.available === false ? answer.message : undefined) ??
					(failed ? 'Error checking availability' : undefined)
				}
				hint={
					<span role="status">
						{answer?.available ? (
							<span className={css.good}>{answer.message}</span>
						) : isChecking ? (
							'Checking availability...'
						) : (
							'3 to 30 letters, numbers and underscores.'
						)}
					</span>
				}
				autoComplete="username"
			/>
			{failed && (
				<Button
					kind="quiet"
					onClick={() => {
						// The button is removed, so move the focus to the field.
						input.current?.focus()
						retry()
					}}
				>
					Try Again
				</Button>
			)}
			{hasRules && <RulesField {...form.field('acceptedRules')} />}
			<SubmitButton isSending={form.isSending} sendingLabel="Saving..." isIdle={!isAvailable}>
				Continue
			</SubmitButton>
		</Form>
	)
}
