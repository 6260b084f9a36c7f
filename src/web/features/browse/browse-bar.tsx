import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { GameFacets } from '#contract/browse.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import css from './browse-bar.module.css'
import { GAME_ORDERS, gamesPath, listActiveFilters, NO_FILTERS, type ShownGames } from './browse-filters.ts'
import { FacetFields } from './facet-fields.tsx'

const loadSheet = () => import('./facet-sheet.tsx')
const ActiveFilters = lazy(() => import('./active-filters.tsx'), 'ActiveFilters')

interface BrowseBarProps {
	shown: ShownGames
	facets: GameFacets | undefined
	/** How many games match; undefined until it is known. */
	total: number | undefined
	isViewer: boolean
	onChange: (change: Partial<ShownGames>) => void
}

/** The search, the order and the filters of games: beside them on wide screens, and else in a sheet. */
export function BrowseBar({ shown, facets, total, isViewer, onChange }: BrowseBarProps) {
	const order = useRef<HTMLSelectElement>(null)
	const [isOpen, setOpen] = useState(false)
	const sheet = useLazyForm(loadSheet)
	const filters = listActiveFilters(shown)
	const fields = { shown, facets, isViewer, onChange }
	const { developer, publisher, period, view } = shown
	return (
		<>
			<FilterForm className={css.form}>
				<div className={css.bar}>
					<SearchInput
						label="Search these games"
						isLabelHidden
						placeholder="Search these games"
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
							{filters.length > 0 && (
								<span className={css.badge}>
									{filters.length}
									<span className="visually-hidden"> active</span>
								</span>
							)}
						</Button>
					</div>
					<div className={css.order}>
						<FilterSelect
							ref={order}
							label="Sort by"
							isLabelHidden
							name="sortBy"
							options={GAME_ORDERS}
							value={shown.sortBy}
							onChange={(sortBy) => onChange({ sortBy })}
						/>
					</div>
				</div>
				<aside className={css.side} aria-label="Filters">
					<FacetFields {...fields} />
				</aside>
				{Object.entries({
					developer,
					publisher,
					yearFrom: [shown.yearFrom],
					yearTo: [shown.yearTo],
					period: [period],
					view: [view],
				}).map(([name, values]) =>
					values.map(
						(value) => value !== null && <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
					),
				)}
			</FilterForm>
			<div className={css.below}>
				<p className={css.count} aria-live="polite">
					{total !== undefined && pluralize(total, 'game')}
				</p>
				{filters.length > 0 && (
					<div className={css.active}>
						<Link
							to={gamesPath({ ...shown, ...NO_FILTERS, search: shown.search })}
							className={buttonClass('plain')}
							replace
							preventScrollReset
							onClick={() => order.current?.focus()}
						>
							Clear All Filters
						</Link>
						<ActiveFilters filters={filters} onChange={onChange} focusAfter={order} />
					</div>
				)}
				<Link className={`${buttonClass('plain')} ${css.upcoming}`} to={paths.upcoming()}>
					Upcoming
				</Link>
			</div>
			{sheet.module && (
				<sheet.module.FacetSheet {...fields} open={isOpen} total={total} onClose={() => setOpen(false)} />
			)}
		</>
	)
}
