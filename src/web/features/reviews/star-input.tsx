import { type ReactNode, useId, useState } from 'react'
import { FieldMessage } from '#web/ui/field.tsx'
import { StarSlider } from '#web/ui/star-slider.tsx'
import { formatRating } from '#web/ui/star-value.ts'
import css from './star-input.module.css'

interface StarInputProps {
	name: string
	/** Stars in half steps, 0 if none are chosen. */
	value: number
	problem: string | undefined
	onChange: (value: number) => void
	/** At the end of the row. */
	children?: ReactNode
}

/** The rating of a review, in half stars. */
export function StarInput({ name, value, problem, onChange, children }: StarInputProps) {
	const id = useId()
	const [hovered, setHovered] = useState<number | null>(null)
	const shown = hovered ?? value
	return (
		<div>
			<label htmlFor={id} className={css.label}>
				Your rating
			</label>
			<div className={css.row}>
				<div className={css.stars}>
					<StarSlider
						id={id}
						name={name}
						value={value}
						aria-describedby={`${id}-message`}
						aria-invalid={problem ? true : undefined}
						onHover={setHovered}
						onChange={onChange}
					/>
				</div>
				<output className={css.words} htmlFor={id} aria-hidden="true" data-rated={shown > 0}>
					{formatRating(shown)}
				</output>
				{children}
			</div>
			<FieldMessage id={`${id}-message`} problem={problem}>
				From 1 to 5, in half stars.
			</FieldMessage>
		</div>
	)
}
