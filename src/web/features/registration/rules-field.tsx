import { useId } from 'react'
import { paths } from '#contract/paths.ts'
import { FieldMessage } from '#web/ui/field.tsx'
import css from './rules-field.module.css'

interface RulesFieldProps {
	name: string
	value: boolean
	problem: string | undefined
	onChange: (value: boolean) => void
}

/** Accepts the rules of the site, which open beside the form. */
export function RulesField({ name, value, problem, onChange }: RulesFieldProps) {
	const id = useId()
	return (
		<div>
			<label className={css.choice}>
				<input
					type="checkbox"
					name={name}
					checked={value}
					aria-invalid={problem ? true : undefined}
					aria-describedby={`${id}-message`}
					onChange={({ currentTarget }) => onChange(currentTarget.checked)}
				/>
				<span>
					I accept the{' '}
					<a href={paths.rules()} target="_blank" rel="noreferrer">
						rules
					</a>
				</span>
			</label>
			<FieldMessage id={`${id}-message`} problem={problem} />
		</div>
	)
}
