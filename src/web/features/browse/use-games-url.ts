import { useState } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { gamesPath, isNarrowed, parseGamesUrl, type ShownGames } from './browse-filters.ts'

/** The filters of the games page, which are in its URL. */
export function useGamesUrl() {
	const [query] = useSearchParams()
	const { key, pathname } = useLocation()
	const { location: next } = useNavigation()
	const navigate = useNavigate()
	const [chosen, setChosen] = useState<{ from: string; wanted: ShownGames } | null>(null)
	if (chosen && chosen.from !== key) setChosen(null)
	const shown = parseGamesUrl(query)
	const wanted = chosen?.from === key ? chosen.wanted : shown
	return {
		shown,
		/** With what was chosen last, before the URL has changed: two quick choices both count. */
		wanted,
		isChanging: next?.pathname === pathname,
		/** Going back undoes all filters at once. */
		change: (changed: Partial<ShownGames>) => {
			const to = { ...wanted, page: 1, ...changed }
			if (gamesPath(to) === gamesPath(wanted)) return
			setChosen({ from: key, wanted: to })
			void navigate(gamesPath(to), {
				replace: isNarrowed(shown) || shown.sortBy !== 'popular',
				preventScrollReset: true,
			})
		},
	}
}
