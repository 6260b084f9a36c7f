import { useState } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { isNarrowed, libraryQuery, parseLibraryFilters, type ShownLibrary } from './library-filters.ts'

/** The filters of a library, which are in its URL. */
export function useLibraryUrl() {
	const [query] = useSearchParams()
	const { key, pathname } = useLocation()
	const { location: next } = useNavigation()
	const navigate = useNavigate()
	const [chosen, setChosen] = useState<{ from: string; wanted: ShownLibrary } | null>(null)
	if (chosen && chosen.from !== key) setChosen(null)
	const shown = parseLibraryFilters(query)
	const wanted = chosen?.from === key ? chosen.wanted : shown
	return {
		shown,
		/** With what was chosen last, before the URL has changed: two quick choices both count. */
		wanted,
		isChanging: next?.pathname === pathname,
		/** Only the query changes; the path keeps its spelling. Going back undoes all filters at once. */
		change: (changed: Partial<ShownLibrary>) => {
			const to = { ...wanted, letter: '', cursor: null, ...changed }
			const search = libraryQuery(to)
			if (search === libraryQuery(wanted)) return
			setChosen({ from: key, wanted: to })
			void navigate(
				{ search },
				{ replace: isNarrowed(shown) || shown.sortBy !== 'updatedAt', preventScrollReset: true },
			)
		},
	}
}
