import { useEffect } from 'react'
import { redirect, useParams, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviews } from '#contract/reviews.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { useHead } from '#web/app/head.tsx'
import { GameBackdrop } from '#web/features/games/game-backdrop.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { GameFacts, GameFactsSkeleton } from '#web/features/games/game-facts.tsx'
import { gameHead } from '#web/features/games/game-head.ts'
import { GameHeader, GameHeaderSkeleton } from '#web/features/games/game-header.tsx'
import { parseGameId } from '#web/features/games/game-id.ts'
import { Screenshots } from '#web/features/games/screenshots.tsx'
import { GamePanel, GamePanelSkeleton } from '#web/features/library-entry/game-panel.tsx'
import { MoreLikeThis } from '#web/features/related/more-like-this.tsx'
import { gameReviewsInput, gameReviewsPath, parseGameReviewFilters } from '#web/features/reviews/game-review-filters.ts'
import { GameReviews } from '#web/features/reviews/game-reviews.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game.module.css'

export const loader = createLoader(async ({ client, params, url }) => {
	const id = parseGameId(params)
	const game = read(getGame, { params: { id } })
	await preload(client, game, readPages(listReviews, gameReviewsInput(id, parseGameReviewFilters(url.searchParams))))
	const currentId = client.getQueryData(game.queryKey)?.data.id ?? id
	// It was merged into another game
	if (currentId !== id && !Number.isNaN(id)) throw redirect(paths.game(currentId) + url.search, 301)
})

export function Component() {
	const id = parseGameId(useParams())
	const { data, error, retry } = useRead(getGame, { params: { id } })
	if (data) return <GameScreen game={data.data} />
	if (isMissing(error))
		return (
			<NotFoundScreen title={GAME_NOT_FOUND.error}>
				The game you're looking for doesn't exist or has been removed.
			</NotFoundScreen>
		)
	if (error)
		return (
			<FailureScreen
				title="Game"
				sentence={getFailureMessage(error, 'Failed to fetch game details')}
				error={error}
				onRetry={retry}
			/>
		)
	return <Loading />
}

function GameScreen({ game }: { game: GameDetail }) {
	const [search] = useSearchParams()
	const filters = parseGameReviewFilters(search)
	const message = useFlash('message')
	const newReviewId = useFlash('newReviewId')
	useHead(gameHead(game))
	// For the search box, in this browser only
	useEffect(() => {
		import('#web/features/games/recent-games.ts').then(
			({ recordRecentGame }) => recordRecentGame(game),
			() => {},
		)
	}, [game])
	return (
		<article className={css.page}>
			<GameBackdrop game={game} />
			<Notice message={message} durationMs={5000} />
			<div className={css.grid}>
				<div className={css.cover}>
					<GameCover
						game={game}
						sizes="(min-width: 1000px) 240px, (min-width: 700px) 200px, 112px"
						eager
						priority="high"
						decorative={false}
					/>
				</div>
				<GameHeader game={game} />
				<GamePanel
					game={game}
					rating={filters.rating}
					href={(rating) => gameReviewsPath(game.id, { ...filters, cursor: null, rating })}
					platformHref={(platform) => gameReviewsPath(game.id, { ...filters, cursor: null, platform })}
				>
					<ShareButton kind="icon" title={game.name} path={paths.game(game.id)} />
				</GamePanel>
				<div className={css.words}>
					{game.summary && <p className={css.summary}>{game.summary}</p>}
					{game.storyline && (
						<section>
							<h2>Storyline</h2>
							<p className={css.storyline}>{game.storyline}</p>
						</section>
					)}
				</div>
				{game.screenshots.length > 0 && (
					<div className={css.pictures}>
						<Screenshots key={game.id} name={game.name} addresses={game.screenshots} />
					</div>
				)}
				<div className={css.reviews}>
					<GameReviews game={game} filters={filters} newReviewId={newReviewId} />
				</div>
				<GameFacts game={game} />
			</div>
			<MoreLikeThis key={game.id} gameId={game.id} />
		</article>
	)
}

function Loading() {
	useHead({ title: 'Game' })
	return (
		<div className={css.page} aria-busy="true">
			<div className={css.grid}>
				<div className={css.cover}>
					<Skeleton shape="cover" />
				</div>
				<GameHeaderSkeleton />
				<GamePanelSkeleton />
				<div className={css.words}>
					<div className={css.summary}>
						<Skeleton />
						<Skeleton />
						<Skeleton shape="short" />
					</div>
				</div>
				<GameFactsSkeleton />
			</div>
		</div>
	)
}
