import { Link } from 'react-router'
import { listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { SuggestedPeople, useSuggestedPeople } from '#web/features/users/suggested-people.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import css from './next-steps.module.css'

const BEST = { query: { rated: true, sortBy: 'rating', limit: 6 } } as const

/** What a newcomer can do after rating games: write about one of them, and find people. What there is none of is left out. */
export function NextSteps() {
	const { data: library } = useRead(listLibrary, BEST)
	const { people } = useSuggestedPeople()
	const rated = library?.entries.filter(({ reviewId }) => reviewId === null) ?? []
	return (
		<div className={css.steps}>
			{rated.length > 0 && (
				<section>
					<h2>Say Something About One</h2>
					<p className={css.hint}>A sentence is enough. You can edit it later.</p>
					<ul className={css.games}>
						{rated.map(({ gameId, game }) => (
							<li key={gameId}>
								<Link to={paths.reviewForm(gameId)} aria-label={`Review ${game.name}`} title={game.name}>
									<GameCover game={game} sizes="(min-width: 700px) 140px, 30vw" />
								</Link>
							</li>
						))}
					</ul>
				</section>
			)}
			{people && people.length > 0 && (
				<section>
					<h2>People Here</h2>
					<p className={css.hint}>Follow a few people to see what they play and write.</p>
					<SuggestedPeople people={people} />
				</section>
			)}
			<p>
				<Link to={paths.home()} className={buttonClass('main')}>
					Go to Home
				</Link>
			</p>
		</div>
	)
}
