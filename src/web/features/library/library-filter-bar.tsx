import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { pluralize } from '#web/app/format.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { LINE, SvgIcon } from '#web/ui/svg-icon.tsx'
import css from './library-filter-bar.module.css'
import {
	countFacets,
	facetQuery,
	isNarrowed,
	LIBRARY_ORDERS,
	libraryQuery,
	NO_FILTERS,
	type ShownLibrary,
} from './library-filters.ts'

const loadSheet = () => import('./facet-sheet.tsx')
const FacetSelects = lazy(() => import('./facet-selects.tsx'), 'FacetSelects', {
	placeholder: ({ className }) =>
		['Platforms', 'Genres', 'Years', 'Ratings', 'Lengths'].map((name) => (
			<span key={name} className={className}>
				<span className={controlClass}>All {name}</span>
			</span>
		)),
})
const ActiveFilters = lazy(() => import('./active-filters.tsx'), 'ActiveFilters')

interface LibraryFilterBarProps {
	username: string
	shown: ShownLibrary
	/** How many games match; undefined until it is known. */
	total: number | undefined
	onChange: (change: Partial<ShownLibrary>) => void
	/** Stands at the end, where it moves nothing when it appears. */
	children: ReactNode
}

/** The search, the facets and the order of a library, what they leave, and how many games that is. */
export function LibraryFilterBar({ username, shown, total, onChange, children }: LibraryFilterBarProps) {
	const order = useRef<HTMLSelectElement>(null)
	const [isOpen, setOpen] = useState(false)
	const sheet = useLazyForm(loadSheet)
	const chosenCount = countFacets(shown)
	return (
		<>
			<FilterForm className={css.bar}>
				<SearchInput
					label="Search this library"
					isLabelHidden
					placeholder="Search this library"
					maxLength={LIMITS.searchMax}
					search={shown.search}
					onSearch={(search) => onChange({ search })}
				/>
				<div className={css.opener} data-scripted="">
					<Button
						aria-haspopup="dialog"
						onClick={() => {
							sheet.load()
							setOpen(true)
						}}
					>
						Filters
						{chosenCount > 0 && (
							<span className={css.badge}>
								{chosenCount}
								<span className="visually-hidden"> active</span>
							</span>
						)}
					</Button>
				</div>
				<FacetSelects username={username} shown={shown} className={css.facet} onChange={onChange} />
				<div className={`${css.order} focus-frame`}>
					<SvgIcon>
						<path {...LINE} d="M8 4v16m-4-4 4 4 4-4m4 4V4m4 4-4-4-4 4" />
					</SvgIcon>
					<FilterSelect
						ref={order}
						label="Sort by"
						isLabelHidden
						name="sortBy"
						options={LIBRARY_ORDERS}
						value={shown.sortBy}
						onChange={(sortBy) => onChange({ sortBy })}
					/>
				</div>
				{Object.entries(facetQuery(shown)).map(
					([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
				)}
			</FilterForm>
			<div className={css.below}>
				<p className={css.count} aria-live="polite">
					{total !== undefined && pluralize(total, 'game')}
				</p>
				{isNarrowed(shown) && (
					<div className={css.active}>
						<Link
							to={{ search: libraryQuery({ ...shown, ...NO_FILTERS }) }}
							className={buttonClass('plain')}
							replace
							preventScrollReset
							onClick={() => order.current?.focus()}
						>
							Clear
						</Link>
						<ActiveFilters shown={shown} onChange={onChange} focusAfter={order} />
					</div>
				)}
				<div className={css.tools}>{children}</div>
			</div>
			{sheet.module && (
				<sheet.module.FacetSheet
					open={isOpen}
					username={username}
					shown={shown}
					total={total}
					onChange={onChange}
					onClose={() => setOpen(false)}
				/>
			)}
		</>
	)
}
