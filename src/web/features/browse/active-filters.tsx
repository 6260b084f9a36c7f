import type { ComponentProps } from 'react'
import { shortPlatformName } from '#contract/platform-names.ts'
import { FilterChips } from '#web/forms/filter-chips.tsx'
import type { ActiveFilter, ShownGames } from './browse-filters.ts'

interface ActiveFiltersProps extends Pick<ComponentProps<typeof FilterChips>, 'focusAfter'> {
	filters: readonly ActiveFilter[]
	onChange: (change: Partial<ShownGames>) => void
}

/** The filters of games, each of which a press removes. */
export function ActiveFilters({ filters, onChange, focusAfter }: ActiveFiltersProps) {
	const chips = filters.map(({ filter, value, change }) => ({
		key: `${filter} ${value}`,
		text: filter === 'platform' ? shortPlatformName(value) : value,
		onRemove: () => onChange(change),
	}))
	return <FilterChips chips={chips} focusAfter={focusAfter} />
}
