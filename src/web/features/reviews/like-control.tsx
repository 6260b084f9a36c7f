import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { showToast } from '#web/app/toasts.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { LikeControlProps } from './like-button.tsx'
import css from './like-control.module.css'
import { LIKE_LOOKS, LikeFace } from './like-face.tsx'
import { changeLike, sentLikes } from './like-sending.ts'
import { rememberLike } from './remembered-like.ts'

/** How long the failure of a like is shown. */
export const LIKE_FAILURE_MS = 4000

/** Likes something, or takes the like back, optimistically. A card has no room to say why that failed: a toast does. */
export function LikeControl({ login, ...props }: LikeControlProps) {
	const { kind, of, look = 'button' } = props
	const { id, hasLiked, likes } = of
	const navigate = useNavigate()
	const client = useQueryClient()
	const sent = useSyncExternalStore(sentLikes.subscribe, () => sentLikes.get().get(id))
	const [pops, setPops] = useState(false)
	const [failure, setFailure] = useState<string | null>(null)
	const isMarked = sent ?? hasLiked
	const press = async ({ detail }: MouseEvent) => {
		// The second press of a double click does not take back the first
		if (sentLikes.get().has(id) || detail > 1) return
		setPops(!isMarked)
		setFailure(null)
		const refusal = await changeLike(client, { kind, id }, !isMarked)
		if (refusal?.isSignedOut) {
			if (!isMarked) rememberLike({ kind, id })
			void navigate(login)
		} else if (refusal && look === 'card')
			showToast({ kind: 'bad', message: refusal.message, durationMs: LIKE_FAILURE_MS })
		else if (refusal) setFailure(refusal.message)
	}
	const shown = {
		id,
		hasLiked: isMarked,
		...(likes !== undefined && { likes: likes + Number(isMarked) - Number(hasLiked) }),
	}
	return (
		<>
			<button
				type="button"
				className={LIKE_LOOKS[look]}
				aria-pressed={isMarked}
				aria-disabled={sent !== undefined || undefined}
				data-liked={isMarked}
				data-pops={pops && isMarked}
				title={isMarked ? 'Remove your like' : undefined}
				onClick={(event) => void press(event)}
			>
				<LikeFace {...props} of={shown} />
			</button>
			{look !== 'card' && (
				<div className={css.message}>
					<Notice kind="bad" message={failure} durationMs={LIKE_FAILURE_MS} onExpire={() => setFailure(null)} />
				</div>
			)}
		</>
	)
}
