import { pluralize } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FacetSelect } from './facet-select.tsx'
import css from './facet-sheet.module.css'
import type { ShownLibrary } from './library-filters.ts'
import { useFacets } from './use-facets.ts'

interface FacetSheetProps {
	open: boolean
	username: string
	shown: ShownLibrary
	/** Undefined until it is known. */
	total: number | undefined
	onChange: (change: Partial<ShownLibrary>) => void
	onClose: () => void
}

/** The facets of a library on a phone. Each choice changes the wall behind it. */
export function FacetSheet({ open, username, shown, total, onChange, onClose }: FacetSheetProps) {
	const { facets, onRetry } = useFacets(username, shown, open)
	return (
		<Dialog open={open} title="Filters" isSheet onClose={onClose}>
			<div className={css.facets}>
				{facets.map((facet) => (
					<FacetSelect key={facet.label} facet={facet} className={css.facet} onRetry={onRetry} onChange={onChange} />
				))}
			</div>
			<div className={css.foot}>
				<Button onClick={() => onChange(Object.assign({}, ...facets.map(({ toChange }) => toChange(''))))}>
					Clear
				</Button>
				<Button kind="main" onClick={onClose}>
					<span aria-live="polite">{total === undefined ? 'Show Games' : `Show ${pluralize(total, 'Game')}`}</span>
				</Button>
			</div>
		</Dialog>
	)
}
