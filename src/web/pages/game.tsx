import { useEffect, useRef, useState } from 'react'
import { Link, redirect, useParams, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviews } from '#contract/reviews.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { formatCount, releaseYear } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { Credits } from '#web/features/games/credits.tsx'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { gameHead } from '#web/features/games/game-head.ts'
import { parseGameId } from '#web/features/games/game-id.ts'
import { shortPlatformName } from '#web/features/games/platform-name.ts'
import { Score } from '#web/features/games/score.tsx'
import { pictureSrcSet, Screenshots } from '#web/features/games/screenshots.tsx'
import { WebsiteLinks } from '#web/features/games/website-links.tsx'
import { LogControl } from '#web/features/library-entry/log-control.tsx'
import { gameReviewsInput, gameReviewsPath, parseGameReviewFilters } from '#web/features/reviews/game-review-filters.ts'
import { GameReviews } from '#web/features/reviews/game-reviews.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { placeholderHue } from '#web/ui/placeholder-hue.ts'
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
			<Backdrop game={game} />
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
				<header className={css.head}>
					<h1>{game.name}</h1>
					<p className={css.line}>{formatByline(game)}</p>
				</header>
				<div className={css.panel}>
					<LogControl key={game.id} game={game} stored={game.myEntry} reviewId={game.myReviewId} />
					{/* Depends on the viewer. */}
					<div className={css.action} data-settles="">
						{game.myReviewId === null ? (
							<Link to={paths.reviewForm(game.id)} className={buttonClass('main')}>
								Write a Review
							</Link>
						) : (
							<Link to={paths.review(game.myReviewId)} className={buttonClass('quiet')}>
								My Review
							</Link>
						)}
						<ShareButton kind="icon" title={game.name} path={paths.game(game.id)} />
					</div>
					<Score
						game={game}
						rating={filters.rating}
						href={(rating) => gameReviewsPath(game.id, { ...filters, cursor: null, rating })}
					/>
					<Figures game={game} />
				</div>
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
				<aside className={css.facts} aria-label="Facts">
					<FactList
						game={game}
						platformHref={(platform) => gameReviewsPath(game.id, { ...filters, cursor: null, platform })}
					/>
					<WebsiteLinks websites={game.websites} />
					<Credits credits={game.credits} />
				</aside>
			</div>
		</article>
	)
}

/** How many people have the game, and its average ratings by platform and time where enough people have rated it. */
function Figures({ game: { statusCounts, scores } }: { game: GameDetail }) {
	const counts = [
		...(statusCounts.playing > 0 ? [`${formatCount(statusCounts.playing)} playing`] : []),
		...(statusCounts.played > 0 ? [`${formatCount(statusCounts.played)} played`] : []),
		...(statusCounts.wished > 0 ? [`${formatCount(statusCounts.wished)} want it`] : []),
	]
	const byPlatform = scores.byPlatform
		.slice(0, 4)
		.map(({ platform, average }) => `${shortPlatformName(platform)} ${average.toFixed(1)}`)
	const longest = scores.byHours.findLast(({ from }) => from > 0)
	const lines = [
		counts.join(' · '),
		byPlatform.join(' · '),
		longest && `After ${longest.from} h: ${longest.average.toFixed(1)}`,
	].filter(Boolean)
	if (lines.length === 0) return null
	return (
		<div className={css.figures}>
			{lines.map((line) => (
				<p key={line}>{line}</p>
			))}
		</div>
	)
}

/** Returns studio, year and platforms in one line. */
function formatByline({ developers, releaseDate, platforms }: GameDetail): string {
	const platformText =
		platforms.slice(0, 4).map(shortPlatformName).join(', ') +
		(platforms.length > 4 ? ` +${platforms.length - 4} more` : '')
	return [developers[0], releaseDate && releaseYear(releaseDate), platformText].filter(Boolean).join(' · ')
}

/**
 * The first picture, behind the top of the page. It is blurred, so half its width is enough. It fades in once it has loaded,
 * so that it is never the last large thing to appear beside the text.
 */
function Backdrop({ game: { name, screenshots } }: { game: GameDetail }) {
	const [first] = screenshots
	const box = useRef<HTMLDivElement>(null)
	const [isLoaded, setLoaded] = useState(false)
	useEffect(() => {
		if (first === undefined) return
		box.current
			?.querySelector('img')
			?.decode()
			.then(
				() => setLoaded(true),
				() => {},
			)
	}, [first])
	if (first === undefined) return <div className={css.ground} data-hue={placeholderHue(name)} aria-hidden="true" />
	return (
		<div ref={box} className={css.backdrop} data-loaded={isLoaded} aria-hidden="true">
			<Picture
				src={first}
				alt=""
				width={1280}
				height={720}
				srcSet={pictureSrcSet(first)}
				sizes="50vw"
				eager
				priority="low"
			/>
		</div>
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
				<div className={css.head}>
					<h1 className="visually-hidden">Loading game...</h1>
					<div className={css.skeleton}>
						<Skeleton shape="short" />
					</div>
					<Skeleton />
				</div>
				<div className={css.panel}>
					<div className={css.log} />
					<div className={css.action}>
						<Skeleton shape="block" />
					</div>
				</div>
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
