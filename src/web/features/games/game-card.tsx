import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Game } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { pluralize, releaseYear } from '#web/app/format.ts'
import card from '#web/ui/card.module.css'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './game-card.module.css'
import { GameCover } from './game-cover.tsx'
import { getGameName } from './game-name.ts'
import { getReviewCount } from './popularity.ts'
import { Rating } from './rating.tsx'

interface GameCardProps {
	game: Game
	/** The period that the review count is for. */
	period: Period
	/** The maximum length of the summary, in characters. */
	summaryLength?: number
	eager?: boolean
}

/** A game in a grid, with cover and facts. The whole card links to the game. */
export function GameCard({ game, period, summaryLength = 120, eager = false }: GameCardProps) {
	return (
		<article className={`${card.card} ${card.linked} ${css.card}`}>
			<div className={css.cover}>
				<GameCover game={game} sizes="(min-width: 700px) 140px, 104px" eager={eager} />
			</div>
			<div className={css.facts}>
				<h2 className={css.name}>
					<Link to={paths.game(game.id)} className={card.link}>
						{getGameName(game)}
					</Link>
				</h2>
				<p className={css.line}>
					{game.releaseDate && <span>{releaseYear(game.releaseDate)}</span>}
					<Rating average={game.averageRating} />
					<span>{pluralize(getReviewCount(game, period), 'review')}</span>
				</p>
				{game.summary && <p className={css.summary}>{truncateText(game.summary, summaryLength)}</p>}
			</div>
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
						{platform}
						{index < shown.length - 1 && ','}
					</span>{' '}
				</Fragment>
			))}
			{more > 0 && <span>+{more} more</span>}
		</p>
	)
}
