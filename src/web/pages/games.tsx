import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type GamesPage, listGames } from '#contract/browse.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureStatus, getReadFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { BrowseBar } from '#web/features/browse/browse-bar.tsx'
import {
	gamesInput,
	gamesPath,
	isNarrowed,
	parseGamesUrl,
	type ShownGames,
} from '#web/features/browse/browse-filters.ts'
import { gamesHead, gamesTitle } from '#web/features/browse/browse-head.ts'
import css from '#web/features/browse/browse-layout.module.css'
import { useGamesUrl } from '#web/features/browse/use-games-url.ts'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import grid from '#web/features/games/game-grid.module.css'
import { storeGamesView, useGamesView } from '#web/features/games/games-view.ts'
import { formatPeriod, PeriodTabs } from '#web/features/games/period.tsx'
import { useDismissal } from '#web/features/games/use-dismissal.ts'
import { ViewSwitch } from '#web/features/games/view-switch.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

const VIEWS = [
	{ view: 'wall', label: 'Wall', icon: 'wall' },
	{ view: 'cards', label: 'Cards', icon: 'rows' },
] as const

const gamesOf = (answer: GamesPage) => answer.games

export const loader = createLoader(async ({ client, url }) => {
	const shown = parseGamesUrl(url.searchParams)
	// Whose library a filter is about is known to the page only; the server renders what visitors see
	if (import.meta.env.SSR || shown.status.length === 0)
		await preload(client, readPages(listGames, gamesInput(shown, false)))
})

/** Reads games; until the first page under new filters has come, they are those under the previous ones. */
function useKeptGames(shown: ShownGames, isViewer: boolean) {
	const list = useReadPages(listGames, gamesInput(shown, isViewer), gamesOf)
	const last = useRef(list)
	useEffect(() => {
		if (list.rows) last.current = list
	})
	const isPrevious = list.isPending && last.current.rows !== undefined
	return { ...(isPrevious ? { ...last.current, more: () => {} } : list), isPrevious }
}

/** All games, by popularity in a period or in another order, and by filters. */
export function Component() {
	const [search] = useSearchParams()
	const { user } = useSession()
	const { shown, wanted, isChanging, change } = useGamesUrl()
	const isViewer = user !== null
	const list = useKeptGames(shown, isViewer)
	const view = useGamesView(search)
	const { rows, first, error } = list
	const { limit } = gamesInput(shown, isViewer).query
	const isRanking = shown.sortBy === 'popular'
	useHead({ ...gamesHead(shown, first), status: error && !rows ? getFailureStatus(error) : 200 })
	return (
		<div data-view={view ?? 'stored'} {...useDismissal()}>
			<PageHead
				title={gamesTitle(shown, first?.facets)}
				{...(isRanking && { lead: `Ranked by reviews, ${formatPeriod(shown.period)}.` })}
			>
				<div className={css.choices}>
					{isRanking && (
						<PeriodTabs current={shown.period} href={(period) => gamesPath({ ...shown, page: 1, period })} />
					)}
					<div className={css.views}>
						<ViewSwitch
							views={VIEWS}
							current={view}
							href={(to) => gamesPath({ ...shown, view: to === 'wall' ? to : null })}
							onChoose={storeGamesView}
						/>
					</div>
				</div>
			</PageHead>
			<div className={css.layout}>
				<BrowseBar
					shown={wanted}
					facets={first?.facets}
					total={first?.totalCount}
					isViewer={isViewer}
					onChange={change}
				/>
				<div className={css.games} data-stale={isChanging || list.isPrevious}>
					<PagedList
						list={list}
						getMessage={(error) => getReadFailureMessage(error, listGames.config.failure)}
						nextHref={
							list.next && !list.isPrevious
								? gamesPath({ ...shown, page: shown.page + Math.ceil((rows?.length ?? 0) / limit) })
								: null
						}
						skeleton={
							<SkeletonList label="Loading games" count={limit} className={grid.grid}>
								<GameCardSkeleton />
							</SkeletonList>
						}
						empty={<Empty scene={isNarrowed(shown) ? 'magnifier' : 'seed'}>No games found</Empty>}
						skip="Skip the list"
					>
						{(rows) => (
							<ul className={grid.grid}>
								{rows.map((game, index) => (
									<li key={game.id}>
										<GameCard game={game} period={shown.period} index={index} isOnWall={view === 'wall'} />
									</li>
								))}
							</ul>
						)}
					</PagedList>
				</div>
			</div>
		</div>
	)
}
