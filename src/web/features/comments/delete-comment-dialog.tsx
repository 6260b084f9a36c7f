import { type Comment, deleteComment } from '#contract/comments.ts'
import { useSend } from '#web/app/data.tsx'
import { isMissing } from '#web/app/failure-messages.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import css from './delete-comment-dialog.module.css'

interface DeleteCommentDialogProps {
	/** The comment to delete; null closes the dialog. */
	comment: Comment | null
	onClose: () => void
	/** Called once the comment is gone, even if someone else deleted it. */
	onDeleted: (commentId: string) => void
}

/** Asks for confirmation and deletes a comment. */
export function DeleteCommentDialog({ comment, onClose, onDeleted }: DeleteCommentDialogProps) {
	const { send, error, isSending, reset } = useSend(deleteComment, {
		onDone: (_, { params }) => onDeleted(params.id),
		onError: (refusal) => {
			if (isMissing(refusal) && comment) onDeleted(comment.id)
		},
	})
	const close = () => {
		reset()
		onClose()
	}
	return (
		<DeleteDialog
			title="Delete Comment"
			open={comment !== null}
			onClose={close}
			onDelete={() => comment && send({ params: { id: comment.id } })}
			isDeleting={isSending}
		>
			<p>Are you sure you want to delete this comment? This action cannot be undone.</p>
			<blockquote className={css.quote}>{comment?.content}</blockquote>
			<FormFailure error={error} fallback={deleteComment.config.failure} />
		</DeleteDialog>
	)
}
