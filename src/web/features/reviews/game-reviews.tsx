import { Link, useNavigate } from 'react-router'
import type { GameDetail } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { getReview, listReviews, type Review, type ReviewsPage } from '#contract/reviews.ts'
import { useRead, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount, pluralize } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import section from '#web/ui/section.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatRating } from '#web/ui/star-value.ts'
import { ExpandableText } from './expandable-text.tsx'
import { GAME_REVIEW_ORDERS, type GameReviewFilters, gameReviewsInput, gameReviewsPath } from './game-review-filters.ts'
import css from './game-reviews.module.css'
import { NewReview } from './new-review.tsx'
import { ReviewCard } from './review-card.tsx'
import { isTextHidden } from './review-excerpt.tsx'

const SNIPPET_LENGTH = 180
const FRIENDS_SHOWN = 3
/** Enough for the faces and the average; of more friends no average is shown. */
const FRIENDS_READ = 24

const getReviews = (answer: ReviewsPage) => answer.reviews

interface GameReviewsProps {
	game: GameDetail
	filters: GameReviewFilters
	/** The review that the viewer has just written. */
	newReviewId: string | null
}

/** A game's reviews: the viewer's own, those of people they follow, then all others, which can be sorted and filtered. */
export function GameReviews({ game, filters, newReviewId }: GameReviewsProps) {
	const navigate = useNavigate()
	const list = useReadPages(listReviews, gameReviewsInput(game.id, filters), getReviews)
	const isFiltered = filters.rating !== null || filters.platform !== null
	const { own, friends } = usePinnedReviews(game, !isFiltered)
	const pinned: ReadonlySet<string | null | undefined> = new Set([
		newReviewId,
		own?.id,
		...(friends?.shown ?? []).map(({ id }) => id),
	])
	const { next } = list
	const total = isFiltered ? list.first?.totalCount : game.totalReviews
	const go = (change: Partial<GameReviewFilters>) => gameReviewsPath(game.id, { ...filters, cursor: null, ...change })
	return (
		<section aria-labelledby="reviews">
			<FilterForm className={section.head}>
				<div className={css.heading}>
					<h2 id="reviews" tabIndex={-1}>
						Reviews
					</h2>
					{total !== undefined && <span className={css.count}>{formatCount(total)}</span>}
				</div>
				{filters.rating !== null && <input type="hidden" name="rating" value={filters.rating} />}
				{filters.platform !== null && <input type="hidden" name="platform" value={filters.platform} />}
				{game.totalReviews > 1 && (
					<FilterSelect
						label="Sort reviews"
						isLabelHidden
						className={css.order}
						name="sort"
						options={GAME_REVIEW_ORDERS}
						value={filters.sort}
						onChange={(sort) => void navigate(go({ sort }), { preventScrollReset: true })}
					/>
				)}
			</FilterForm>
			{isFiltered && (
				<p className={css.filters}>
					{filters.rating !== null && <Filter name={formatRating(filters.rating)} to={go({ rating: null })} />}
					{filters.platform !== null && <Filter name={filters.platform} to={go({ platform: null })} />}
				</p>
			)}
			{newReviewId ? (
				<NewReview id={newReviewId} textLength={SNIPPET_LENGTH} />
			) : (
				own && (
					<div className={css.own}>
						<GameReviewCard review={own} />
					</div>
				)
			)}
			{friends && <FollowedReviews friends={friends} />}
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, 'Failed to load reviews. Please try again later.')}
				nextHref={next && 'cursor' in next ? go(next) : null}
				skeleton={<ReviewSkeletons />}
				empty={
					isFiltered ? (
						<Empty
							action={
								<Link to={go({ rating: null, platform: null })} className={buttonClass('quiet')} preventScrollReset>
									Show All Reviews
								</Link>
							}
						>
							No reviews found
						</Empty>
					) : newReviewId ? null : (
						<Empty
							scene="book"
							action={
								<Link to={paths.reviewForm(game.id)} className={buttonClass('quiet')}>
									Write a Review
								</Link>
							}
						>
							No reviews yet. Be the first to review this game!
						</Empty>
					)
				}
				onRestart={filters.cursor ? () => void navigate(go({}), { preventScrollReset: true }) : null}
			>
				{(rows) => (
					<ul className={css.reviews}>
						{rows
							.filter(({ id }) => !pinned.has(id))
							.map((review) => (
								<li key={review.id}>
									<GameReviewCard review={review} />
								</li>
							))}
					</ul>
				)}
			</PagedList>
		</section>
	)
}

/** Reads what stands before the other reviews: nothing for visitors, and while the reviews are filtered. */
function usePinnedReviews(game: GameDetail, isShown: boolean) {
	const { user } = useSession()
	const { data: own } = useRead(
		getReview,
		{ params: { id: game.myReviewId ?? '' } },
		{ enabled: isShown && user !== null && game.myReviewId !== null },
	)
	const { data: followed } = useRead(
		listReviews,
		{ query: { gameId: game.id, followedBy: user?.id ?? '', sortBy: 'likes', limit: FRIENDS_READ } },
		{ enabled: isShown && user !== null },
	)
	if (!isShown || user === null) return { own: undefined, friends: undefined }
	return {
		own: own?.userId === user.id ? own : undefined,
		friends: followed?.reviews.length
			? { shown: followed.reviews.slice(0, FRIENDS_SHOWN), all: followed.reviews, total: followed.totalCount }
			: undefined,
	}
}

type Friends = NonNullable<ReturnType<typeof usePinnedReviews>['friends']>

function FollowedReviews({ friends: { shown, all, total } }: { friends: Friends }) {
	const average = all.reduce((sum, { rating }) => sum + rating, 0) / all.length
	return (
		<div>
			<p className={css.summary}>
				<span className={css.faces} aria-hidden="true">
					{all.slice(0, 5).map(({ id, user }) => (
						<Avatar key={id} name={user.username} src={user.profilePicture} size="small" />
					))}
				</span>
				<span>
					<strong>People you follow</strong>{' '}
					<span className={css.count}>
						{pluralize(total, 'review')}
						{total === all.length && `, ${average.toFixed(1)} on average`}
					</span>
				</span>
			</p>
			<ul className={css.reviews}>
				{shown.map((review) => (
					<li key={review.id}>
						<GameReviewCard review={review} />
					</li>
				))}
			</ul>
		</div>
	)
}

function GameReviewCard({ review }: { review: Review }) {
	const text = isTextHidden(review) ? undefined : <ExpandableText review={review} maxLength={SNIPPET_LENGTH} />
	return <ReviewCard review={review} textLength={SNIPPET_LENGTH} showGame={false} text={text} />
}

/** An active filter, which a press removes. */
function Filter({ name, to }: { name: string; to: string }) {
	return (
		<Link to={to} className={css.filter} preventScrollReset>
			<span className="visually-hidden">Remove the filter </span>
			{name}
			<FrameIcon name="close" size={14} />
		</Link>
	)
}

function ReviewSkeletons() {
	return (
		<div aria-busy="true">
			{[0, 1, 2].map((index) => (
				<div key={index} className={css.skeleton}>
					<Skeleton shape="short" />
					<Skeleton />
					<Skeleton />
				</div>
			))}
		</div>
	)
}
