import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './delete-dialog.module.css'
import dialog from './dialog.module.css'
import { Dialog } from './dialog.tsx'

interface DeleteDialogProps {
	title: string
	open: boolean
	onClose: () => void
	onDelete: () => void
	isDeleting: boolean
	/** The label of the button that deletes. */
	label?: string
	/** The same while it does. */
	busyLabel?: string
	/** The question, and the error message of a failed deletion. */
	children: ReactNode
}

/** Asks for confirmation before a permanent deletion. */
export function DeleteDialog({
	title,
	open,
	onClose,
	onDelete,
	isDeleting,
	label = 'Delete',
	busyLabel = 'Deleting...',
	children,
}: DeleteDialogProps) {
	return (
		<Dialog open={open} title={title} onClose={onClose}>
			<div className={css.words}>{children}</div>
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<Button
					kind="danger"
					aria-disabled={isDeleting}
					onClick={() => {
						if (!isDeleting) onDelete()
					}}
				>
					{isDeleting ? busyLabel : label}
				</Button>
			</div>
		</Dialog>
	)
}
