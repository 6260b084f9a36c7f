import { useSearchParams } from 'react-router'
import { getPopularGames, type PopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { searchGames } from '#contract/search.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { parseRankingParams } from '#web/features/games/ranking.ts'
import { RankingPage } from '#web/features/games/ranking-page.tsx'

const gamesOf = (answer: PopularGames) => answer.data.games

export const loader = createLoader(({ client, url }) =>
	preload(client, readPages(getPopularGames, parseRankingParams(url.searchParams))),
)

/** The games that received the most reviews in a period. */
export function Component() {
	const [search] = useSearchParams()
	const input = parseRankingParams(search)
	const { period } = input.query
	const list = useReadPages(getPopularGames, input, gamesOf)
	return (
		<RankingPage
			title="Popular Games"
			lead="Ranked by the reviews they received"
			description="The games that players review most, with their ratings, platforms and genres."
			query={input.query}
			path={paths.games}
			list={list}
			failure={searchGames.config.failure}
			className={css.grid}
			loading="Loading games"
			skeleton={<GameCardSkeleton />}
			empty="No games found"
			pageOf={({ id, name }) => ({ name, path: paths.game(id) })}
		>
			{(game, index) => <GameCard game={game} period={period} eager={index < 6} />}
		</RankingPage>
	)
}
