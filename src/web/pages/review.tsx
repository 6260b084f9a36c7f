import { Link, useParams } from 'react-router'
import { type GameDetail, getGame } from '#contract/games.ts'
import { getReview, REVIEW_NOT_FOUND, type Review } from '#contract/reviews.ts'
import { useArrivalMessage } from '../arrival.ts'
import { failureSentence, isMissing, loads, preload, read, useRead } from '../data.tsx'
import { counted, formatDay, releaseYear } from '../format.ts'
import { FactList } from '../games/fact-list.tsx'
import { GameCover } from '../games/game-cover.tsx'
import { type PageHead, useHead } from '../head.tsx'
import { Missing } from '../layout/missing.tsx'
import { paths } from '../paths.ts'
import { cutText } from '../reviews/cut-text.ts'
import { ReviewStats } from '../reviews/review-stats.tsx'
import { useSession } from '../session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stars } from '../ui/stars.tsx'
import css from './review.module.css'

const descriptionLength = 160
const messageMs = 5000

export const loader = loads(async ({ client, params }) => {
	const review = read(getReview, inputOf(params.id))
	await preload(client, review)
	const gameId = client.getQueryData(review.queryKey)?.gameId
	if (gameId !== undefined) await preload(client, read(getGame, { params: { id: gameId } }))
})

function inputOf(id: string | undefined) {
	return { params: { id: id ?? '' } }
}

/** A review, to be read like an article. */
export function Component() {
	const { id } = useParams()
	const { data: review, error } = useRead(getReview, inputOf(id))
	const game = useRead(getGame, { params: { id: review?.gameId ?? 0 } }, { enabled: review !== undefined })
	if (review) return <Article review={review} game={game.data?.data} />
	if (isMissing(error))
		return (
			<Missing title={REVIEW_NOT_FOUND.error}>The review you're looking for doesn't exist or has been removed.</Missing>
		)
	return error ? <Unread sentence={failureSentence(error, 'Failed to fetch review details')} /> : <Loading />
}

function Article({ review, game }: { review: Review; game: GameDetail | undefined }) {
	const { user } = useSession()
	const message = useArrivalMessage()
	useHead(headOf(review))
	const { platform, timePlayed } = review
	return (
		<>
			<Notice message={message} forMs={messageMs} />
			<article className={css.screen}>
				<div className={css.cover}>
					<Link to={paths.game(review.gameId)} tabIndex={-1} aria-hidden="true">
						<GameCover game={review.game} sizes="(min-width: 760px) 264px, 140px" eager />
					</Link>
				</div>
				<header className={css.head}>
					<h1 className={css.title}>
						<Link to={paths.game(review.gameId)}>{review.game.name}</Link>
						{review.game.releaseDate && <span className={css.year}> {releaseYear(review.game.releaseDate)}</span>}
					</h1>
					<p className={css.byline}>
						<Avatar name={review.username} src={review.user.profilePicture} />
						<span>
							<span className="visually-hidden">Reviewed by </span>
							<strong>{review.username}</strong>
							<time dateTime={review.createdAt}>{formatDay(review.createdAt)}</time>
						</span>
					</p>
				</header>
				<div className={css.body}>
					<p className={css.verdict}>
						<Stars rating={review.rating} size={30} />
						<span className={css.played}>
							{platform}
							{timePlayed !== null && <span> · {counted(timePlayed, 'hour')} played</span>}
						</span>
					</p>
					<p className={css.text}>{review.description}</p>
					{user?.id === review.userId && (
						<p className={css.own}>
							<Link className={buttonClass('quiet')} to={paths.reviewForm(review.gameId, { edit: review.id })}>
								<Icon name="pencil" size={16} />
								Edit
							</Link>
						</p>
					)}
					<ReviewStats review={review} />
				</div>
				<aside className={css.facts} aria-label={`About ${review.game.name}`}>
					{game && <FactList game={game} />}
				</aside>
			</article>
		</>
	)
}

function Loading() {
	useHead({ title: 'Review' })
	return (
		<div className={css.screen}>
			<div className={css.cover}>
				<Skeleton shape="cover" />
			</div>
			<div className={css.head}>
				<p role="status">Loading review...</p>
				<Skeleton shape="short" />
			</div>
			<div className={css.body}>
				<Skeleton shape="short" />
				<Skeleton shape="block" />
			</div>
		</div>
	)
}

function Unread({ sentence }: { sentence: string }) {
	useHead({ title: 'Review', status: 500 })
	return (
		<div className={css.unread}>
			<Empty
				alert
				action={
					<Link className={buttonClass('quiet')} to={paths.home()}>
						Back to Home
					</Link>
				}
			>
				{sentence}
			</Empty>
		</div>
	)
}

function headOf(review: Review): PageHead {
	const { id, game, username, rating, description } = review
	return {
		title: `${game.name}, reviewed by ${username}`,
		description: cutText(`${rating} out of 5: ${description}`, descriptionLength),
		path: paths.review(id),
		image: game.cover,
		type: 'article',
		jsonLd: (absolute) => ({
			'@type': 'Review',
			url: absolute(paths.review(id)),
			itemReviewed: {
				'@type': 'VideoGame',
				name: game.name,
				url: absolute(paths.game(game.id)),
				...(game.cover ? { image: absolute(game.cover) } : {}),
			},
			reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 0.5 },
			author: { '@type': 'Person', name: username },
			reviewBody: description,
			datePublished: review.createdAt,
			dateModified: review.updatedAt,
		}),
	}
}
