import { useSearchParams } from 'react-router'
import { getPopularGames, type PopularGames, searchGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { failureStatus, loads, preload, readingSentence, readPages, useReadPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import type { PageHead as Head } from '#web/app/head-tags.ts'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import css from '#web/features/games/game-grid.module.css'
import { PeriodTabs, periodTitle, periodWords } from '#web/features/games/period.tsx'
import { rankingInput, rankingQuery } from '#web/features/games/ranking.ts'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

const gamesOf = (answer: PopularGames) => answer.data.games

export const loader = loads(({ client, url }) =>
	preload(client, readPages(getPopularGames, rankingInput(url.searchParams))),
)

export function Component() {
	const [search] = useSearchParams()
	const input = rankingInput(search)
	const { period, page, limit } = input.query
	const { rows, error, next, isLoadingMore, more, retry } = useReadPages(getPopularGames, input, gamesOf)
	const sentence = error && readingSentence(error, searchGames.config.failure)
	useHead(headOf(period, page, rows, rows ? null : error))
	return (
		<>
			<PageHead
				title="Popular Games"
				lead={`Ranked by the reviews they received ${period === 'all' ? 'so far' : periodWords(period)}.`}
			>
				<PeriodTabs current={period} href={(to) => paths.games({ period: to })} />
			</PageHead>
			{!rows && error && (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{sentence}
				</Empty>
			)}
			{!rows && !error && (
				<ul className={css.grid} aria-busy="true" aria-label="Loading games">
					{Array.from({ length: limit }, (_, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: places without content never move
						<li key={index}>
							<GameCardSkeleton />
						</li>
					))}
				</ul>
			)}
			{rows?.length === 0 && <Empty>No games found</Empty>}
			{rows && rows.length > 0 && (
				<InfiniteList
					nextHref={next && 'page' in next ? paths.games({ period, page: next.page }) : null}
					isLoading={isLoadingMore}
					error={sentence}
					onMore={more}
					onRetry={retry}
				>
					<ul className={css.grid}>
						{rows.map((game, index) => (
							<li key={game.id}>
								<GameCard game={game} period={period} eager={index < 6} />
							</li>
						))}
					</ul>
				</InfiniteList>
			)}
		</>
	)
}

function headOf(
	period: Period,
	page: number,
	games: { id: number; name: string }[] | undefined,
	error: ApiError | null,
): Head {
	return {
		title: `Popular Games ${periodTitle(period)}`,
		description: 'The games that players review most, with their ratings, platforms and genres.',
		path: paths.games(rankingQuery({ period, page })),
		status: error ? failureStatus(error) : 200,
		jsonLd: (absolute) => ({
			'@type': 'ItemList',
			name: 'Popular Games',
			itemListElement: games?.map(({ id, name }, index) => ({
				'@type': 'ListItem',
				position: index + 1,
				name,
				url: absolute(paths.game(id)),
			})),
		}),
	}
}
