import { useRef, useState } from 'react'
import { Link, Navigate, type Params, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { type GameDetail, getGame } from '#contract/games.ts'
import { getLibraryEntry } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { getReviewDraft } from '#contract/review-drafts.ts'
import { getReview, NOT_YOUR_REVIEW, REVIEW_EXISTS, REVIEW_NOT_FOUND, type Review } from '#contract/reviews.ts'
import { isLoggedIn } from '#web/app/credentials.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { type Flash, useFlash } from '#web/app/flash-message.ts'
import { releaseYear } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
import { share } from '#web/app/share.ts'
import { showToast } from '#web/app/toasts.ts'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { parseGameId } from '#web/features/games/game-id.ts'
import { LazyReviewForm, loadReviewForm } from '#web/features/reviews/lazy-review-form.tsx'
import { ReviewFormSkeleton } from '#web/features/reviews/review-form-skeleton.tsx'
import { useGameLog } from '#web/features/reviews/use-game-log.ts'
import { useServerDraft } from '#web/features/reviews/use-server-draft.ts'
import { LOG_IN_TO_REVIEW } from '#web/features/sessions/login-message.ts'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './review-form.module.css'

const loadDeleteReviewDialog = () => import('#web/features/reviews/delete-review-dialog.tsx')

const MESSAGE_MS = 5000

const gameInput = (params: Params) => ({ params: { id: parseGameId(params) } })
const ofGame = (params: Params) => ({ params: { gameId: parseGameId(params) } })
const reviewInput = (id: string) => ({ params: { id } })

export const loader = createLoader(({ client, params, url }) => {
	const edited = url.searchParams.get('edit')
	const isMember = isLoggedIn()
	if (isMember) loadReviewForm().catch(() => {})
	return preload(
		client,
		read(getGame, gameInput(params)),
		...(edited ? [read(getReview, reviewInput(edited))] : []),
		...(isMember ? [read(getReviewDraft, ofGame(params)), read(getLibraryEntry, ofGame(params))] : []),
	)
})

/** Writes a review of a game, or edits one with `?edit=`. Redirects visitors to the login, with a return path. */
export function Component() {
	const params = useParams()
	const [query] = useSearchParams()
	const { status } = useSession()
	const edited = query.get('edit')
	const game = useRead(getGame, gameInput(params))
	const review = useRead(getReview, reviewInput(edited ?? ''), { enabled: Boolean(edited) })

	// The server renders for visitors, and the text that they get must not be saved
	const hidden = review.data?.isHidden ? review.data : undefined

	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_REVIEW} />
	if (isMissing(game.error))
		return <NotFoundScreen title={GAME_NOT_FOUND.error}>That game isn’t in the catalog.</NotFoundScreen>
	if (isMissing(review.error))
		return (
			<NotFoundScreen title={REVIEW_NOT_FOUND.error}>
				The review you're looking for doesn't exist or has been removed.
			</NotFoundScreen>
		)
	// A failed refetch keeps the form: the viewer may be writing
	const failed = [game, review].filter(({ data, error }) => error && (!data || data === hidden))
	const error = failed[0]?.error
	if (error)
		return (
			<FailureScreen
				title="Write a Review"
				sentence={getFailureMessage(error, error === game.error ? getGame.config.failure : getReview.config.failure)}
				error={error}
				onRetry={() => {
					for (const { retry } of failed) retry()
				}}
			/>
		)
	return (
		<Editor
			key={`${params.id} ${edited}`}
			gameId={parseGameId(params)}
			game={game.data?.data}
			isEdit={Boolean(edited)}
			review={review.data}
			onExists={game.retry}
		/>
	)
}

interface EditorProps {
	/** As in the address; `game` may be the one that it was merged into. */
	gameId: number
	/** Undefined while loading. */
	game: GameDetail | undefined
	isEdit: boolean
	/** Undefined for a new review, and while the edited one is loading. */
	review: Review | undefined
	/** Called when the viewer turns out to have a review of the game already. */
	onExists: () => void
}

