import { Link, redirect, useParams, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND, type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviews } from '#contract/reviews.ts'
import { failureSentence, isMissing, loads, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { useArrivalMessage } from '#web/app/flash-message.ts'
import { releaseYear } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { Credits } from '#web/features/games/credits.tsx'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover, smallCover } from '#web/features/games/game-cover.tsx'
import { gameHead } from '#web/features/games/game-head.ts'
import { gameIdIn } from '#web/features/games/game-id.ts'
import { Score } from '#web/features/games/score.tsx'
import { Screenshots } from '#web/features/games/screenshots.tsx'
import { WebsiteLinks } from '#web/features/games/website-links.tsx'
import { GameReviews, gameReviewsInput } from '#web/features/reviews/game-reviews.tsx'
import { Failed } from '#web/layout/failed.tsx'
import { Missing } from '#web/layout/missing.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game.module.css'

export const loader = loads(async ({ client, params, url }) => {
	const id = gameIdIn(params)
	const game = read(getGame, { params: { id } })
	await preload(client, game, readPages(listReviews, gameReviewsInput(id, url.searchParams)))
	const present = client.getQueryData(game.queryKey)?.data.id ?? id
	// It has become part of another game
	if (present !== id && !Number.isNaN(id)) throw redirect(paths.game(present) + url.search, 301)
})

export function Component() {
	const id = gameIdIn(useParams())
	const { data, error, retry } = useRead(getGame, { params: { id } })
	if (data) return <GameScreen game={data.data} />
	if (isMissing(error))
		return (
			<Missing title={GAME_NOT_FOUND.error}>The game you're looking for doesn't exist or has been removed.</Missing>
		)
	if (error)
		return (
			<Failed
				title="Game"
				sentence={failureSentence(error, 'Failed to fetch game details')}
				error={error}
				onRetry={retry}
			/>
		)
	return <Loading />
}

function GameScreen({ game }: { game: GameDetail }) {
	const [search] = useSearchParams()
	const message = useArrivalMessage()
	useHead(gameHead(game))
	return (
		<article className={css.page}>
			{game.cover && (
				<div className={css.wash} aria-hidden="true">
					{/* Out of focus as it is, the smallest will do. */}
					<Picture src={smallCover(game.cover)} alt="" width={150} height={200} eager priority="low" />
				</div>
			)}
			<Notice message={message} forMs={5000} />
			<div className={css.top}>
				<div className={css.cover}>
					<GameCover game={game} sizes="(min-width: 960px) 260px, 132px" eager priority="high" decorative={false} />
				</div>
				<header className={css.head}>
					<h1>{game.name}</h1>
					<p className={css.line}>{lineOf(game)}</p>
				</header>
				<div className={css.actions}>
					<Score game={game} />
					{/* Which of the two it is depends on who looks. */}
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

/** Studio, year and platforms in one line. */
function lineOf({ developers, releaseDate, platforms }: GameDetail): string {
	const shown = platforms.slice(0, 4).join(', ') + (platforms.length > 4 ? ` +${platforms.length - 4} more` : '')
	return [developers[0], releaseDate && releaseYear(releaseDate), shown].filter(Boolean).join(' · ')
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
					<div className={css.place}>
						<Skeleton shape="short" />
					</div>
					<Skeleton />
				</div>
				<div className={`${css.actions} ${css.place}`}>
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
