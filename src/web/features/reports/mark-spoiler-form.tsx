import { listComments } from '#contract/comments.ts'
import { listReports, takeAction } from '#contract/moderation.ts'
import { getReview, listReviews } from '#contract/reviews.ts'
import { useSend } from '#web/app/data.tsx'
import { showToast } from '#web/app/toasts.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import css from './report-form.module.css'
import type { ReportRequest } from './report-request.ts'

/** Asks a moderator before a text is hidden as a spoiler. */
export function MarkSpoilerForm({ request, onClose }: { request: ReportRequest; onClose: () => void }) {
	const { subject, subjectId, name } = request
	const { send, error, isSending } = useSend(takeAction, {
		invalidates: [listReports, getReview, listReviews, listComments],
		onDone: () => {
			onClose()
			showToast({ message: 'Marked as a spoiler. Its author has been told.' })
		},
	})
	return (
		<div className={css.form}>
			<FormFailure error={error} fallback={takeAction.config.failure} />
			<p className={css.hint}>
				The text of {name} will be hidden until a reader reveals it. The author is told, and can’t remove the mark.
			</p>
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<Button
					kind="main"
					aria-disabled={isSending}
					onClick={() => send({ body: { subject, subjectId, action: 'mark_spoiler', reason: 'spoiler' } })}
				>
					{isSending ? 'Marking...' : 'Mark as Spoiler'}
				</Button>
			</div>
		</div>
	)
}
