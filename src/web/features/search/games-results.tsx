import { Link } from 'react-router'
import { searchGames } from '#contract/games.ts'
import { failureStatus, useReadPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { SearchFailure, searchSentence } from './search-failure.tsx'
import { searchHead } from './search-head.ts'
import { type Asked, askedPath, foundGamesInput } from './search-params.ts'

const cutLength = 100

/** The games that a search finds. */
export function FoundGames({ asked }: { asked: Asked }) {
	const { rows, error, next, isLoadingMore, more, retry } = useReadPages(
		searchGames,
		foundGamesInput(asked),
		({ games }) => games,
	)
	useHead({ ...searchHead(asked), status: error && !rows ? failureStatus(error) : 200 })
	if (!rows && error) return <SearchFailure error={error} tab="games" onRetry={retry} />
	if (!rows)
		return (
			<ul className={css.grid} aria-busy="true" aria-label="Loading games">
				{[0, 1, 2, 3, 4, 5].map((place) => (
					<li key={place}>
						<GameCardSkeleton />
					</li>
				))}
			</ul>
		)
	if (rows.length === 0)
		return (
			<Empty
				action={
					<Link className={buttonClass('quiet')} to={askedPath({ query: asked.query, tab: 'users' })}>
						Search users instead
					</Link>
				}
			>
				No games found
			</Empty>
		)
	return (
		<InfiniteList
			nextHref={next && 'page' in next ? askedPath({ ...asked, page: next.page }) : null}
			isLoading={isLoadingMore}
			error={error && searchSentence(error, 'games')}
			onMore={more}
			onRetry={retry}
		>
			<ul className={css.grid}>
				{rows.map((game, index) => (
					<li key={game.id}>
						<GameCard game={game} period="all" cut={cutLength} eager={index < 6} />
					</li>
				))}
			</ul>
		</InfiniteList>
	)
}
