import { type ComponentProps, type FocusEvent, type SyntheticEvent, useRef, useState } from 'react'
import type { Problem } from '#contract/problems.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from './form-failure.tsx'
import { acceptEverything, loadValidator, useValidator, type Validator } from './validator.ts'

interface FormOptions<D extends object> {
	initial: D | (() => D)
	/** Returns all problems of a draft, in the order of the fields; null leaves validation to the server. */
	validate: ((draft: D, validator: Validator) => Problem[]) | null
	/** The state of the call that sends the draft, as `useSend` returns it. */
	sending: { error: ApiError | null; isSending: boolean; reset: () => void }
	/** Called with the new draft after each user input. */
	onChange?: (draft: D) => void
}

/**
 * The state of a form, for `Form` and its fields. A field shows its problem once the user has left it or tried to
 * send; the server's problems stay until something changes.
 */
export function useForm<D extends object>({ initial, validate, sending, onChange }: FormOptions<D>) {
	const { error, isSending, reset } = sending
	const [draft, setDraft] = useState<D>(initial)
	const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
	const validator = useValidator(validate !== null)
	const isWaitingForValidator = useRef(false)
	const problems = validator && validate ? validate(draft, validator) : []
	const visit = (...names: string[]) => setVisited((before) => new Set([...before, ...names]))
	const getProblem = (name: string): string | undefined =>
		error?.details.find(({ path }) => path === name)?.message ??
		(visited.has(name) ? problems.find(({ path }) => path === name)?.message : undefined)
	const set = (change: Partial<D>) => {
		// Keep other changes since the last render
		setDraft((before) => ({ ...before, ...change }))
		if (error) reset()
		onChange?.({ ...draft, ...change })
	}
	return {
		draft,
		isSending,
		getProblem,
		set,
		/** The props of the control that edits one field of the draft. */
		field: <K extends keyof D & string>(name: K) => ({
			name,
			value: draft[name],
			problem: getProblem(name),
			onChange: (value: D[K]) => set({ [name]: value } as unknown as Partial<D>),
		}),
		/** Replaces the draft and hides problems until fields are visited again. */
		restart: (other: D) => {
			setDraft(other)
			setVisited(new Set())
			if (error) reset()
		},
		/** The server's refusal of the whole draft; null if it named fields of this form. */
		failure: error?.details.some(({ path }) => path in draft) ? null : error,
		onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
			const { name, value } = target as unknown as { name?: string; value?: string }
			// Leaving an empty field is not a mistake yet
			if (name && value) visit(name)
		},
		submit: (event: SyntheticEvent<HTMLFormElement>, send: (draft: D) => void) => {
			event.preventDefault()
			const form = event.currentTarget
			const sendOrShowProblems = (currentProblems: Problem[]) => {
				const [first] = currentProblems
				if (!first) return send(draft)
				visit(...currentProblems.map(({ path }) => path))
				const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(first.path)}"]`)
				// Center it, so that the header does not cover its label and problem
				control?.scrollIntoView({ block: 'center' })
				control?.focus({ preventScroll: true })
			}
			if (validator || !validate) return sendOrShowProblems(problems)
			if (isWaitingForValidator.current) return
			isWaitingForValidator.current = true
			void loadValidator()
				.catch(() => acceptEverything)
				.then((loaded) => sendOrShowProblems(validate(draft, loaded)))
				.finally(() => {
					isWaitingForValidator.current = false
				})
		},
	}
}

interface FormProps<D extends object> extends Pick<ComponentProps<'form'>, 'className' | 'onKeyDown' | 'children'> {
	form: Pick<ReturnType<typeof useForm<D>>, 'failure' | 'onBlur' | 'submit'>
	/** The failure message if the server gives no reason. A long form shows its `FormFailure` near its buttons instead. */
	failure?: string
	/** Sends a draft without problems. `useSend` ignores a second call while the first is in flight. */
	onSend: (draft: D) => void
}

/** A form that sends a valid draft; otherwise it shows the problems and moves the focus to the first. */
export function Form<D extends object>({ form, failure, onSend, children, ...rest }: FormProps<D>) {
	return (
		// With "post", a form submitted before hydration does not put its fields into the URL
		<form {...rest} method="post" noValidate onBlur={form.onBlur} onSubmit={(event) => form.submit(event, onSend)}>
			{failure !== undefined && <FormFailure error={form.failure} fallback={failure} />}
			{children}
		</form>
	)
}

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'aria-disabled'> {
	isSending: boolean
	/** The label while the form is being sent. */
	sendingLabel: string
	/** Disables the button for another reason, but it stays focusable. */
	isIdle?: boolean
}

/** The button that sends a form. */
export function SubmitButton({ isSending, sendingLabel, isIdle = false, children, ...rest }: SubmitButtonProps) {
	return (
		<Button kind="main" {...rest} type="submit" aria-disabled={isSending || isIdle}>
			{isSending ? sendingLabel : children}
		</Button>
	)
}
