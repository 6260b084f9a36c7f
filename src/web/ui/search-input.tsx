import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { controlClass } from './field.tsx'
import css from './search-input.module.css'

const DEBOUNCE_MS = 300

interface SearchInputProps {
	label: string
	isLabelHidden?: boolean
	placeholder: string
	maxLength: number
	/** The current search, from the URL. */
	search: string
	onSearch: (search: string) => void
}

/** A search field, debounced by 300 ms. If the URL changes for another reason, the field follows. */
export function SearchInput({
	label,
	isLabelHidden = false,
	placeholder,
	maxLength,
	search,
	onSearch,
}: SearchInputProps) {
	const [text, setText] = useState(search)
	const [previousSearch, setPreviousSearch] = useState(search)
	const [submitted, setSubmitted] = useState(search)
	const field = useRef<HTMLInputElement>(null)
	if (previousSearch !== search) {
		setPreviousSearch(search)
		// Keep the text if this field caused the change: the user may still be typing
		if (search !== submitted) {
			setText(search)
			setSubmitted(search)
		}
	}
	const submit = () => {
		const trimmed = text.trim()
		if (trimmed === submitted) return
		setSubmitted(trimmed)
		onSearch(trimmed)
	}
	const submitDebounced = useEffectEvent(submit)
	// Each keystroke restarts the timer
	useEffect(() => {
		if (text.trim() === submitted) return
		const timer = setTimeout(() => submitDebounced(), DEBOUNCE_MS)
		return () => clearTimeout(timer)
	}, [text, submitted])
	// Take over text typed before hydration
	useEffect(() => {
		if (field.current) setText(field.current.value)
	}, [])
	return (
		<label className={css.search}>
			<span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
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
					if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit()
				}}
			/>
		</label>
	)
}
