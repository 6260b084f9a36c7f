import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { readPart } from '#web/app/data.tsx'
import { smallCoverUrl } from '#web/features/games/game-cover.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import css from './hero.module.css'

/** The query for the covers behind the headline, reduced to each game's id and cover. */
export const heroCovers = readPart(getPopularGames, { query: { limit: 32, period: 'all' } }, 'wall', ({ data }) =>
	data.games.flatMap(({ id, cover }) => (cover === null ? [] : [{ id, cover: smallCoverUrl(cover) }])),
)

/** The hero banner that visitors see. */
export function Hero() {
	const { data: covers = [] } = useQuery(heroCovers)
	return (
		<section className={css.hero} data-for="visitors">
			<div className={css.wall} aria-hidden="true">
				<div className={css.bricks}>
					{covers.map(({ id, cover }) => (
						<div key={id} className={css.brick}>
							<Picture src={cover} alt="" width={150} height={200} eager />
						</div>
					))}
				</div>
			</div>
			<div className={css.words}>
				<h1>Discover Your Next Favorite Game</h1>
				<p>
					Rate what you play, write down what stayed with you, and see what other players keep coming back to. Join the
					community.
				</p>
				<p className={css.actions}>
					<Link to={paths.login()} className={buttonClass('main')}>
						Join Savepoint
					</Link>
					<Link to={paths.games()} className={buttonClass('quiet')}>
						Browse games
					</Link>
				</p>
			</div>
		</section>
	)
}
