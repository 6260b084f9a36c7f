import { useQueryClient } from '@tanstack/react-query'
import { deleteLibraryEntry } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { useSend } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { showToast } from '#web/app/toasts.ts'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { cacheEntry, refreshEntry } from './entry-cache.ts'
import { cacheListedEntry } from './library-cache.ts'
import { formatMinutes } from './minutes.ts'

interface RemoveDialogProps {
	entry: LibraryEntry
	open: boolean
	onClose: () => void
}

/** Asks before a game goes from the library with its plays and sessions, which nothing brings back. */
export function RemoveDialog({ entry, open, onClose }: RemoveDialogProps) {
	const { gameId, game, playCount, minutesPlayed } = entry
	const client = useQueryClient()
	const { send, error, isSending, reset } = useSend(deleteLibraryEntry, {
		onDone: () => {
			onClose()
			showToast({ message: 'Removed from your library' })
			cacheListedEntry(client, entry, null)
			void cacheEntry(client, gameId, null).then(() => refreshEntry(client, gameId))
		},
	})
	const logged = [
		...(playCount > 0 ? [pluralize(playCount, 'play')] : []),
		...(minutesPlayed === null ? [] : [`${formatMinutes(minutesPlayed)} of play`]),
	]
	return (
		<DeleteDialog
			title="Remove from Library"
			open={open}
			onClose={() => {
				reset()
				onClose()
			}}
			onDelete={() => send({ params: { gameId } })}
			isDeleting={isSending}
		>
			<p>
				{game.name} will be removed from your library, along with what you logged: {logged.join(', ')}. This action
				cannot be undone.
			</p>
			<Notice kind="bad" message={error && getChangeFailure(error, deleteLibraryEntry.config.failure)} />
		</DeleteDialog>
	)
}
