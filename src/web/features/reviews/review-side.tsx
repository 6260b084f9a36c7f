import { Link } from 'react-router'
import type { GameDetail } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { releaseYear } from '#web/app/format.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useSession } from '#web/app/session.tsx'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { estimateReadingMinutes } from './reading-time.ts'
import css from './review-side.module.css'

// Visitors never need it
const FollowWriter = lazy(() => import('#web/features/follows/follow-writer.tsx'), 'FollowWriter')

interface ReviewSideProps {
	review: Review
	/** Undefined until it has loaded. */
	game: GameDetail | undefined
}

/** What stands beside the text of a review: the cover, the title with the author, and the facts of the game. */
export function ReviewSide({ review, game }: ReviewSideProps) {
	return (
		<div className={css.side}>
			<div className={css.cover}>
				<CoverWithMenu game={review.game}>
					<Link to={paths.game(review.gameId)} tabIndex={-1} aria-hidden="true">
						<GameCover game={review.game} sizes="(min-width: 700px) 200px, 112px" eager />
					</Link>
				</CoverWithMenu>
			</div>
			<Header review={review} />
			<aside className={css.facts} aria-label={`About ${review.game.name}`}>
				{game && (
					<details className={css.fold} open>
						<summary>About the Game</summary>
						<FactList game={game} />
					</details>
				)}
			</aside>
		</div>
	)
}

function Header({ review }: { review: Review }) {
	const { game, username } = review
	const { user: viewer } = useSession()
	const minutes = estimateReadingMinutes(review.description)
	return (
		<header className={css.head}>
			<h1 className={css.title}>
				<Link to={paths.game(review.gameId)}>{game.name}</Link>
				{game.releaseDate && <span className={css.year}> {releaseYear(game.releaseDate)}</span>}
			</h1>
			<p className={css.byline}>
				<Avatar name={username} src={review.user.profilePicture} />
				<span>
					<span className="visually-hidden">Reviewed by </span>
					<Link to={paths.profile(username)} className={css.author}>
						{username}
					</Link>
					<span className={css.when}>
						<Time time={review.createdAt} />
						{minutes !== null && <span> · {minutes} min</span>}
					</span>
				</span>
				<span className={css.follow} data-for="members">
					{viewer && viewer.id !== review.userId && <FollowWriter writer={review.user} />}
				</span>
			</p>
		</header>
	)
}

/** The placeholder of the side. */
export function ReviewSideSkeleton() {
	return (
		<div className={css.side}>
			<div className={css.cover}>
				<Skeleton shape="cover" />
			</div>
			<div className={css.head}>
				<p role="status">Loading review...</p>
				<Skeleton shape="short" />
			</div>
		</div>
	)
}
