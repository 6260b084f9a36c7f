import type { ModerationState } from '#contract/shapes.ts'
import { lazy } from '#web/app/lazy.tsx'

const ModerationNotice = lazy(() => import('./moderation-notice.tsx'), 'ModerationNotice')

interface LazyModerationNoticeProps {
	/** The thing, or the viewer's own account. */
	of: { id: string; userId?: string | null; moderation?: ModerationState }
	what: 'review' | 'comment' | 'list' | 'profile'
}

/** Says why others do not see something, to its author and to moderators. For everyone else there is nothing to load. */
export function LazyModerationNotice({ of, what }: LazyModerationNoticeProps) {
	const { moderation } = of
	return moderation && <ModerationNotice of={of} state={moderation} what={what} />
}
