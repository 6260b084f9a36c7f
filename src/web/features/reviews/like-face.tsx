import { formatCompact } from '#web/app/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './like-face.module.css'
import type { LikeTarget } from './remembered-like.ts'

/** `button`: with a label. `small`: the number beside the heart, or a label without one. `card`: that, as low as a line. */
export const LIKE_LOOKS = {
	button: `${css.like} ${buttonClass('quiet')}`,
	small: `${css.like} ${css.small}`,
	card: `${css.like} ${css.small} ${css.card}`,
} as const

export interface LikeFaceProps {
	kind: LikeTarget['kind']
	/** The review, comment or list. */
	of: { id: string; hasLiked: boolean; likes?: number }
	/** What is liked, for the accessible name: `this review`. */
	subject: string
	look?: keyof typeof LIKE_LOOKS
}

/** What the heart that likes something shows and says. */
export function LikeFace({ kind, of: { hasLiked, likes }, subject, look = 'button' }: LikeFaceProps) {
	const word = hasLiked ? 'Liked' : 'Like'
	// A list says nothing of what it does not have
	const isCountHidden = likes === 0 && (look === 'small' || kind === 'list')
	return (
		<>
			<Icon name="heart" size={look === 'card' ? 15 : 18} />
			{look === 'button' || likes === undefined ? (
				<span>
					{word} <span className="visually-hidden">{subject}</span>
					{likes !== undefined && likes > 0 && <span className={css.total}>{formatCompact(likes)}</span>}
				</span>
			) : (
				<span>
					<span className="visually-hidden">
						{word} {subject},{' '}
					</span>
					<span className={isCountHidden ? 'visually-hidden' : undefined}>{formatCompact(likes)}</span>
					<span className="visually-hidden"> {likes === 1 ? 'like' : 'likes'}</span>
				</span>
			)}
		</>
	)
}
