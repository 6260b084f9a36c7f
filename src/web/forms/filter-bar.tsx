import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/field.tsx'
import css from './filter-bar.module.css'

interface FilterFormProps {
	/** The form's target without JavaScript; defaults to the current page. */
	action?: string
	className?: string | undefined
	children: ReactNode
}

/** The filters of a list, as a form that also works without JavaScript. */
export function FilterForm({ children, ...rest }: FilterFormProps) {
	return (
		<form {...rest} onSubmit={(event) => event.preventDefault()}>
			{children}
			<noscript>
				<button type="submit" className={buttonClass('quiet')}>
					Apply
				</button>
			</noscript>
		</form>
	)
}

interface FilterSelectProps<Word extends string> extends Pick<ComponentProps<'select'>, 'ref' | 'name'> {
	label: string
	isLabelHidden?: boolean
	/** By default, the label is above the select. */
	className?: string | undefined
	/** The values of the URL parameter and their labels. */
	options: readonly { word: Word; label: string }[]
	value: Word
	onChange: (word: Word) => void
}

/** A select for one of a few values of a URL parameter. */
export function FilterSelect<Word extends string>(props: FilterSelectProps<Word>) {
	const { label, isLabelHidden = false, className = css.filter, options, onChange, ...control } = props
	return (
		<label className={className}>
			<span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
			<select
				{...control}
				className={controlClass}
				onChange={({ currentTarget: { value } }) => {
					const option = options.find(({ word }) => word === value)
					if (option) onChange(option.word)
				}}
			>
				{options.map(({ word, label }) => (
					<option key={word} value={word}>
						{label}
					</option>
				))}
			</select>
		</label>
	)
}

interface ClearFiltersProps extends Pick<ComponentProps<typeof Link>, 'to'> {
	/** Receives the focus, because the link disappears with the last filter. */
	focusAfter: { readonly current: HTMLElement | null }
}

export function ClearFilters({ to, focusAfter }: ClearFiltersProps) {
	return (
		<Link to={to} className={buttonClass('quiet')} preventScrollReset onClick={() => focusAfter.current?.focus()}>
			Clear All Filters
		</Link>
	)
}
