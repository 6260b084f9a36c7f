import { type PointerEvent, useRef, useState } from 'react'
import css from './star-slider.module.css'
import { formatRating, starValueAt } from './star-value.ts'

const STAR = 'm12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z'
const LEFT_HALF = 'M12 2.6v14.9l-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9Z'

interface StarSliderProps {
	/** Of the native slider, for its label. */
	id?: string
	name?: string
	'aria-label'?: string
	'aria-describedby'?: string
	'aria-invalid'?: true | undefined
	/** Stars in half steps, 0 if none are chosen. */
	value: number
	onBlur?: () => void
	/** A press means a whole star, and another press on the last one half of it: for stars too small to press a half of. */
	isWhole?: boolean
	/** Called with the value under the mouse, null when it leaves. */
	onHover?: (value: number | null) => void
	/** Called with every value on the way, also while the pointer drags. */
	onChange: (value: number) => void
	/** Called with the final value when a press or drag ends, and for each key that changes the value. */
	onCommit?: (value: number, by: 'pointer' | 'key') => void
}

/**
 * Five stars that set a rating in half steps. Keyboards and screen readers use a native slider, pointers press or drag
 * over the stars. A touch that turns out to be a scroll restores the previous rating.
 */
export function StarSlider({ value, isWhole = false, onHover, onChange, onCommit, ...slider }: StarSliderProps) {
	const [hovered, setHovered] = useState<number | null>(null)
	const input = useRef<HTMLInputElement>(null)
	const valueBeforePress = useRef<number | null>(null)
	const shown = hovered ?? value
	const hover = (next: number | null) => {
		setHovered(next)
		onHover?.(next)
	}
	const valueAt = (event: PointerEvent<HTMLDivElement>) => {
		const { left, width } = event.currentTarget.getBoundingClientRect()
		const exact = starValueAt(event.clientX - left, width)
		if (!isWhole) return exact
		const star = Math.ceil(exact)
		return star === valueBeforePress.current ? star - 0.5 : star
	}
	return (
		<div
			className={`${css.stars} focus-frame`}
			data-rated={shown > 0}
			onPointerDown={(event) => {
				if (event.button !== 0) return
				event.preventDefault()
				event.currentTarget.setPointerCapture(event.pointerId)
				input.current?.focus({ preventScroll: true })
				valueBeforePress.current = value
				hover(null)
				onChange(valueAt(event))
			}}
			onPointerMove={(event) => {
				if (valueBeforePress.current !== null) onChange(valueAt(event))
				else if (event.pointerType === 'mouse') hover(valueAt(event))
			}}
			onPointerUp={(event) => {
				if (valueBeforePress.current !== null) onCommit?.(valueAt(event), 'pointer')
				valueBeforePress.current = null
			}}
			onPointerCancel={() => {
				if (valueBeforePress.current !== null) onChange(valueBeforePress.current)
				valueBeforePress.current = null
			}}
			onPointerLeave={() => hover(null)}
		>
			<input
				{...slider}
				ref={input}
				className={css.slider}
				type="range"
				min={0}
				max={5}
				step={0.5}
				value={value}
				aria-valuetext={formatRating(value)}
				onChange={({ currentTarget: { valueAsNumber } }) => {
					onChange(valueAsNumber)
					onCommit?.(valueAsNumber, 'key')
				}}
			/>
			{[0, 1, 2, 3, 4].map((index) => (
				<svg key={index} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
					<path className={css.empty} d={STAR} />
					{shown > index && <path className={css.full} d={shown === index + 0.5 ? LEFT_HALF : STAR} />}
				</svg>
			))}
		</div>
	)
}
