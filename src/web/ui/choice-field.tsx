import { useId } from 'react'
import css from './choice-field.module.css'
import { FieldMessage } from './field.tsx'

interface ChoiceFieldProps {
	label: string
	name: string
	options: readonly { value: string; label: string }[]
	value: string
	problem: string | undefined
	hint?: string
	onChange: (value: string) => void
}

/** A choice of one from a few, as chips. */
export function ChoiceField({ label, name, options, value, problem, hint, onChange }: ChoiceFieldProps) {
	const id = useId()
	return (
		<fieldset aria-describedby={`${id}-message`}>
			<legend className={css.legend}>{label}</legend>
			<div className={css.choices}>
				{options.map((option) => (
					<label key={option.value} className={`${css.choice} focus-frame`}>
						<input
							type="radio"
							name={name}
							value={option.value}
							checked={option.value === value}
							aria-invalid={problem ? true : undefined}
							onChange={() => onChange(option.value)}
						/>
						{option.label}
					</label>
				))}
			</div>
			<FieldMessage id={`${id}-message`} problem={problem}>
				{hint}
			</FieldMessage>
		</fieldset>
	)
}
