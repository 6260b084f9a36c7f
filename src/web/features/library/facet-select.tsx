import { controlClass } from '#web/ui/field.tsx'
import type { Facet } from './facets.ts'
import type { ShownLibrary } from './library-filters.ts'

interface FacetSelectProps {
	facet: Facet
	isLabelHidden?: boolean
	className?: string | undefined
	/** Loads the options again, if they did not load. */
	onRetry: (() => void) | null
	onChange: (change: Partial<ShownLibrary>) => void
}

/** A select for one value of a facet, or for all. */
export function FacetSelect({ facet, isLabelHidden = false, className, onRetry, onChange }: FacetSelectProps) {
	const { label, all, chosen, groups, toChange } = facet
	return (
		<label className={className}>
			<span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
			<select
				className={controlClass}
				data-chosen={chosen !== ''}
				value={chosen}
				onFocus={() => onRetry?.()}
				onChange={({ currentTarget }) => onChange(toChange(currentTarget.value))}
			>
				<option value="">{all}</option>
				{groups.map(({ label = '', options }) => {
					const items = options.map(({ word, label }) => (
						<option key={word} value={word}>
							{label}
						</option>
					))
					return label === '' || items.length === 0 ? (
						items
					) : (
						<optgroup key={label} label={label}>
							{items}
						</optgroup>
					)
				})}
				{onRetry && (
					<option value="failed" disabled>
						The options did not load
					</option>
				)}
			</select>
		</label>
	)
}
