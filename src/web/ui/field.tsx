import { type ReactNode, useId } from 'react'
import css from './field.module.css'

/** What connects a control with its label, its hint and its problem. */
export interface FieldIds {
	id: string
	'aria-describedby': string | undefined
	'aria-invalid': true | undefined
}

interface FieldProps {
	label: string
	/** Beside the label, in the second voice: what may be left out, what is expected. */
	note?: string | undefined
	/** The sentence about what is wrong. */
	problem: string | undefined
	/** Under the control where nothing is wrong. */
	hint?: ReactNode
	children: (ids: FieldIds) => ReactNode
}

/** A labeled control and the sentence about it. The sentence's line is always there, so that nothing moves. */
export function Field({ label, note, problem, hint, children }: FieldProps) {
	const id = useId()
	const said = problem ?? hint
	return (
		<div className={css.field}>
			<label htmlFor={id} className={css.label}>
				{label}
				{note && <span className={css.note}> {note}</span>}
			</label>
			{children({
				id,
				'aria-describedby': said ? `${id}-said` : undefined,
				'aria-invalid': problem ? true : undefined,
			})}
			<Said id={`${id}-said`} problem={problem}>
				{hint}
			</Said>
		</div>
	)
}

/** The line under a control: what is wrong, else the hint. */
export function Said({ id, problem, children }: { id: string; problem: string | undefined; children?: ReactNode }) {
	return (
		<p id={id} className={problem ? css.problem : css.hint}>
			{problem ?? children}
		</p>
	)
}

/** The class of a text control, as all forms have it. */
export const controlClass = `${css.control}`
