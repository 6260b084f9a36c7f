import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type LibraryChange, saveLibraryEntry } from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryEntry } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { getChangeFailure, getFailureMessage } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { showToast } from '#web/app/toasts.ts'
import { type EntryChange, saveChanges } from '#web/features/library-entry/bulk-change.ts'
import { getMarks, getUndo, NOTHING_LEFT } from '#web/features/library-entry/entry-change.ts'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { STATUS_WORDS, WISHLIST } from '#web/features/library-entry/status-words.ts'
import { AddToListDialog } from '#web/features/lists/add-to-list-dialog.tsx'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import css from './selection-bar.module.css'

interface SelectionBarProps {
	/** The selected entries. */
	entries: readonly LibraryEntry[]
	/** Ends the selection. */
	onEnd: () => void
}

/** Changes the selected games of a library at once, with one Undo. */
export function SelectionBar({ entries, onEnd }: SelectionBarProps) {
	const { save, progress } = useBulkChange(onEnd)
	const [isAdding, setAdding] = useState(false)
	const count = pluralize(entries.length, 'game')
	const isIdle = entries.length > 0 && progress === null
	const set = (change: LibraryChange, words: string) => () => {
		if (isIdle) save(entries, change, (done) => `${pluralize(done, 'game')} ${words}`)
	}
	const remove = () => {
		if (!isIdle) return
		const removable = entries.filter(isRemovable)
		const stay = entries.length - removable.length
		const reason = 'because you have reviewed them or logged plays'
		if (removable.length === 0) showToast({ kind: 'bad', message: `These games stay, ${reason}` })
		else
			save(removable, NOTHING_LEFT, (done) => {
				const removed = `${pluralize(done, 'game')} removed from your library`
				if (stay === 0) return removed
				return `${removed}. ${pluralize(stay, 'game')} ${stay === 1 ? 'stays' : 'stay'}, ${reason}.`
			})
	}
	return (
		<section ref={bottomBar} className={css.bar} aria-label="Selected games">
			<p className={css.count} role="status">
				{progress === null ? `${count} selected` : `Changing ${progress} of ${count}`}
			</p>
			{isIdle && (
				<>
					<Menu label={`Set Status of ${count}`} text="Set Status">
						{LIBRARY_STATUSES.map((status) => (
							<MenuButton key={status} onClick={set({ status }, `marked as ${STATUS_WORDS[status].toLowerCase()}`)}>
								<span className={css.mark}>
									<StatusMark status={status} />
								</span>
								{STATUS_WORDS[status]}
							</MenuButton>
						))}
						<MenuButton onClick={set({ isWished: true }, 'added to your wishlist')}>
							<span className={css.mark}>
								<StatusMark status="wishlist" />
							</span>
							{WISHLIST}
						</MenuButton>
					</Menu>
					<Button onClick={() => setAdding(true)}>Add to List…</Button>
					<Button onClick={remove}>Remove</Button>
				</>
			)}
			<AddToListDialog
				games={entries.map(({ game }) => game)}
				open={isAdding}
				onClose={() => setAdding(false)}
				onAdded={onEnd}
			/>
		</section>
	)
}

/** Whether one press can remove an entry, and another one bring it back. */
const isRemovable = ({ reviewId, playCount, minutesPlayed }: LibraryEntry) =>
	reviewId === null && playCount === 0 && minutesPlayed === null

/** Saves a change of several entries and says what became of it, with Undo and, after a failure, Try Again. */
function useBulkChange(onEnd: () => void) {
	const client = useQueryClient()
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const [progress, setProgress] = useState<number | null>(null)
	const run = async (all: readonly EntryChange[], describe: ((done: number) => string) | null): Promise<void> => {
		setProgress(0)
		const { done, left, error } = await saveChanges(client, all, setProgress)
		setProgress(null)
		if (error?.status === 401) return void navigate(paths.login({ redirect: pathname + search, message: 'keep-track' }))
		const undone = done.map(({ entry, change }) => ({ entry, change: getUndo(getMarks(entry), change) }))
		const undo = { label: 'Undo', onPress: () => void run(undone, null) }
		const isUndoable = describe !== null && done.length > 0
		if (error)
			showToast({
				kind: 'bad',
				message:
					done.length > 0
						? `${done.length} of ${pluralize(all.length, 'game')} changed. ${getFailureMessage(error, saveLibraryEntry.config.failure)}`
						: getChangeFailure(error, saveLibraryEntry.config.failure),
				actions: [{ label: 'Try Again', onPress: () => void run(left, describe) }, ...(isUndoable ? [undo] : [])],
			})
		else if (describe) {
			showToast({ message: describe(done.length), actions: [undo] })
			onEnd()
		}
	}
	return {
		/** How many are saved, null if none are on their way. */
		progress,
		save: (entries: readonly LibraryEntry[], change: LibraryChange, describe: (done: number) => string) =>
			void run(
				entries.map((entry) => ({ entry, change })),
				describe,
			),
	}
}
