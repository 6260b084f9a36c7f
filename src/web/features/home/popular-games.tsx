import { Link } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { useRead } from '#web/app/data.tsx'
import { pluralize, releaseYear } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { getReviewCount } from '#web/features/games/popularity.ts'
import { Rating } from '#web/features/games/rating.tsx'
import card from '#web/ui/card.module.css'
import css from './popular-games.module.css'
import { Section } from './section.tsx'

export const popularGamesInput = (period: Period) => ({ query: { limit: 5, period } })

/** The five games with the most reviews: rows on wide screens, a strip of covers on phones. */
export function PopularGames({ period }: { period: Period }) {
	const { data, error, retry } = useRead(getPopularGames, popularGamesInput(period))
	const games = data?.data.games ?? []
	return (
		<Section
			title="Popular Games"
			more={{ to: paths.games(), label: 'View All Games' }}
			error={error}
			failure={getPopularGames.config.failure}
			unreadable="Invalid data structure returned from API"
			onRetry={retry}
			isLoaded={data !== undefined}
			empty={games.length === 0 ? 'No games found' : null}
		>
			<ol className={css.games}>
				{games.map((game) => (
					<li key={game.id} className={css.game}>
						<div className={css.cover}>
							<CoverWithMenu game={game}>
								<GameCover game={game} sizes="(min-width: 1000px) 60px, (min-width: 700px) 18vw, 124px" eager />
							</CoverWithMenu>
						</div>
						<div className={css.facts}>
							<h3 className={css.name}>
								<Link to={paths.game(game.id)} className={card.link}>
									{getGameName(game)}
								</Link>
							</h3>
							<p className={css.line}>
								{game.releaseDate && <span>{releaseYear(game.releaseDate)}</span>}
								<Rating average={game.averageRating} />
							</p>
							<p className={css.line}>{pluralize(getReviewCount(game, period), 'review')}</p>
						</div>
					</li>
				))}
			</ol>
		</Section>
	)
}
