import { useId } from 'react'
import { FieldMessage } from './field.tsx'
import css from './radio-rows.module.css'

interface RadioRowsProps {
	label: string
	name: string
	options: readonly { value: string; label: string; hint: string }[]
	/** '' if nothing is chosen yet. */
	value: string
	problem: string | undefined
	onChange: (value: string) => void
}

/** A choice of one from several that need a sentence each, as rows. */
export function RadioRows({ label, name, options, value, problem, onChange }: RadioRowsProps) {
	const id = useId()
	return (
		<fieldset aria-describedby={`${id}-message`}>
			<legend className={css.legend}>{label}</legend>
			<div className={css.rows}>
				{options.map((option) => (
					<label key={option.value} className={css.row}>
						<input
							type="radio"
							name={name}
							value={option.value}
							checked={option.value === value}
							aria-invalid={problem ? true : undefined}
							onChange={() => onChange(option.value)}
						/>
						<span>
							<span className={css.name}>{option.label}</span>
							<span className={css.hint}>{option.hint}</span>
						</span>
					</label>
				))}
			</div>
			<FieldMessage id={`${id}-message`} problem={problem} />
		</fieldset>
	)
}
