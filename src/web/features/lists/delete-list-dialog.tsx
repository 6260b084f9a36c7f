import { getUserActivity } from '#contract/activity.ts'
import { deleteList, listLists } from '#contract/lists.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { useSend } from '#web/app/data.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface DeleteListDialogProps {
	listId: string
	open: boolean
	onClose: () => void
	/** Called once the list is gone, even if it was deleted elsewhere. */
	onDeleted: () => void
}

/** Asks for confirmation and deletes the viewer's list. */
export function DeleteListDialog({ listId, open, onClose, onDeleted }: DeleteListDialogProps) {
	const { send, error, isSending, reset } = useSend(deleteList, {
		invalidates: [listLists, getProfile, getUserActivity],
		onDone: onDeleted,
		onError: ({ status }) => {
			if (status === 404) onDeleted()
		},
	})
	const close = () => {
		reset()
		onClose()
	}
	return (
		<DeleteDialog
			title="Delete List"
			open={open}
			onClose={close}
			onDelete={() => send({ params: { id: listId } })}
			isDeleting={isSending}
		>
			<p>Are you sure you want to delete this list? This action cannot be undone.</p>
			<Notice kind="bad" message={error && error.status !== 404 ? deleteList.config.failure : null} />
		</DeleteDialog>
	)
}
