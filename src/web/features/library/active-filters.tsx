import type { ComponentProps } from 'react'
import { FilterChips } from '#web/forms/filter-chips.tsx'
import { createFacets } from './facets.ts'
import type { ShownLibrary } from './library-filters.ts'

interface ActiveFiltersProps extends Pick<ComponentProps<typeof FilterChips>, 'focusAfter'> {
	shown: ShownLibrary
	onChange: (change: Partial<ShownLibrary>) => void
}

/** The filters of a library, each of which a press removes. */
export function ActiveFilters({ shown, onChange, focusAfter }: ActiveFiltersProps) {
	const chips = createFacets(shown, undefined)
		.filter(({ chosen }) => chosen !== '')
		.map(({ label, text, toChange }) => ({ key: label, text, onRemove: () => onChange(toChange('')) }))
	if (shown.letter !== '')
		chips.push({ key: 'Letter', text: `From ${shown.letter}`, onRemove: () => onChange({ letter: '' }) })
	if (chips.length === 0) return null
	return <FilterChips chips={chips} focusAfter={focusAfter} />
}
