import { type KeyboardEvent, useState } from 'react'
import css from './position-field.module.css'

interface PositionFieldProps {
	/** Of the game. */
	name: string
	/** From 1. */
	number: number
	count: number
	onMove: (number: number) => void
}

/** A game's number in its list; another one that is typed sends the game there. */
export function PositionField({ name, number, count, onMove }: PositionFieldProps) {
	const [typed, setTyped] = useState<string | null>(null)
	const move = () => {
		setTyped(null)
		if (typed) onMove(Math.min(Math.max(Number(typed), 1), count))
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return
		if (event.key === 'Enter') move()
		else if (event.key === 'Escape') setTyped(null)
		else return
		// Enter in a number sends no form.
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
			onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, '').slice(0, 4))}
			onFocus={({ currentTarget }) => currentTarget.select()}
			onBlur={move}
			onKeyDown={onKeyDown}
		/>
	)
}
