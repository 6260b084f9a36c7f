import { useSearchParams } from 'react-router'
import { getPopularGames, type PopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { searchGames } from '#contract/search.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { storeGamesView, useGamesView } from '#web/features/games/games-view.ts'
import { parseRankingParams, rankingQuery } from '#web/features/games/ranking.ts'
import { RankingPage } from '#web/features/games/ranking-page.tsx'
import { useDismissal } from '#web/features/games/use-dismissal.ts'
import { ViewSwitch } from '#web/features/games/view-switch.tsx'

const VIEWS = [
	{ view: 'wall', label: 'Wall', icon: 'wall' },
	{ view: 'cards', label: 'Cards', icon: 'rows' },
] as const

const gamesOf = (answer: PopularGames) => answer.data.games

export const loader = createLoader(({ client, url }) =>
	preload(client, readPages(getPopularGames, parseRankingParams(url.searchParams))),
)

/** The games that received the most reviews in a period. */
export function Component() {
	const [search] = useSearchParams()
	const input = parseRankingParams(search)
	const { period } = input.query
	const view = useGamesView(search)
	// Other pages of the ranking keep a layout from the URL
	const inUrl = search.get('view') === 'wall' ? ({ view: 'wall' } as const) : {}
	const list = useReadPages(getPopularGames, input, gamesOf)
	return (
		<div data-view={view ?? 'stored'} {...useDismissal()}>
			<RankingPage
				title="Popular Games"
				lead="Ranked by reviews,"
				description="The games that players review most, with their ratings, platforms and genres."
				query={input.query}
				path={paths.games}
				options={inUrl}
				list={list}
				failure={searchGames.config.failure}
				className={css.grid}
				loading="Loading games"
				skeleton={<GameCardSkeleton />}
				empty="No games found"
				views={
					<ViewSwitch
						views={VIEWS}
						current={view}
						href={(to) => paths.games({ ...rankingQuery(input.query), ...(to === 'wall' ? { view: to } : {}) })}
						onChoose={storeGamesView}
					/>
				}
				pageOf={({ id, name }) => ({ name, path: paths.game(id) })}
			>
				{(game, index) => <GameCard game={game} period={period} index={index} isOnWall={view === 'wall'} />}
			</RankingPage>
		</div>
	)
}
