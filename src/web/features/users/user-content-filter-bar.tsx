import { useRef } from 'react'
import { Link } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/field.tsx'
import { SearchText } from '#web/ui/search-text.tsx'
import css from './user-content-filter-bar.module.css'
import { MADE_DATES, type MadeFilters } from './user-content-filters.ts'

interface MadeFilterBarProps {
	shown: MadeFilters
	/** What the search looks in. */
	label: string
	placeholder: string
	/** Typing replaces the address, so that the way back does not lead through each letter. */
	onChange: (change: Partial<MadeFilters>, how?: { replace: boolean }) => void
}

/** Filters what somebody made, as a form that also works before the page is alive. */
export function MadeFilterBar({ shown, label, placeholder, onChange }: MadeFilterBarProps) {
	const select = useRef<HTMLSelectElement>(null)
	return (
		<form className={css.bar} onSubmit={(event) => event.preventDefault()}>
			<SearchText
				label={label}
				placeholder={placeholder}
				maxLength={LIMITS.searchMax}
				search={shown.search}
				onSearch={(search) => onChange({ search }, { replace: true })}
			/>
			<label className={css.date}>
				<span>Date</span>
				<select
					ref={select}
					className={controlClass}
					name="date"
					value={shown.date}
					onChange={({ currentTarget: { value } }) => {
						const date = MADE_DATES.find(({ word }) => word === value)
						if (date) onChange({ date: date.word })
					}}
				>
					{MADE_DATES.map(({ word, label: name }) => (
						<option key={word} value={word}>
							{name}
						</option>
					))}
				</select>
			</label>
			{(shown.search !== '' || shown.date !== 'all') && (
				<Link
					to={{ search: '' }}
					className={buttonClass('quiet')}
					preventScrollReset
					// The link is gone once nothing is left to clear.
					onClick={() => select.current?.focus()}
				>
					Clear All Filters
				</Link>
			)}
			<noscript>
				<button type="submit" className={buttonClass('quiet')}>
					Apply
				</button>
			</noscript>
		</form>
	)
}
