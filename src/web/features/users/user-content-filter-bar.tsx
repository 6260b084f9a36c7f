import { useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { ClearFilters, FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import css from './user-content-filter-bar.module.css'
import { USER_CONTENT_DATES, type UserContentFilters } from './user-content-filters.ts'

interface UserContentFilterBarProps {
	filters: UserContentFilters
	/** The label of the search field. */
	label: string
	placeholder: string
	/** Typing replaces the history entry, so that going back does not step through each letter. */
	onChange: (change: Partial<UserContentFilters>, how?: { replace: boolean }) => void
}

/** The filters of a user's reviews or lists. */
export function UserContentFilterBar({ filters, label, placeholder, onChange }: UserContentFilterBarProps) {
	const select = useRef<HTMLSelectElement>(null)
	return (
		<FilterForm className={css.bar}>
			<SearchInput
				label={label}
				placeholder={placeholder}
				maxLength={LIMITS.searchMax}
				search={filters.search}
				onSearch={(search) => onChange({ search }, { replace: true })}
			/>
			<FilterSelect
				ref={select}
				label="Date"
				name="date"
				options={USER_CONTENT_DATES}
				value={filters.date}
				onChange={(date) => onChange({ date })}
			/>
			{(filters.search !== '' || filters.date !== 'all') && <ClearFilters to={{ search: '' }} focusAfter={select} />}
		</FilterForm>
	)
}
