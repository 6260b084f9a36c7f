import { getGame, getPopularGames } from '#contract/games.ts'
import { deleteReview, getPopularReviews, listReviews, type Review } from '#contract/reviews.ts'
import { useSend } from '#web/app/data.tsx'
import { isMissing } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'

const REVIEW_DELETED = 'Review deleted successfully!'

interface DeleteReviewDialogProps {
	/** The review to delete; null closes the dialog. */
	review: Review | null
	onClose: () => void
	/** Called with the review's id and the success message once it is gone, even if it was already deleted. */
	onDeleted: (reviewId: string, message: string) => void
}

/** Asks for confirmation and deletes the viewer's review. */
export function DeleteReviewDialog({ review, onClose, onDeleted }: DeleteReviewDialogProps) {
	const { send, error, isSending, reset } = useSend(deleteReview, {
		invalidates: [listReviews, getGame, getPopularReviews, getPopularGames],
		onDone: (_, { params }) => onDeleted(params.id, REVIEW_DELETED),
		onError: (refusal) => {
			if (isMissing(refusal) && review) onDeleted(review.id, REVIEW_DELETED)
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
			{review && review.likes + review.commentCount > 0 && <p>{describeLoss(review)}</p>}
			<FormFailure error={error} fallback={deleteReview.config.failure} />
		</DeleteDialog>
	)
}

/** Says what is deleted with a review: "10 likes and 4 comments go with it." */
function describeLoss({ likes, commentCount }: Review): string {
	const lost = [likes > 0 && pluralize(likes, 'like'), commentCount > 0 && pluralize(commentCount, 'comment')]
	const verb = likes + commentCount === 1 ? 'goes' : 'go'
	return `${lost.filter(Boolean).join(' and ')} ${verb} with it.`
}
