import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Game } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import type { Period } from '#contract/shapes.ts'
import { formatCount, releaseYear } from '#web/app/format.ts'
import card from '#web/ui/card.module.css'
import { truncateText } from '#web/ui/truncate-text.ts'
import { CoverWithMenu } from './cover-with-menu.tsx'
import css from './game-card.module.css'
import { GameCover } from './game-cover.tsx'
import { getGameName } from './game-name.ts'
import { getReviewCount } from './popularity.ts'
import { Rating } from './rating.tsx'

const EAGER_COVERS = 6

interface GameCardProps {
	game: Game
	/** The period that the review count is for. */
	period: Period
	/** The maximum length of the summary, in characters. */
	summaryLength?: number
	/** Its place in the list, by which its cover loads. */
	index: number
	/** Whether its list is a wall: the cover is then wider. */
	isOnWall?: boolean
}

/** A game in a grid, with cover and facts. The whole card links to the game. On a wall only the cover, name and figures stay in sight. */
export function GameCard({ game, period, summaryLength = 120, index, isOnWall = false }: GameCardProps) {
	const reviews = getReviewCount(game, period)
	return (
		<article className={css.card}>
			<div className={css.cover}>
				<CoverWithMenu game={game}>
					<GameCover
						game={game}
						sizes={isOnWall ? '(min-width: 700px) 180px, 31vw' : '(min-width: 700px) 132px, 104px'}
						eager={index < EAGER_COVERS}
						priority={index === 0 ? 'high' : undefined}
					/>
				</CoverWithMenu>
			</div>
			<div className={css.facts}>
				<h2 className={css.name}>
					<Link to={paths.game(game.id)} className={card.link}>
						{getGameName(game)}
					</Link>
				</h2>
				<p className={css.line} data-rated={game.averageRating > 0}>
					{game.releaseDate && <span className={css.year}>{releaseYear(game.releaseDate)}</span>}
					<Rating average={game.averageRating} />
					<span className={css.count} data-count={reviews}>
						{formatCount(reviews)}
						<span className={css.noun}> {reviews === 1 ? 'review' : 'reviews'}</span>
					</span>
				</p>
			</div>
			<div className={css.more}>
				{game.summary && <p className={css.summary}>{truncateText(game.summary, summaryLength)}</p>}
				<div className={css.foot}>
					{game.platforms.length > 0 && <Platforms platforms={game.platforms} />}
					{game.genres.length > 0 && (
						<ul className={css.genres} aria-label="Genres">
							{game.genres.slice(0, 3).map((genre) => (
								<li key={genre}>{genre}</li>
							))}
						</ul>
					)}
				</div>
			</div>
		</article>
	)
}

/** The first two platforms. A name only wraps if it is longer than a line. */
function Platforms({ platforms }: { platforms: readonly string[] }) {
	const more = platforms.length - 2
	return (
		<p className={css.platforms}>
			{platforms.slice(0, 2).map((platform, index, shown) => (
				<Fragment key={platform}>
					<span>
						{shortPlatformName(platform)}
						{index < shown.length - 1 && ','}
					</span>{' '}
				</Fragment>
			))}
			{more > 0 && <span>+{more} more</span>}
		</p>
	)
}
