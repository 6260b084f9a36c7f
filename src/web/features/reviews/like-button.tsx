import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { likeComment, unlikeComment } from '#contract/comments.ts'
import type { likeList, unlikeList } from '#contract/lists.ts'
import { type likeReview, REVIEW_ALREADY_LIKED, type Review, type unlikeReview } from '#contract/reviews.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { formatCompact } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './like-button.module.css'

const MESSAGE_MS = 4000
const COUNTS = ['likes', 'impressions', 'weeklyImpressions', 'monthlyImpressions', 'yearlyImpressions'] as const

/** Whether something is liked now, and the counters in the response. */
export type LikeState = { hasLiked: boolean } & Partial<Pick<Review, (typeof COUNTS)[number]>>

interface LikeButtonProps {
	like: typeof likeReview | typeof likeComment | typeof likeList
	unlike: typeof unlikeReview | typeof unlikeComment | typeof unlikeList
	id: string
	isLiked: boolean
	/** What is liked, for the button's accessible name: `this review`. */
	subject: string
	/** The login path for visitors. */
	login: string
	/** Shown beside the heart instead of a label. */
	count?: number
	/** Shown after the label. */
	total?: number
	/** Called with the current state after each change, and if the subject was already liked. */
	onChange: (state: LikeState) => void
}

/** Likes something, or takes the like back, optimistically. A change that fails is rolled back. */
export function LikeButton({ like, unlike, id, isLiked, subject, login, count, total = 0, onChange }: LikeButtonProps) {
	const { status } = useSession()
	const navigate = useNavigate()
	// What was pressed last, until `isLiked` agrees, which is updated a moment after the response.
	const [sent, setSent] = useState<boolean | null>(null)
	const [pops, setPops] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	const onError = (error: ApiError, failure: string) => {
		if (error.code === REVIEW_ALREADY_LIKED.code) onChange({ ...pickCounts(error.body), hasLiked: true })
		else setSent(null)
		if (error.status === 401) void navigate(login)
		else setMessage(getChangeFailure(error, failure))
	}
	const liking = useSend(like, {
		onDone: (answer) => onChange({ ...pickCounts(answer), hasLiked: true }),
		onError: (error) => onError(error, like.config.failure),
	})
	const unliking = useSend(unlike, {
		onDone: (answer) => onChange({ ...pickCounts(answer), hasLiked: false }),
		onError: (error) => onError(error, unlike.config.failure),
	})
	const isSending = liking.isSending || unliking.isSending
	if (sent === isLiked && !isSending) setSent(null)
	const isMarked = sent ?? isLiked
	const className = count === undefined ? `${buttonClass('quiet')} ${css.like}` : `${css.like} ${css.small}`
	const label =
		count === undefined ? (
			<>
				{isMarked ? 'Liked' : 'Like'} <span className="visually-hidden">{subject}</span>
				{total > 0 && <span className={css.total}>{formatCompact(total)}</span>}
			</>
		) : (
			<>
				<span className="visually-hidden">
					{isMarked ? 'Liked' : 'Like'} {subject},{' '}
				</span>
				<span className={count === 0 ? 'visually-hidden' : undefined}>{count}</span>
				<span className="visually-hidden"> {count === 1 ? 'like' : 'likes'}</span>
			</>
		)
	return (
		<>
			{status === 'in' ? (
				<button
					type="button"
					className={className}
					aria-disabled={isSending || undefined}
					data-liked={isMarked}
					data-pops={pops && isMarked}
					title={isMarked ? 'Remove your like' : undefined}
					onClick={({ detail }) => {
						// The second press of a double click does not take back the first
						if (isSending || detail > 1) return
						setSent(!isMarked)
						setPops(!isMarked)
						setMessage(null)
						const { send } = isMarked ? unliking : liking
						send({ params: { id } })
					}}
				>
					<Icon name="heart" size={18} />
					<span>{label}</span>
				</button>
			) : (
				<Link className={className} to={login}>
					<Icon name="heart" size={18} />
					<span>{label}</span>
				</Link>
			)}
			<div className={css.message}>
				<Notice kind="bad" message={message} durationMs={MESSAGE_MS} onExpire={() => setMessage(null)} />
			</div>
		</>
	)
}

function pickCounts(answer: unknown): Omit<LikeState, 'hasLiked'> {
	const counts = (answer ?? {}) as LikeState
	return Object.fromEntries(COUNTS.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]])))
}
