import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { controlClass } from './field.tsx'
import css from './search-combobox.module.css'

interface SearchComboboxProps<O> {
	label: string
	placeholder: string
	/** What is typed. */
	text: string
	onText: (text: string) => void
	/** What was found for it. */
	options: readonly O[]
	keyOf: (option: O) => string | number
	children: (option: O) => ReactNode
	onPick: (option: O) => void
	/** Said in place of options: that it searches, that nothing was found; null where there is nothing to say. */
	status: string | null
}

/** A search field that offers what it finds: arrow keys go through it, Enter picks, Escape closes, then empties. */
export function SearchCombobox<O>({
	label,
	placeholder,
	text,
	onText,
	options,
	keyOf,
	children,
	onPick,
	status,
}: SearchComboboxProps<O>) {
	const id = useId()
	const [isOpen, setOpen] = useState(false)
	const [active, setActive] = useState(-1)
	const isShown = isOpen && (options.length > 0 || status !== null)
	// What was found may have become less since the keys went through it.
	const current = isShown && active < options.length ? active : -1
	const pick = (option: O) => {
		setOpen(false)
		setActive(-1)
		onPick(option)
	}
	const go = (index: number) => {
		setOpen(true)
		setActive(options.length === 0 ? -1 : (index + options.length) % options.length)
	}
	const onKeyDown = (event: KeyboardEvent) => {
		const option = options[current]
		if (event.nativeEvent.isComposing) return
		if (event.key === 'ArrowDown') go(current + 1)
		else if (event.key === 'ArrowUp') go(current === -1 ? -1 : current - 1)
		else if (event.key === 'Enter' && option !== undefined) pick(option)
		else if (event.key === 'Escape' && isShown) setOpen(false)
		else if (event.key === 'Escape' && text) onText('')
		// Enter in a search without a choice sends no form.
		else if (event.key !== 'Enter') return
		event.preventDefault()
	}
	return (
		<div className={css.box}>
			<input
				className={controlClass}
				role="combobox"
				type="text"
				inputMode="search"
				aria-label={label}
				aria-expanded={isShown && options.length > 0}
				aria-controls={`${id}-list`}
				aria-autocomplete="list"
				aria-activedescendant={current === -1 ? undefined : `${id}-${current}`}
				autoComplete="off"
				autoCorrect="off"
				spellCheck={false}
				enterKeyHint="search"
				placeholder={placeholder}
				value={text}
				onChange={(event) => {
					setOpen(true)
					setActive(-1)
					onText(event.currentTarget.value)
				}}
				onFocus={() => setOpen(true)}
				onClick={() => setOpen(true)}
				onBlur={() => setOpen(false)}
				onKeyDown={onKeyDown}
			/>
			<div className={css.sheet} hidden={!isShown}>
				<div id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
					{options.map((option, index) => (
						// biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the arrow keys of the field
						<div
							key={keyOf(option)}
							id={`${id}-${index}`}
							role="option"
							tabIndex={-1}
							aria-selected={index === current}
							className={css.option}
							// The field keeps the focus, so that leaving it can close the list.
							onMouseDown={(event) => event.preventDefault()}
							onClick={() => pick(option)}
						>
							{children(option)}
						</div>
					))}
				</div>
				{options.length === 0 && <p className={css.status}>{status}</p>}
			</div>
			<p role="status" className="visually-hidden">
				{isShown && (status ?? `${options.length} found`)}
			</p>
		</div>
	)
}
