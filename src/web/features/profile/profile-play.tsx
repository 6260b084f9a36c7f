import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getLibrarySummary, listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { readPart } from '#web/app/data.tsx'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { RatingHistogram } from '#web/features/games/rating-histogram.tsx'
import ui from '#web/ui/section.module.css'
import css from './profile-play.module.css'

const MAX_PLAYING = 3

/** The query for what a user plays now, the last played first. */
export const playingNow = (username: string) =>
	readPart(
		listLibrary,
		{ query: { username, status: 'playing', sortBy: 'lastPlayedOn', limit: MAX_PLAYING } },
		'playing',
		({ entries, totalCount }) => ({
			games: entries.map(({ game: { id, name, cover, releaseDate } }) => ({ id, name, cover, releaseDate })),
			totalCount,
		}),
	)

/** The query for how often a user gave each rating, from half a star to five stars. */
export const givenRatings = (username: string) =>
	readPart(getLibrarySummary, { query: { username } }, 'ratings', ({ ratingCounts }) => ratingCounts)

/** What a user plays now and how they rate. What there is none of, or could not be read, is left out. */
export function ProfilePlay({ username }: { username: string }) {
	const { data: playing } = useQuery(playingNow(username))
	const { data: counts = [] } = useQuery(givenRatings(username))
	const isPlaying = playing !== undefined && playing.games.length > 0
	const hasRated = counts.some((count) => count > 0)
	if (!isPlaying && !hasRated) return null
	return (
		<div className={css.parts}>
			{isPlaying && (
				<section className={ui.section} aria-labelledby="playing">
					<header className={ui.head}>
						<h2 id="playing">Playing Now</h2>
						{playing.totalCount > playing.games.length && (
							<Link to={paths.library(username, { status: 'playing' })} className={ui.more}>
								View All<span className="visually-hidden"> games being played</span>
							</Link>
						)}
					</header>
					<ul className={css.games}>
						{playing.games.map((game) => (
							<li key={game.id} className={css.game}>
								<CoverWithMenu game={game}>
									<Link to={paths.game(game.id)} tabIndex={-1} aria-hidden="true">
										<GameCover game={game} sizes="48px" />
									</Link>
								</CoverWithMenu>
								<Link to={paths.game(game.id)} className={css.name}>
									{game.name}
								</Link>
							</li>
						))}
					</ul>
				</section>
			)}
			{hasRated && (
				<section className={ui.section} aria-labelledby="ratings">
					<header className={ui.head}>
						<h2 id="ratings">Ratings</h2>
					</header>
					<div className={css.ratings}>
						<RatingHistogram counts={counts} current={null} href={(rating) => paths.library(username, { rating })} />
					</div>
				</section>
			)}
		</div>
	)
}
