import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { FacetSelect } from './facet-select.tsx'
import type { ShownLibrary } from './library-filters.ts'
import { useFacets } from './use-facets.ts'

interface FacetSelectsProps {
	username: string
	shown: ShownLibrary
	className: string | undefined
	onChange: (change: Partial<ShownLibrary>) => void
}

/** The facets of a library in a row. */
export function FacetSelects({ username, shown, className, onChange }: FacetSelectsProps) {
	// A phone reads them for its sheet
	const isWide = useMediaQuery('(width >= 700px)')
	const { facets, onRetry } = useFacets(username, shown, isWide)
	return facets.map((facet) => (
		<FacetSelect
			key={facet.label}
			facet={facet}
			isLabelHidden
			className={className}
			onRetry={onRetry}
			onChange={onChange}
		/>
	))
}
