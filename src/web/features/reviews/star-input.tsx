import { type PointerEvent, useId, useRef, useState } from 'react'
import { FieldMessage } from '#web/ui/field.tsx'
import { formatRating, starValueAt } from '#web/ui/star-value.ts'
import css from './star-input.module.css'

const STAR = 'm12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z'
const LEFT_HALF = 'M12 2.6v14.9l-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9Z'

interface StarInputProps {
	name: string
	/** Stars in half steps, 0 if none are chosen. */
	value: number
	problem: string | undefined
	onChange: (value: number) => void
}

/**
 * Sets a rating in half stars. Keyboards and screen readers use a native slider, pointers press or drag over the stars.
 * A touch that turns out to be a scroll restores the previous rating.
 */
export function StarInput({ name, value, problem, onChange }: StarInputProps) {
	const id = useId()
	const [hovered, setHovered] = useState<number | null>(null)
	const slider = useRef<HTMLInputElement>(null)
	const valueBeforePress = useRef<number | null>(null)
	const shown = hovered ?? value
	const valueAt = (event: PointerEvent<HTMLDivElement>) => {
		const { left, width } = event.currentTarget.getBoundingClientRect()
		return starValueAt(event.clientX - left, width)
	}
	return (
		<div>
			<label htmlFor={id} className={css.label}>
				Your rating
			</label>
			<div className={css.row}>
				<div
					className={`${css.stars} focus-frame`}
					data-rated={shown > 0}
					onPointerDown={(event) => {
						if (event.button !== 0) return
						event.preventDefault()
						event.currentTarget.setPointerCapture(event.pointerId)
						slider.current?.focus({ preventScroll: true })
						valueBeforePress.current = value
						setHovered(null)
						onChange(valueAt(event))
					}}
					onPointerMove={(event) => {
						if (valueBeforePress.current !== null) onChange(valueAt(event))
						else if (event.pointerType === 'mouse') setHovered(valueAt(event))
					}}
					onPointerUp={() => {
						valueBeforePress.current = null
					}}
					onPointerCancel={() => {
						if (valueBeforePress.current !== null) onChange(valueBeforePress.current)
						valueBeforePress.current = null
					}}
					onPointerLeave={() => setHovered(null)}
				>
					<input
						ref={slider}
						id={id}
						className={css.slider}
						type="range"
						name={name}
						min={0}
						max={5}
						step={0.5}
						value={value}
						aria-valuetext={formatRating(value)}
						aria-describedby={`${id}-message`}
						aria-invalid={problem ? true : undefined}
						onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
					/>
					{[0, 1, 2, 3, 4].map((index) => (
						<svg key={index} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
							<path className={css.empty} d={STAR} />
							{shown > index && <path className={css.full} d={shown === index + 0.5 ? LEFT_HALF : STAR} />}
						</svg>
					))}
				</div>
				<output className={css.words} htmlFor={id} aria-hidden="true">
					{formatRating(shown)}
				</output>
			</div>
			<FieldMessage id={`${id}-message`} problem={problem}>
				From 1 to 5, in half stars.
			</FieldMessage>
		</div>
	)
}
