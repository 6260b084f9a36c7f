import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { REASON_LABELS } from '#contract/report-reasons.ts'
import type { ModerationState } from '#contract/shapes.ts'
import { useSession } from '#web/app/session.tsx'
import card from '#web/ui/card.module.css'
import css from './moderation-notice.module.css'

interface ModerationNoticeProps {
	of: { id: string; userId?: string | null }
	state: ModerationState
	what: 'review' | 'comment' | 'list' | 'profile'
}

/** Says that a moderator removed something, or that it waits for one, and what its author or a moderator can do. */
export function ModerationNotice({ of, state, what }: ModerationNoticeProps) {
	const { user } = useSession()
	const isOwn = what === 'profile' || user?.id === of.userId
	const { actionId, reason, note } = state
	const isHeld = state.state === 'held'
	const readers = isOwn ? 'you and moderators' : 'its author and moderators'
	return (
		<div role="note" className={`${card.box} ${css.notice}`}>
			<p className={css.title}>
				{isHeld ? `This ${what} is waiting for a moderator` : `A moderator removed this ${what}`}
			</p>
			<p>
				{isHeld
					? `It contains a word we check first. Until a moderator has looked, only ${readers} can see it.`
					: `Only ${readers} can see it. It will be deleted after 30 days unless it’s restored.`}
				{!isHeld && reason && ` Reason: ${REASON_LABELS[reason].toLowerCase()}.`}
			</p>
			{note && <p className={css.note}>{note}</p>}
			{isOwn ? (
				!isHeld && (
					<p>
						<Link to={paths.appeal(actionId)}>The decision, and how to appeal</Link>
					</p>
				)
			) : (
				<p>
					<Link to={paths.admin('reports', { subject: what, id: of.id })}>Moderate</Link>
				</p>
			)}
		</div>
	)
}
