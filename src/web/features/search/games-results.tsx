import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { searchGames } from '#contract/search.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureStatus } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { FilterLine, filterPath } from './filter-line.tsx'
import own from './games-results.module.css'
import { searchFailureMessage } from './search-failure.ts'
import { searchHead } from './search-head.ts'
import { gameSearchInput, type SearchParams, searchPath } from './search-params.ts'
import { ADD_GAME, useAddGame } from './use-add-game.tsx'

const CUT_LENGTH = 100

/** The games that match a search. */
export function GamesResults({ params }: { params: SearchParams }) {
	const list = useReadPages(searchGames, gameSearchInput(params), ({ games }) => games)
	const { rows, first, error, next } = list
	useHead({ ...searchHead(params), status: error && !rows ? getFailureStatus(error) : 200 })
	return (
		<>
			{first && first.filters.length > 0 && (
				<ul className={own.filters}>
					{first.filters.map((found) => (
						<li key={filterPath(found)}>
							<Link className={own.filter} to={filterPath(found)}>
								<FilterLine found={found} />
								<Icon name="right" size={18} />
							</Link>
						</li>
					))}
				</ul>
			)}
			<PagedList
				list={list}
				getMessage={(error) => searchFailureMessage(error, 'games')}
				nextHref={next && 'page' in next ? searchPath({ ...params, page: next.page }) : null}
				skeleton={
					<SkeletonList label="Loading games" count={6} className={css.grid}>
						<GameCardSkeleton />
					</SkeletonList>
				}
				skip="Skip the games"
				empty={
					<Empty
						scene="magnifier"
						action={
							<Link className={buttonClass('quiet')} to={searchPath({ query: params.query, tab: 'users' })}>
								Search Users Instead
							</Link>
						}
					>
						No games found
					</Empty>
				}
			>
				{(rows) => (
					<ul className={css.grid}>
						{rows.map((game, index) => (
							<li key={game.id}>
								<GameCard game={game} period="all" summaryLength={CUT_LENGTH} index={index} />
							</li>
						))}
					</ul>
				)}
			</PagedList>
			{rows && !next && <AddGameLine query={params.query} />}
		</>
	)
}

/** The last row: a way to the game that is not among them. */
function AddGameLine({ query }: { query: string }) {
	const navigate = useNavigate()
	const adding = useAddGame((game) => void navigate(paths.game(game.id)))
	return (
		<p className={own.add}>
			<Button kind="plain" onClick={() => adding.open(query)}>
				{ADD_GAME}
			</Button>
			{adding.dialog}
		</p>
	)
}
