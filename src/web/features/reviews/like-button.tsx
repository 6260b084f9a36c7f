import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { likeComment } from '#contract/comments.ts'
import { type likeReview, REVIEW_ALREADY_LIKED, type Review } from '#contract/reviews.ts'
import { failureSentence, useSend } from '#web/app/data.tsx'
import { useSession } from '#web/app/session.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './like-button.module.css'

const MESSAGE_MS = 4000
const COUNTS = ['likes', 'impressions', 'weeklyImpressions', 'monthlyImpressions', 'yearlyImpressions'] as const

/** The counters as the answer to a like has them. */
export type LikeCounts = Partial<Pick<Review, (typeof COUNTS)[number]>>

interface LikeButtonProps {
	endpoint: typeof likeReview | typeof likeComment
	id: string
	isLiked: boolean
	/** What is liked, for who hears the button: `this review`. */
	what: string
	/** The sign-in that visitors are sent to. */
	login: string
	/** Shown beside the heart in place of the words. */
	count?: number
	/** Called when the thing is liked, now or before, with the counters as they stand. */
	onLiked: (counts: LikeCounts) => void
}

/** Likes something once: marked at once, and unmarked only where the like did not arrive. */
export function LikeButton({ endpoint, id, isLiked, what, login, count, onLiked }: LikeButtonProps) {
	const { status } = useSession()
	const navigate = useNavigate()
	// Stays after the answer: what the answer says of the thing comes a moment later.
	const [isAsked, setAsked] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	const { send } = useSend(endpoint, {
		onDone: (answer) => onLiked(countsIn(answer)),
		onRefused: (error) => {
			const isOld = error.code === REVIEW_ALREADY_LIKED.code
			if (isOld) onLiked(countsIn(error.body))
			else setAsked(false)
			if (error.status === 401) void navigate(login)
			else setMessage(failureSentence(error, endpoint.config.failure))
		},
	})
	const isMarked = isLiked || isAsked
	const look = count === undefined ? `${buttonClass('quiet')} ${css.like}` : `${css.like} ${css.small}`
	const words =
		count === undefined ? (
			<>
				{isMarked ? 'Liked' : 'Like'} <span className="visually-hidden">{what}</span>
			</>
		) : (
			<>
				<span className="visually-hidden">
					{isMarked ? 'Liked' : 'Like'} {what},{' '}
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
					className={look}
					data-liked={isMarked}
					data-pops={isAsked}
					// It keeps the focus when there is nothing left to press.
					aria-disabled={isMarked}
					onClick={() => {
						if (isMarked) return
						setAsked(true)
						setMessage(null)
						send({ params: { id } })
					}}
				>
					<Icon name="heart" size={18} />
					<span>{words}</span>
				</button>
			) : (
				<Link className={look} to={login}>
					<Icon name="heart" size={18} />
					<span>{words}</span>
				</Link>
			)}
			<div className={css.message}>
				<Notice kind="bad" message={message} forMs={MESSAGE_MS} onOver={() => setMessage(null)} />
			</div>
		</>
	)
}

function countsIn(answer: unknown): LikeCounts {
	const said = (answer ?? {}) as LikeCounts
	return Object.fromEntries(COUNTS.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])))
}
