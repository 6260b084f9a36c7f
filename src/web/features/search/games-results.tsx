import { Link } from 'react-router'
import { searchGames } from '#contract/games.ts'
import { failureStatus, useReadPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { searchSentence } from './search-failure.ts'
import { searchHead } from './search-head.ts'
import { type Asked, askedPath, foundGamesInput } from './search-params.ts'

const CUT_LENGTH = 100

/** The games that a search finds. */
export function FoundGames({ asked }: { asked: Asked }) {
	const list = useReadPages(searchGames, foundGamesInput(asked), ({ games }) => games)
	const { rows, error, next } = list
	useHead({ ...searchHead(asked), status: error && !rows ? failureStatus(error) : 200 })
	return (
		<PagedList
			list={list}
			messageOf={(error) => searchSentence(error, 'games')}
			nextHref={next && 'page' in next ? askedPath({ ...asked, page: next.page }) : null}
			skeleton={
				<SkeletonList label="Loading games" count={6} className={css.grid}>
					<GameCardSkeleton />
				</SkeletonList>
			}
			empty={
				<Empty
					action={
						<Link className={buttonClass('quiet')} to={askedPath({ query: asked.query, tab: 'users' })}>
							Search users instead
						</Link>
					}
				>
					No games found
				</Empty>
			}
		>
			{(rows) => (
				<ul className={css.grid}>
					{rows.map((game, index) => (
						<li key={game.id}>
							<GameCard game={game} period="all" cut={CUT_LENGTH} eager={index < 6} />
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}
