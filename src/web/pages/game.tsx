import { Link, redirect, useParams, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND, type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviews } from '#contract/reviews.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useFlashMessage } from '#web/app/flash-message.ts'
import { releaseYear } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { Credits } from '#web/features/games/credits.tsx'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover, smallCoverUrl } from '#web/features/games/game-cover.tsx'
import { gameHead } from '#web/features/games/game-head.ts'
import { parseGameId } from '#web/features/games/game-id.ts'
import { Score } from '#web/features/games/score.tsx'
import { Screenshots } from '#web/features/games/screenshots.tsx'
import { WebsiteLinks } from '#web/features/games/website-links.tsx'
import { GameReviews, gameReviewsInput } from '#web/features/reviews/game-reviews.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game.module.css'

export const loader = createLoader(async ({ client, params, url }) => {
	const id = parseGameId(params)
	const game = read(getGame, { params: { id } })
	await preload(client, game, readPages(listReviews, gameReviewsInput(id, url.searchParams)))
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
	const message = useFlashMessage()
	useHead(gameHead(game))
	return (
		<article className={css.page}>
			{game.cover && (
				<div className={css.wash} aria-hidden="true">
					{/* Blurred, so the smallest size is enough. */}
					<Picture src={smallCoverUrl(game.cover)} alt="" width={150} height={200} eager priority="low" />
				</div>
			)}
			<Notice message={message} durationMs={5000} />
			<div className={css.top}>
				<div className={css.cover}>
					<GameCover game={game} sizes="(min-width: 960px) 260px, 132px" eager priority="high" decorative={false} />
				</div>
				<header className={css.head}>
					<h1>{game.name}</h1>
					<p className={css.line}>{formatByline(game)}</p>
				</header>
				<div className={css.actions}>
					<Score game={game} />
					{/* Depends on the viewer. */}
					<span data-settles="">
						{game.myReviewId === null ? (
							<Link to={paths.reviewForm(game.id)} className={buttonClass('main')}>
								Write a Review
							</Link>
						) : (
							<Link to={paths.review(game.myReviewId)} className={buttonClass('quiet')}>
								My Review
							</Link>
						)}
					</span>
				</div>
			</div>
			<div className={css.body}>
				<div className={css.words}>
					{game.summary && <p className={css.summary}>{game.summary}</p>}
					{game.storyline && (
						<section>
							<h2>Storyline</h2>
							<p className={css.storyline}>{game.storyline}</p>
						</section>
					)}
				</div>
				<aside className={css.facts} aria-label="Facts">
					<FactList game={game} />
					<WebsiteLinks websites={game.websites} />
					<Credits credits={game.credits} />
				</aside>
				{game.screenshots.length > 0 && (
					<div className={css.pictures}>
						<Screenshots key={game.id} name={game.name} addresses={game.screenshots} />
					</div>
				)}
				<section className={css.reviews} aria-labelledby="reviews">
					<h2 id="reviews" tabIndex={-1}>
						Reviews
					</h2>
					<GameReviews gameId={game.id} search={search} />
				</section>
			</div>
		</article>
	)
}

/** Returns studio, year and platforms in one line. */
function formatByline({ developers, releaseDate, platforms }: GameDetail): string {
	const platformText = platforms.slice(0, 4).join(', ') + (platforms.length > 4 ? ` +${platforms.length - 4} more` : '')
	return [developers[0], releaseDate && releaseYear(releaseDate), platformText].filter(Boolean).join(' · ')
}

function Loading() {
	useHead({ title: 'Game' })
	return (
		<div className={css.page} aria-busy="true">
			<div className={css.top}>
				<div className={css.cover}>
					<Skeleton shape="cover" />
				</div>
				<div className={css.head}>
					<h1 className="visually-hidden">Loading game...</h1>
					<div className={css.skeleton}>
						<Skeleton shape="short" />
					</div>
					<Skeleton />
				</div>
				<div className={`${css.actions} ${css.skeleton}`}>
					<Skeleton shape="short" />
				</div>
			</div>
			<div className={css.body}>
				<div className={css.words}>
					<div className={css.summary}>
						<Skeleton />
						<Skeleton />
						<Skeleton shape="short" />
					</div>
				</div>
				<div className={css.facts}>
					<Skeleton shape="short" />
					<Skeleton shape="short" />
					<Skeleton shape="short" />
				</div>
			</div>
		</div>
	)
}
