import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import css from './play-date-field.module.css'
import { localDay } from './play-days.ts'

interface PlayDateFieldProps {
	label: string
	name: string
	value: string
	problem: string | undefined
	/** Whether a month or a year is too little. */
	isWholeDay?: boolean
	onChange: (value: string) => void
}

/** A date that is as precise as is known, with the last two days as buttons. */
export function PlayDateField({ label, name, value, problem, isWholeDay = false, onChange }: PlayDateFieldProps) {
	const id = useId()
	return (
		<div>
			<label htmlFor={id} className={css.label}>
				{label}
			</label>
			<div className={css.row}>
				<input
					id={id}
					name={name}
					className={controlClass}
					value={value}
					autoComplete="off"
					inputMode="numeric"
					placeholder={isWholeDay ? '2026-11-21' : '2026-11-21, 2026-11 or 2026'}
					aria-describedby={`${id}-message`}
					aria-invalid={problem ? true : undefined}
					onChange={(event) => onChange(event.currentTarget.value)}
				/>
				{['Today', 'Yesterday'].map((word, daysAgo) => (
					<Button
						key={word}
						aria-label={`${label} ${word.toLowerCase()}`}
						onClick={() => onChange(localDay(new Date(), daysAgo))}
					>
						{word}
					</Button>
				))}
			</div>
			<FieldMessage id={`${id}-message`} problem={problem} />
		</div>
	)
}
