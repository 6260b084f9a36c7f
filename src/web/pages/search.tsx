import { type MouseEvent, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { SEARCH_TOO_SHORT, searchGames, searchUsers, USER_SEARCH_TOO_SHORT } from '#contract/search.ts'
import { createLoader, preload, readPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { GamesResults } from '#web/features/search/games-results.tsx'
import { SearchField, type SearchFieldHandle } from '#web/features/search/search-field.tsx'
import { searchHead } from '#web/features/search/search-head.ts'
import {
	gameSearchInput,
	parseSearchParams,
	SEARCH_TABS,
	type SearchParams,
	type SearchTab,
	searchPath,
	userSearchInput,
} from '#web/features/search/search-params.ts'
import { isSearchable } from '#web/features/search/use-search-text.ts'
import { UsersResults } from '#web/features/search/users-results.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import css from './search.module.css'

const LABELS = { games: 'Games', users: 'Users' } as const

export const loader = createLoader(async ({ client, url }) => {
	const asked = parseSearchParams(url.searchParams)
	if (!isSearchable(asked.query)) return
	await preload(
		client,
		asked.tab === 'games'
			? readPages(searchGames, gameSearchInput(asked))
			: readPages(searchUsers, userSearchInput(asked)),
	)
})

/** Search results for games and users. */
export function Component() {
	const [search] = useSearchParams()
	const asked = parseSearchParams(search)
	const navigate = useNavigate()
	const typing = useRef<SearchFieldHandle>(null)
	// Switching tabs searches for the text in the field, even if it is still debounced or not in the URL yet
	const open = (event: MouseEvent, tab: SearchTab) => {
		if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		const query = typing.current?.takeText()?.trim() ?? asked.query
		if (query === asked.query) return
		event.preventDefault()
		void navigate(searchPath({ query, tab }), { preventScrollReset: true })
	}
	return (
		<>
			<header className={css.head}>
				<h1>{asked.query === '' ? 'Search' : `Results for “${isolate(asked.query)}”`}</h1>
				<SearchField params={asked} handle={typing} />
				<Tabs label="What to search">
					{SEARCH_TABS.map((tab) => (
						<Link
							key={tab}
							to={searchPath({ query: asked.query, tab })}
							aria-current={tab === asked.tab ? 'true' : undefined}
							preventScrollReset
							onClick={(event) => open(event, tab)}
						>
							{LABELS[tab]}
						</Link>
					))}
				</Tabs>
			</header>
			{!isSearchable(asked.query) ? (
				<Hint asked={asked} />
			) : asked.tab === 'games' ? (
				<GamesResults params={asked} />
			) : (
				<UsersResults params={asked} />
			)}
		</>
	)
}

function Hint({ asked }: { asked: SearchParams }) {
	useHead(searchHead(asked))
	return <Empty scene="magnifier">{asked.tab === 'games' ? SEARCH_TOO_SHORT : USER_SEARCH_TOO_SHORT}</Empty>
}
