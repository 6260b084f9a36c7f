import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { useRead } from '#web/app/data.tsx'
import { pluralize } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getReviewCount } from '#web/features/games/popularity.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './past-games.module.css'

/** Two rows on a wide screen, three on a tablet, four on a phone. */
export const SHOWN_GAMES = 12

/** The input of the call that reads the games of a day. */
export const pastGamesInput = (asOf: string | undefined, period: Period) => ({
	query: { period, limit: SHOWN_GAMES, ...(asOf === undefined ? {} : { asOf }) },
})

/** Reads the games of a day; while another day loads, those of the last one remain. */
export const usePastGames = (asOf: string | undefined, period: Period) =>
	useRead(getPopularGames, pastGamesInput(asOf, period), { placeholderData: keepPreviousData })

interface PastGamesProps {
	games: ReturnType<typeof usePastGames>['data']
	period: Period
	isLoading: boolean
}

/** The first games of a ranking as covers, with the reviews that made their places. */
export function PastGames({ games, period, isLoading }: PastGamesProps) {
	if (!games)
		return (
			<SkeletonList label="Loading games" count={SHOWN_GAMES} className={css.games}>
				<Skeleton shape="cover" />
				<p className={css.line}>
					<Skeleton shape="short" />
				</p>
			</SkeletonList>
		)
	if (games.data.games.length === 0) return <Empty>No games found</Empty>
	return (
		<ol className={css.games} aria-busy={isLoading || undefined}>
			{games.data.games.map((game, index) => (
				<li key={game.id}>
					<CoverWithMenu game={game}>
						<Link to={paths.game(game.id)} title={game.name}>
							<GameCover
								game={game}
								sizes="(min-width: 700px) 180px, 31vw"
								eager={index < SHOWN_GAMES / 2}
								decorative={false}
							/>
						</Link>
					</CoverWithMenu>
					<p className={css.line}>
						<span className={css.place}>{index + 1}</span> {pluralize(getReviewCount(game, period), 'review')}
					</p>
				</li>
			))}
		</ol>
	)
}
