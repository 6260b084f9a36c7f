import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { releaseYear } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { ReportMenuItems } from '#web/features/reports/report-menu-items.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { Menu } from '#web/ui/menu.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './review-card.module.css'
import { ReviewCounts } from './review-counts.tsx'
import { cutReview, ReviewExcerpt } from './review-excerpt.tsx'
import { reportOf } from './review-report.ts'

interface ReviewCardProps {
	review: Review
	/** The maximum length of the text, in characters. */
	textLength: number
	/** False on the game's own page, where the card leads with the reviewer. */
	showGame?: boolean
	/** False on pages about the reviewer. */
	showAuthor?: boolean
	/** The text in the place of an excerpt. */
	text?: ReactNode
	/** The author's own actions, beside the counts; everyone else can report the review there. */
	children?: ReactNode
}

/** A review in a list. The card links to the review's page, the reviewer's name to their profile. */
export function ReviewCard(props: ReviewCardProps) {
	const { review, textLength, showGame = true, showAuthor = true, text, children } = props
	const { game, username, user: reviewer } = review
	const { user } = useSession()
	const author = (
		<Link to={paths.profile(username)} className={css.author}>
			<Avatar name={username} src={reviewer.profilePicture} size="small" />
			<span className={css.name}>{username}</span>
		</Link>
	)
	return (
		<article className={css.card} data-review={review.id}>
			<div className={showGame ? css.withGame : undefined}>
				{showGame && (
					<div>
						<CoverWithMenu game={game}>
							<GameCover game={game} sizes="104px" />
						</CoverWithMenu>
					</div>
				)}
				<div className={showGame ? css.words : `${css.words} ${css.withAuthor}`}>
					<h3 className={css.title}>
						{!showGame && author}
						<Link to={paths.review(review.id)} className={`${card.link} ${css.link}`}>
							{showGame && getGameName(game)}
							{showGame && game.releaseDate && <span className={css.year}> {releaseYear(game.releaseDate)}</span>}
							<span className="visually-hidden">
								{showGame ? `, reviewed by ${username}` : `${username}’s review of ${game.name}`}
							</span>
						</Link>
					</h3>
					<p className={css.line}>
						<Stars rating={review.rating} />
						<span className={css.meta}>
							{showGame && showAuthor && author}
							<Time time={review.createdAt} />
						</span>
					</p>
					{text ?? (
						<p className={css.text}>
							<ReviewExcerpt review={review} text={cutReview(review, textLength)} />
						</p>
					)}
					<div className={css.foot}>
						<ReviewCounts review={review} />
						<div className={css.actions} data-settles="">
							{user?.id === review.userId ? (
								children
							) : (
								<Menu label={`More about the review of ${game.name} by ${username}`}>
									<ReportMenuItems {...reportOf(review)} />
								</Menu>
							)}
						</div>
					</div>
				</div>
			</div>
		</article>
	)
}
