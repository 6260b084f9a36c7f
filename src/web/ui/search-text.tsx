import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { controlClass } from './field.tsx'
import css from './search-text.module.css'

const PAUSE_MS = 300

interface SearchTextProps {
	label: string
	placeholder: string
	maxLength: number
	/** What is searched for. */
	search: string
	onSearch: (search: string) => void
}

/** The words to look for. Typing searches once it pauses; an address that changed otherwise changes the field. */
export function SearchText({ label, placeholder, maxLength, search, onSearch }: SearchTextProps) {
	const [text, setText] = useState(search)
	const [seen, setSeen] = useState(search)
	const [sent, setSent] = useState(search)
	const field = useRef<HTMLInputElement>(null)
	if (seen !== search) {
		setSeen(search)
		// The answer to what was sent from here comes while the typing may go on.
		if (search !== sent) {
			setText(search)
			setSent(search)
		}
	}
	const apply = () => {
		const words = text.trim()
		if (words === sent) return
		setSent(words)
		onSearch(words)
	}
	const applyPaused = useEffectEvent(apply)
	// The clock is outside: it begins anew with each letter.
	useEffect(() => {
		if (text.trim() === sent) return
		const timer = setTimeout(() => applyPaused(), PAUSE_MS)
		return () => clearTimeout(timer)
	}, [text, sent])
	// So is the field, which may have been typed into before the page became alive.
	useEffect(() => {
		if (field.current) setText(field.current.value)
	}, [])
	return (
		<label className={css.search}>
			<span>{label}</span>
			<input
				ref={field}
				className={controlClass}
				type="search"
				name="search"
				placeholder={placeholder}
				autoComplete="off"
				maxLength={maxLength}
				value={text}
				onChange={(event) => setText(event.currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === 'Enter') apply()
				}}
			/>
		</label>
	)
}
