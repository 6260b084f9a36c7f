import { useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { ClearFilters, FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { SearchText } from '#web/ui/search-text.tsx'
import css from './user-content-filter-bar.module.css'
import { USER_CONTENT_DATES, type UserContentFilters } from './user-content-filters.ts'

interface UserContentFilterBarProps {
	shown: UserContentFilters
	/** What the search looks in. */
	label: string
	placeholder: string
	/** Typing replaces the address, so that the way back does not lead through each letter. */
	onChange: (change: Partial<UserContentFilters>, how?: { replace: boolean }) => void
}

/** Filters the content of a user. */
export function UserContentFilterBar({ shown, label, placeholder, onChange }: UserContentFilterBarProps) {
	const select = useRef<HTMLSelectElement>(null)
	return (
		<FilterForm className={css.bar}>
			<SearchText
				label={label}
				placeholder={placeholder}
				maxLength={LIMITS.searchMax}
				search={shown.search}
				onSearch={(search) => onChange({ search }, { replace: true })}
			/>
			<FilterSelect
				ref={select}
				label="Date"
				className={css.date}
				name="date"
				options={USER_CONTENT_DATES}
				value={shown.date}
				onChange={(date) => onChange({ date })}
			/>
			{(shown.search !== '' || shown.date !== 'all') && <ClearFilters to={{ search: '' }} focusAfter={select} />}
		</FilterForm>
	)
}
