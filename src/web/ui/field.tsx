import { type ReactNode, useId } from 'react'
import css from './field.module.css'

/** The attributes that connect a control with its label, hint and error message. */
export interface FieldIds {
	id: string
	'aria-describedby': string | undefined
	'aria-invalid': true | undefined
}

interface FieldProps {
	label: string
	/** Secondary text next to the label, such as "optional" or the expected format. */
	note?: string | undefined
	/** The error message. */
	problem: string | undefined
	/** Shown under the control while there is no error. */
	hint?: ReactNode
	children: (ids: FieldIds) => ReactNode
}

/** A labeled control with its hint or error message. The message's line is always reserved, to avoid layout shifts. */
export function Field({ label, note, problem, hint, children }: FieldProps) {
	const id = useId()
	const message = problem ?? hint
	return (
		<div className={css.field}>
			<label htmlFor={id} className={css.label}>
				{label}
				{note && <span className={css.note}> {note}</span>}
			</label>
			{children({
				id,
				'aria-describedby': message ? `${id}-message` : undefined,
				'aria-invalid': problem ? true : undefined,
			})}
			<FieldMessage id={`${id}-message`} problem={problem}>
				{hint}
			</FieldMessage>
		</div>
	)
}

/** The line under a control: the error message, or else the hint. */
export function FieldMessage({
	id,
	problem,
	children,
}: {
	id: string
	problem: string | undefined
	children?: ReactNode
}) {
	return (
		<p id={id} className={problem ? css.problem : css.hint}>
			{problem ?? children}
		</p>
	)
}

/** The class of text controls in all forms. */
export const controlClass = `${css.control}`
