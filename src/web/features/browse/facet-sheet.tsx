import type { ComponentProps } from 'react'
import { pluralize } from '#web/app/format.ts'
import css from '#web/features/library/facet-sheet.module.css'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NO_FILTERS } from './browse-filters.ts'
import { FacetFields } from './facet-fields.tsx'

interface FacetSheetProps extends ComponentProps<typeof FacetFields> {
	open: boolean
	/** Undefined until it is known. */
	total: number | undefined
	onClose: () => void
}

/** The filters of games on a phone. Each choice changes the games behind it. */
export function FacetSheet({ open, total, onClose, ...fields }: FacetSheetProps) {
	const { search } = fields.shown
	return (
		<Dialog open={open} title="Filters" isSheet onClose={onClose}>
			<FacetFields {...fields} />
			<div className={css.foot}>
				<Button onClick={() => fields.onChange({ ...NO_FILTERS, search })}>Clear</Button>
				<Button kind="main" onClick={onClose}>
					<span aria-live="polite">{total === undefined ? 'Show Games' : `Show ${pluralize(total, 'Game')}`}</span>
				</Button>
			</div>
		</Dialog>
	)
}
