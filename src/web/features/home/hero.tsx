import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { getPopularReviews } from '#contract/reviews.ts'
import { HEADLINE } from '#contract/site.ts'
import { readPart } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { SiteContext } from '#web/app/site.ts'
import { smallCoverUrl } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { excerptOf } from '#web/features/texts/excerpt.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Stars } from '#web/ui/stars.tsx'
import css from './hero.module.css'

/** The query for the covers behind the headline, reduced to what the banner shows. */
export const heroWall = readPart(getPopularGames, { query: { limit: 32, period: 'all' } }, 'wall', ({ data }) => ({
	covers: [...new Set(data.games.flatMap(({ cover }) => (cover === null ? [] : [smallCoverUrl(cover)])))],
	gameCount: data.total,
	hasReviews: data.games.some(({ totalReviews }) => totalReviews > 0),
}))

const QUOTE_LENGTH = 120
const MIN_QUOTED_RATING = 4
const DAY_MS = 24 * 60 * 60_000

/** The query for a popular review to quote, of a good game if there is one, another one every day; null if there is none. */
export const heroQuote = readPart(getPopularReviews, { query: { limit: 6, period: 'all' } }, 'quote', ({ reviews }) => {
	const readable = reviews.filter(({ isHidden }) => !isHidden)
	const good = readable.filter(({ rating }) => rating >= MIN_QUOTED_RATING)
	const choice = good.length > 0 ? good : readable
	const review = choice[Math.floor(Date.now() / DAY_MS) % choice.length]
	if (!review) return null
	const { id, username, rating, description, game } = review
	return { id, username, rating, gameName: getGameName(game), text: excerptOf(description, QUOTE_LENGTH) }
})

/** The hero banner that visitors see. */
export function Hero() {
	const { data: wall } = useQuery(heroWall)
	const { name } = useContext(SiteContext)
	return (
		<section className={css.hero} data-for="visitors">
			<div className={css.wall} aria-hidden="true">
				<div className={css.bricks}>
					{wall?.covers.map((cover) => (
						<div key={cover} className={css.brick}>
							{/* Lazy, so that members do not fetch what they do not see; low, so that fonts and scripts come first */}
							<Picture src={cover} alt="" width={150} height={200} priority="low" />
						</div>
					))}
				</div>
			</div>
			<div className={css.words}>
				<h1>{HEADLINE}</h1>
				<p>
					Rate what you play, write down what stayed with you, and see what other players keep coming back to. Join the
					community.
				</p>
				<p className={css.actions}>
					<Link to={paths.login({ mode: 'signup' })} className={buttonClass('main')}>
						Join {name}
					</Link>
					<Link to={paths.games()} className={buttonClass('quiet')}>
						Browse Games
					</Link>
				</p>
				{wall && !wall.hasReviews ? (
					<p className={css.waiting}>
						{formatCount(wall.gameCount)} games are waiting. No reviews yet: be the first to write one.
					</p>
				) : (
					<Quote />
				)}
			</div>
		</section>
	)
}

function Quote() {
	const { data: quote } = useQuery(heroQuote)
	if (!quote) return null
	return (
		<Link to={paths.review(quote.id)} className={css.quote}>
			<Stars rating={quote.rating} />
			<span>
				<strong>{quote.username}</strong> on <strong>{quote.gameName}</strong>
			</span>
			<q>{quote.text}</q>
		</Link>
	)
}
