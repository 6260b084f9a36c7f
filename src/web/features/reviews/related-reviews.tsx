import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { listReviews, type Review, type ReviewFilters } from '#contract/reviews.ts'
import { readPart } from '#web/app/data.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { describeHidden, excerptOf } from '#web/features/texts/excerpt.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { Stars } from '#web/ui/stars.tsx'
import css from './related-reviews.module.css'
import { isTextHidden } from './review-excerpt.tsx'

const SHOWN = 3
const EXCERPT_LENGTH = 120

/** The most liked reviews that match, reduced to what a row shows. One more than is shown, because one may be on the page. */
const mostLiked = (filters: ReviewFilters) =>
	readPart(listReviews, { query: { ...filters, sortBy: 'likes', limit: SHOWN + 1 } }, 'related', ({ reviews }) =>
		reviews.map((review) => {
			const { id, game, username, user, rating, description } = review
			return {
				id,
				game: { name: game.name, cover: game.cover },
				username,
				picture: user.profilePicture,
				rating,
				excerpt: isTextHidden(review) ? null : excerptOf(description, EXCERPT_LENGTH),
			}
		}),
	)

/** The query for the reviews of a game below one of them. */
export const reviewsOfGame = (gameId: number) => mostLiked({ gameId })

/** The query for a user's reviews below one of them. */
export const reviewsBy = (username: string) => mostLiked({ username })

/** Other reviews of the game, and others by the author; nothing where there are none. */
export function RelatedReviews({ review }: { review: Review }) {
	const { id, gameId, game, username } = review
	const excerpt = excerptOf(review.description, EXCERPT_LENGTH)
	// A text that is posted again says nothing new
	const isNew = (other: Row) => other.id !== id && other.excerpt !== excerpt
	const others = useQuery(reviewsOfGame(gameId)).data?.filter(isNew)
	const more = useQuery(reviewsBy(username)).data?.filter(isNew)
	return (
		<>
			<Rows title={`Others on ${getGameName(game)}`} to={paths.reviews({ gameId })} rows={others}>
				{(row) => (
					<>
						<Avatar name={row.username} src={row.picture} />
						<Words row={row} title={row.username} by={`, who reviewed ${game.name}`} />
					</>
				)}
			</Rows>
			<Rows title={`More by ${username}`} to={paths.userReviews(username)} rows={more}>
				{(row) => (
					<>
						<span className={css.cover}>
							<GameCover game={row.game} sizes="44px" />
						</span>
						<Words row={row} title={getGameName(row.game)} by={`, reviewed by ${username}`} />
					</>
				)}
			</Rows>
		</>
	)
}

type Row = {
	id: string
	game: { name: string }
	rating: number
	/** Null if the text is hidden. */
	excerpt: string | null
}

interface RowsProps<R extends Row> {
	title: string
	to: string
	rows: R[] | undefined
	children: (row: R) => ReactNode
}

function Rows<R extends Row>({ title, to, rows, children }: RowsProps<R>) {
	if (!rows?.length) return null
	return (
		<section className={css.section}>
			<h2 className={css.title}>
				<Link to={to}>{title}</Link>
			</h2>
			<ul>
				{rows.slice(0, SHOWN).map((row) => (
					<li key={row.id} className={css.row} data-review={row.id}>
						{children(row)}
					</li>
				))}
			</ul>
		</section>
	)
}

function Words({ row: { id, game, rating, excerpt }, title, by }: { row: Row; title: string; by: string }) {
	return (
		<div className={css.words}>
			<h3 className={css.name}>
				<Link to={paths.review(id)} className={card.link}>
					{title}
					<span className="visually-hidden">{by}</span>
				</Link>
				<Stars rating={rating} size={14} />
			</h3>
			<p className={css.excerpt}>{excerpt ?? describeHidden(getGameName(game))}</p>
		</div>
	)
}
