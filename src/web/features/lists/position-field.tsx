import { type KeyboardEvent, useState } from 'react'
import { toHalfWidth } from '#contract/half-width.ts'
import css from './position-field.module.css'

interface PositionFieldProps {
	/** The game's name. */
	name: string
	/** The position, from 1. */
	number: number
	count: number
	onMove: (number: number) => void
}

/** A game's position in its list; typing another number moves the game there. */
export function PositionField({ name, number, count, onMove }: PositionFieldProps) {
	const [typed, setTyped] = useState<string | null>(null)
	const move = () => {
		setTyped(null)
		if (typed) onMove(Math.min(Math.max(Number(toHalfWidth(typed)), 1), count))
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return
		if (event.key === 'Enter') move()
		else if (event.key === 'Escape') setTyped(null)
		else return
		// Enter in this field must not submit the form.
		event.preventDefault()
	}
	return (
		<input
			className={css.number}
			type="text"
			inputMode="numeric"
			autoComplete="off"
			aria-label={`Position of ${name}`}
			value={typed ?? number}
			onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/[^\d０-９]/g, '').slice(0, 4))}
			onFocus={({ currentTarget }) => currentTarget.select()}
			onBlur={move}
			onKeyDown={onKeyDown}
		/>
	)
}
