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
	/** Whether a press on what is chosen takes it back, so that nothing is. */
	isOptional?: boolean
	onChange: (value: string) => void
}

/** A choice of one from a few, as chips. A value of no option chooses none. */
export function ChoiceField({
	label,
	name,
	options,
	value,
	problem,
	hint,
	isOptional = false,
	onChange,
}: ChoiceFieldProps) {
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
							onClick={() => {
								if (isOptional && option.value === value) onChange('')
							}}
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
