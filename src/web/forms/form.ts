import { type FocusEvent, type SyntheticEvent, useRef, useState } from 'react'
import type { Problem } from '#contract/problems.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { type Check, loadCheck, nothingWrong, useCheck } from './validator.ts'

/** What `useSend` says of a sending. */
interface Sending {
	error: ApiError | null
	reset: () => void
}

/**
 * The state of a form. A field's problem shows once the person has left it or tried to send; what the server refused
 * stands until something is changed. `judge` says by the check everything that is wrong, in the order of the fields.
 */
export function useForm<D extends object>(
	initial: D,
	judge: (draft: D, check: Check) => Problem[],
	{ error, reset }: Sending,
) {
	const [draft, setDraft] = useState(initial)
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
	const check = useCheck()
	const isWaiting = useRef(false)
	const found = check ? judge(draft, check) : []
	const leave = (...names: string[]) => setLeft((before) => new Set([...before, ...names]))
	return {
		draft,
		problemOf: (name: string): string | undefined =>
			error?.details.find(({ path }) => path === name)?.message ??
			(left.has(name) ? found.find(({ path }) => path === name)?.message : undefined),
		set: (change: Partial<D>) => {
			// what else was changed since the last rendering stays
			setDraft((before) => ({ ...before, ...change }))
			if (error) reset()
		},
		/** Puts another draft in the place of the whole, untouched. */
		restart: (other: D) => {
			setDraft(other)
			setLeft(new Set())
			if (error) reset()
		},
		/** For the form's `onBlur`: its controls are named after the fields. */
		onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
			const { name, value } = target as unknown as { name?: string; value?: string }
			// Passing through an empty field is no mistake yet.
			if (name && value) leave(name)
		},
		/** For the form's `onSubmit`: sends a right draft, else shows what is wrong and goes to the first of it. */
		submit: (event: SyntheticEvent<HTMLFormElement>, send: (draft: D) => void) => {
			event.preventDefault()
			const form = event.currentTarget
			const decide = (wrong: Problem[]) => {
				const [first] = wrong
				if (!first) return send(draft)
				leave(...wrong.map(({ path }) => path))
				const field = form.querySelector<HTMLElement>(`[name="${CSS.escape(first.path)}"]`)
				// Its label above it and the sentence under it are to be seen as well, clear of the header.
				field?.scrollIntoView({ block: 'center' })
				field?.focus({ preventScroll: true })
			}
			if (check) return decide(found)
			if (isWaiting.current) return
			isWaiting.current = true
			void loadCheck()
				.catch(() => nothingWrong)
				.then((loaded) => decide(judge(draft, loaded)))
				.finally(() => {
					isWaiting.current = false
				})
		},
		/** What the server refused as a whole: null where it named fields of this form. */
		failure: error?.details.some(({ path }) => path in draft) ? null : error,
	}
}
