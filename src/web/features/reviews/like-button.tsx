import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { likeComment } from '#contract/comments.ts'
import { type likeReview, REVIEW_ALREADY_LIKED, type Review } from '#contract/reviews.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useSession } from '#web/app/session.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './like-button.module.css'

const MESSAGE_MS = 4000
const COUNTS = ['likes', 'impressions', 'weeklyImpressions', 'monthlyImpressions', 'yearlyImpressions'] as const

/** The counters in the response to a like. */
export type LikeCounts = Partial<Pick<Review, (typeof COUNTS)[number]>>

interface LikeButtonProps {
	endpoint: typeof likeReview | typeof likeComment
	id: string
	isLiked: boolean
	/** What is liked, for the button's accessible name: `this review`. */
	subject: string
	/** The login path for visitors. */
	login: string
	/** Shown beside the heart instead of a label. */
	count?: number
	/** Called with the current counters once the subject is liked, even if it already was. */
	onLiked: (counts: LikeCounts) => void
}

/** Likes something, optimistically. The like is rolled back if it fails; a like cannot be undone. */
export function LikeButton({ endpoint, id, isLiked, subject, login, count, onLiked }: LikeButtonProps) {
	const { status } = useSession()
	const navigate = useNavigate()
	// Stays set after the response, because `isLiked` is updated a moment later.
	const [isSent, setSent] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	const { send } = useSend(endpoint, {
		onDone: (answer) => onLiked(pickLikeCounts(answer)),
		onError: (error) => {
			const isAlreadyLiked = error.code === REVIEW_ALREADY_LIKED.code
			if (isAlreadyLiked) onLiked(pickLikeCounts(error.body))
			else setSent(false)
			if (error.status === 401) void navigate(login)
			else setMessage(getFailureMessage(error, endpoint.config.failure))
		},
	})
	const isMarked = isLiked || isSent
	const className = count === undefined ? `${buttonClass('quiet')} ${css.like}` : `${css.like} ${css.small}`
	const label =
		count === undefined ? (
			<>
				{isMarked ? 'Liked' : 'Like'} <span className="visually-hidden">{subject}</span>
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
					data-liked={isMarked}
					data-pops={isSent}
					// Unlike `disabled`, this keeps the focus.
					aria-disabled={isMarked}
					onClick={() => {
						if (isMarked) return
						setSent(true)
						setMessage(null)
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

function pickLikeCounts(answer: unknown): LikeCounts {
	const counts = (answer ?? {}) as LikeCounts
	return Object.fromEntries(COUNTS.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]])))
}
