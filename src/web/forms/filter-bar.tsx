import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/field.tsx'

interface FilterFormProps {
	/** Where the form leads without JavaScript; without it, to the page itself. */
	action?: string
	className?: string | undefined
	children: ReactNode
}

/** The filters of a list, as a form that also works before the page is alive. */
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
	className: string | undefined
	/** The words of the address, and what the select calls them. */
	options: readonly { word: Word; label: string }[]
	value: Word
	onChange: (word: Word) => void
}

/** Chooses one of a few words that stand in the address. */
export function FilterSelect<Word extends string>(props: FilterSelectProps<Word>) {
	const { label, isLabelHidden = false, className, options, onChange, ...control } = props
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
	/** Takes the focus, as the link goes with the last filter. */
	focusAfter: { readonly current: HTMLElement | null }
}

export function ClearFilters({ to, focusAfter }: ClearFiltersProps) {
	return (
		<Link to={to} className={buttonClass('quiet')} preventScrollReset onClick={() => focusAfter.current?.focus()}>
			Clear All Filters
		</Link>
	)
}
