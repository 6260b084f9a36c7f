import { Link, useNavigate, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviews, type Review } from '#contract/reviews.ts'
import { createLoader, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { getReadFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import type { PageHead as Head } from '#web/app/head-tags.ts'
import { createItemList } from '#web/app/item-list.ts'
import { useSession } from '#web/app/session.tsx'
import { copyLink } from '#web/app/share.ts'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { ReviewCardSkeleton } from '#web/features/reviews/review-card-skeleton.tsx'
import { ReviewFilterBar } from '#web/features/reviews/review-filter-bar.tsx'
import {
	parseReviewListFilters,
	type ReviewListFilters,
	reviewListInput,
	reviewListPath,
} from '#web/features/reviews/review-filters.ts'
import { useReviewDeletion } from '#web/features/reviews/use-review-deletion.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Menu, MenuButton, menuItemClass } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import css from './reviews.module.css'

const CUT_LENGTH = 150
const MESSAGE_MS = 5000

export const loader = createLoader(({ client, url }) => {
	const shown = parseReviewListFilters(url.searchParams)
	const { gameId } = shown
	return preload(
		client,
		readPages(listReviews, reviewListInput(shown)),
		...(gameId === null ? [] : [read(getGame, { params: { id: gameId } })]),
	)
})

/** All reviews, filtered and sorted by the query parameters. */
export function Component() {
	const [query] = useSearchParams()
	const shown = parseReviewListFilters(query)
	const list = useReadPages(listReviews, reviewListInput(shown), (page) => page.reviews)
	const game = useRead(getGame, { params: { id: shown.gameId ?? 0 } }, { enabled: shown.gameId !== null })
	if (Number.isNaN(shown.gameId) || isMissing(list.error) || isMissing(game.error))
		return (
			<NotFoundScreen title={GAME_NOT_FOUND.error}>
				That game isn’t in the catalog, so there are no reviews of it.
			</NotFoundScreen>
		)
	return <Reviews shown={shown} list={list} gameName={game.data?.data.name} />
}

interface ReviewsProps {
	shown: ReviewListFilters
	list: ReturnType<typeof useReadPages<typeof listReviews, Review>>
	gameName: string | undefined
}

function Reviews({ shown, list, gameName }: ReviewsProps) {
	const navigate = useNavigate()
	const deletion = useReviewDeletion(shown)
	useHead(headOf(shown, list, gameName))
	const { rows, error, next, first } = list
	const change = (filters: Partial<ReviewListFilters>, how: { replace?: boolean } = {}) =>
		void navigate(reviewListPath({ ...shown, cursor: null, ...filters }), { ...how, preventScrollReset: true })
	const isBare = rows ? rows.length === 0 : error !== null
	return (
		<>
			<PageHead title="Game Reviews" lead="What players think of the games they play." />
			<ReviewFilterBar filters={shown} onChange={change}>
				<h2 ref={deletion.heading} tabIndex={-1} className={css.count}>
					{first ? pluralize(first.totalCount, 'review') : 'Reviews'}
					{gameName && ` of ${gameName}`}
				</h2>
			</ReviewFilterBar>
			<div className={css.message}>
				<Notice message={deletion.message} durationMs={MESSAGE_MS} onExpire={deletion.hideMessage} />
			</div>
			<div className={isBare ? css.empty : css.rows}>
				<PagedList
					list={list}
					getMessage={(error) => getReadFailureMessage(error, listReviews.config.failure)}
					nextHref={next && 'cursor' in next ? reviewListPath({ ...shown, cursor: next.cursor }) : null}
					skeleton={
						<SkeletonList label="Loading reviews" count={6} className={css.list}>
							<ReviewCardSkeleton />
						</SkeletonList>
					}
					empty={<Empty scene="book">No reviews found</Empty>}
					endMessage="You've reached the end!"
					onRestart={shown.cursor ? () => change({}) : null}
				>
					{(rows) => <ReviewRows rows={rows} onDelete={deletion.requestDeletion} />}
				</PagedList>
			</div>
			{deletion.dialog && (
				<deletion.dialog.DeleteReviewDialog
					review={deletion.reviewToDelete}
					onClose={deletion.cancel}
					onDeleted={deletion.finishDeletion}
				/>
			)}
		</>
	)
}

function ReviewRows({ rows, onDelete }: { rows: readonly Review[]; onDelete: (review: Review) => void }) {
	const { user } = useSession()
	return (
		<ul className={css.list}>
			{rows.map((review) => (
				<li key={review.id}>
					<ReviewCard review={review} textLength={CUT_LENGTH}>
						{user?.id === review.userId && (
							<Menu label={`More about your review of ${review.game.name}`}>
								<Link className={menuItemClass} to={paths.reviewForm(review.gameId, { edit: review.id })}>
									Edit
								</Link>
								<MenuButton onClick={() => void copyLink(paths.review(review.id))}>Copy Link</MenuButton>
								<MenuButton
									isDanger
									aria-label={`Delete your review of ${review.game.name}`}
									onClick={() => onDelete(review)}
								>
									Delete
								</MenuButton>
							</Menu>
						)}
					</ReviewCard>
				</li>
			))}
		</ul>
	)
}

function headOf(shown: ReviewListFilters, { rows, error }: ReviewsProps['list'], gameName: string | undefined): Head {
	const of = gameName ? ` of ${gameName}` : ''
	return {
		title: `Game Reviews${of}`,
		description: `Star-rated reviews${of || ' of video games'}, written by the players of Savepoint.`,
		// The canonical path omits sort order and search: they show the same reviews
		path: paths.reviews({ gameId: shown.gameId }),
		feed: paths.reviewsFeed(),
		...(error && !rows ? { status: error.status === 400 ? 404 : 500 } : {}),
		...(rows
			? {
					jsonLd: (absolute) =>
						createItemList(
							absolute,
							rows.map(({ id }) => ({ path: paths.review(id) })),
						),
				}
			: {}),
	}
}
