import { Link } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { readPart, useReadPart } from '#web/app/data.tsx'
import { pluralize, releaseYear } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { getReviewCount } from '#web/features/games/popularity.ts'
import { Rating } from '#web/features/games/rating.tsx'
import card from '#web/ui/card.module.css'
import css from './popular-games.module.css'
import { Section } from './section.tsx'

/** The query for the five games with the most reviews, reduced to what their rows show. */
export const popularGames = (period: Period) =>
	readPart(getPopularGames, { query: { limit: 5, period } }, 'rows', ({ data }) =>
		data.games.map((game) => ({
			id: game.id,
			name: game.name,
			cover: game.cover,
			releaseDate: game.releaseDate,
			averageRating: game.averageRating,
			reviewCount: getReviewCount(game, period),
		})),
	)

/** The five games with the most reviews: rows on wide screens, a strip of covers on phones. */
export function PopularGames({ period }: { period: Period }) {
	const { data, error, retry } = useReadPart(popularGames(period))
	const games = data ?? []
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
								<GameCover game={game} sizes="(min-width: 1000px) 60px, (min-width: 700px) 18vw, 124px" />
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
							<p className={css.line}>{pluralize(game.reviewCount, 'review')}</p>
						</div>
					</li>
				))}
			</ol>
		</Section>
	)
}
