import { useEffect, useState } from 'react'
import { getLibraryEntry } from '#contract/library.ts'
import { useRead } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { pressStatus } from './entry-change.ts'
import css from './playing-button.module.css'
import { StatusMark } from './status-mark.tsx'
import { useLibraryEntry } from './use-library-entry.ts'

/** Marks a game as playing, or no longer, without leaving the place. What the viewer has logged of it is read at the press. */
export function PlayingButton({ game }: { game: { id: number; name: string } }) {
	const [isWanted, setWanted] = useState(false)
	const [isPressed, setPressed] = useState(false)
	const { data, error } = useRead(getLibraryEntry, { params: { gameId: game.id } }, { enabled: isWanted })
	const { marks, save } = useLibraryEntry(game, data?.entry ?? null)
	// The change needs what was there before, for Undo
	useEffect(() => {
		if (!isPressed || !(data || error)) return
		setPressed(false)
		if (data) save(pressStatus(marks, 'playing'))
		else if (error) showToast({ kind: 'bad', message: getChangeFailure(error, getLibraryEntry.config.failure) })
	}, [isPressed, data, error, marks, save])
	const isPlaying = marks.status === 'playing'
	return (
		<button
			type="button"
			tabIndex={-1}
			className={`${buttonClass('icon')} ${css.mark}`}
			title={isPlaying ? 'No longer playing' : 'I’m playing it (Shift+Enter)'}
			data-set={isPlaying || isPressed}
			onClick={({ detail }) => {
				// A double click is one press
				if (detail > 1) return
				setWanted(true)
				setPressed(true)
			}}
		>
			<StatusMark status="playing" size={24} />
		</button>
	)
}
