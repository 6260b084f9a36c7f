import type { Game } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { getSeries } from '#contract/series.ts'
import type { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

interface SeriesGamesProps {
	list: ReturnType<typeof useReadPages<typeof getSeries, Game>>
	slug: string
}

/** The wall of the games of a series. */
export function SeriesGames({ list, slug }: SeriesGamesProps) {
	const { next } = list
	return (
		<PagedList
			list={list}
			getMessage={(error) => getFailureMessage(error, getSeries.config.failure)}
			nextHref={next && 'page' in next ? paths.series(slug, { page: next.page }) : null}
			skeleton={
				<SkeletonList label="Loading games" count={12} className={css.grid}>
					<GameCardSkeleton />
				</SkeletonList>
			}
			empty={null}
			skip="Skip the games"
		>
			{(games) => (
				<ul className={css.grid}>
					{games.map((game, index) => (
						<li key={game.id}>
							<GameCard game={game} period="all" index={index} isOnWall />
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}