function Editor({ gameId, game, isEdit, review, onExists }: EditorProps) {
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const { user } = useSession()
	const message = useFlash('message')
	// After saving or deleting, ignore cache updates: they would trigger the redirect below
	const [isDone, setDone] = useState(false)
	const [isDeleting, setDeleting] = useState(false)
	const deletion = useLazyForm(loadDeleteReviewDialog)
	const discardDraft = useRef(() => {})
	const serverDraft = useServerDraft(gameId, user !== null)
	const { isRead: isLogRead, log } = useGameLog(gameId, user !== null)
	const title = isEdit ? 'Edit Your Review' : 'Write a Review'
	useHead({ title: game ? `${title}: ${game.name}` : title })

	const leave = (to: string, flash: Flash) => {
		setDone(true)
		void navigate(to, { replace: true, state: flash })
	}
	const owned = game?.myReviewId
	if (owned && !isEdit && !isDone)
		return <Navigate to={paths.reviewForm(game.id, { edit: owned })} state={{ message: REVIEW_EXISTS.error }} replace />
	if (review && game && review.gameId !== game.id)
		return <Navigate to={paths.reviewForm(review.gameId, { edit: review.id })} replace />
	const isForeign = review !== undefined && user !== null && review.userId !== user.id
	const isReadable = review ? !review.isHidden : !isEdit
	const isReady = game !== undefined && user !== null && isReadable && serverDraft.isRead && isLogRead
	return (
		<div className={css.screen}>
			<div className={css.message}>
				<Notice message={message} />
			</div>
			<header className={css.head}>
				<h1>{title}</h1>
				<p className={css.game}>
					{game ? (
						<>
							<Link to={paths.game(game.id)}>{game.name}</Link>
							{game.releaseDate && <span> {releaseYear(game.releaseDate)}</span>}
						</>
					) : (
						<Skeleton shape="short" />
					)}
				</p>
			</header>
			<div className={css.form}>
				{isForeign ? (
					<Empty
						alert
						action={
							<Link className={buttonClass('quiet')} to={paths.review(review.id)}>
								Back to the Review
							</Link>
						}
					>
						{NOT_YOUR_REVIEW.error}
					</Empty>
				) : isReady ? (
					<LazyReviewForm
						key={`${game.id} ${user.id} ${review?.id}`}
						game={game}
						user={user}
						review={review ?? null}
						serverDraft={serverDraft.draft}
						log={log}
						onSaved={(saved, message) => {
							showToast({
								message,
								actions: [{ label: 'Share', onPress: () => void share(document.title, paths.review(saved.id)) }],
								durationMs: MESSAGE_MS,
							})
							leave(paths.game(game.id), review ? {} : { newReviewId: saved.id })
						}}
						onExists={(reviewId) => {
							onExists()
							leave(paths.reviewForm(game.id, { edit: reviewId }), { message: REVIEW_EXISTS.error })
						}}
						onCancel={() => void navigate(review ? paths.review(review.id) : paths.game(game.id))}
						onDelete={(discard) => {
							discardDraft.current = discard
							deletion.load()
							setDeleting(true)
						}}
					/>
				) : (
					<PendingForm loginPath={paths.login({ redirect: pathname + search, message: 'write-review' })} />
				)}
			</div>
			<aside className={css.aside} aria-label="Game">
				<div>
					{game ? <GameCover game={game} sizes="(min-width: 1000px) 240px, 84px" eager /> : <Skeleton shape="cover" />}
				</div>
				{game && <FactList game={game} />}
			</aside>
			{game && user && deletion.module && (
				<deletion.module.DeleteReviewDialog
					review={isDeleting && review ? review : null}
					onClose={() => setDeleting(false)}
					onDeleted={(_, message) => {
						discardDraft.current()
						leave(paths.game(game.id), { message })
					}}
				/>
			)}
		</div>
	)
}

/** Stands in for the form: for members its skeleton, for visitors the way to log in. */
function PendingForm({ loginPath }: { loginPath: string }) {
	return (
		<>
			<p data-for="visitors" className={css.visitors}>
				<Link to={loginPath}>{LOG_IN_TO_REVIEW}</Link>
			</p>
			<ReviewFormSkeleton />
		</>
	)
}
