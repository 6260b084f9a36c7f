import { type Comment, deleteComment } from '#contract/comments.ts'
import { isMissing, useSend } from '#web/app/data.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import css from './delete-comment-dialog.module.css'

interface DeleteCommentDialogProps {
	/** The comment in question, null while none is. */
	comment: Comment | null
	onClose: () => void
	/** Called once it is gone, also when someone else was first. */
	onDeleted: (commentId: string) => void
}

/** Asks whether a comment is to be deleted, and deletes it. */
export function DeleteCommentDialog({ comment, onClose, onDeleted }: DeleteCommentDialogProps) {
	const { send, error, isSending, reset } = useSend(deleteComment, {
		onDone: (_, { params }) => onDeleted(params.id),
		onRefused: (refusal) => {
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
			<FormFailure error={error} otherwise={deleteComment.config.failure} />
		</DeleteDialog>
	)
}
