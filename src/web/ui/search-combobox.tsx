import type { KeyboardEvent, Ref } from 'react'
import { type OptionList, useCombobox } from './combobox.tsx'
import { controlClass } from './field.tsx'
import css from './search-combobox.module.css'

interface SearchComboboxProps<O> extends Omit<OptionList<O>, 'getHref' | 'startsOpen'> {
	placeholder: string
	/** The text in the field. */
	text: string
	onText: (text: string) => void
	/** The input element, to focus it. */
	fieldRef?: Ref<HTMLInputElement> | undefined
}

/** A search field with a list of results: arrow keys navigate, Enter picks, Escape closes the list, then clears the field. */
export function SearchCombobox<O>({
	placeholder,
	text,
	onText,
	fieldRef,
	isInline = false,
	...list
}: SearchComboboxProps<O>) {
	const combobox = useCombobox({ ...list, label: 'Results', isInline })
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing || combobox.press(event)) return
		if (event.key === 'Escape' && text && !isInline) onText('')
		// Enter without a selected option must not submit the form
		else if (event.key !== 'Enter') return
		event.preventDefault()
	}
	return (
		<div className={css.box}>
			<input
				{...combobox.attributes}
				ref={fieldRef}
				className={controlClass}
				type="text"
				inputMode="search"
				aria-label={list.label}
				autoComplete="off"
				autoCorrect="off"
				spellCheck={false}
				enterKeyHint="search"
				placeholder={placeholder}
				value={text}
				onChange={(event) => {
					combobox.restart()
					onText(event.currentTarget.value)
				}}
				onFocus={combobox.open}
				onClick={combobox.open}
				onBlur={combobox.close}
				onKeyDown={onKeyDown}
			/>
			{combobox.list}
		</div>
	)
}
