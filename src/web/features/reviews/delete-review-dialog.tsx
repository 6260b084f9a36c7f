import { getGame, getPopularGames } from '#contract/games.ts'
import { deleteReview, getPopularReviews, listReviews, type Review } from '#contract/reviews.ts'
import { useSend } from '#web/app/data.tsx'
import { isMissing } from '#web/app/failure-messages.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'

export const REVIEW_DELETED = 'Review deleted successfully!'

interface DeleteReviewDialogProps {
	/** The review to delete; null closes the dialog. */
	review: Review | null
	onClose: () => void
	/** Called once the review is gone, even if it was already deleted. */
	onDeleted: (reviewId: string) => void
}

/** Asks for confirmation and deletes the viewer's review. */
export function DeleteReviewDialog({ review, onClose, onDeleted }: DeleteReviewDialogProps) {
	const { send, error, isSending, reset } = useSend(deleteReview, {
		invalidates: [listReviews, getGame, getPopularReviews, getPopularGames],
		onDone: (_, { params }) => onDeleted(params.id),
		onError: (refusal) => {
			if (isMissing(refusal) && review) onDeleted(review.id)
		},
	})
	const close = () => {
		reset()
		onClose()
	}
	return (
		<DeleteDialog
			title="Delete Review"
			open={review !== null}
			onClose={close}
			onDelete={() => review && send({ params: { id: review.id } })}
			isDeleting={isSending}
		>
			<p>Are you sure you want to delete your review of {review?.game.name}? This action cannot be undone.</p>
			<FormFailure error={error} fallback={deleteReview.config.failure} />
		</DeleteDialog>
	)
}
