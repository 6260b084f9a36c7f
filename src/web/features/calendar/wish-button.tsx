import { useEffect, useState } from 'react'
import type { UpcomingGame } from '#contract/calendar.ts'
import { getLibraryEntry } from '#contract/library.ts'
import { useRead } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { pressWishlist } from '#web/features/library-entry/entry-change.ts'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { WISHLIST } from '#web/features/library-entry/status-words.ts'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { buttonClass } from '#web/ui/button.tsx'
import css from './wish-button.module.css'

/** Puts a game on the viewer's wishlist or takes it off, and says whether it is there. The rest of the entry is read at the press. */
export function WishButton({ game }: { game: UpcomingGame }) {
	const [isWanted, setWanted] = useState(false)
	const [isPressed, setPressed] = useState(false)
	// Also what the menu of the cover has read and changed
	const { data, error } = useRead(getLibraryEntry, { params: { gameId: game.id } }, { enabled: isWanted })
	const { marks, save, isLoggedIn } = useLibraryEntry(game, data?.entry ?? null)
	// The change needs what was there before, for Undo
	useEffect(() => {
		if (!isPressed || !(data || error)) return
		setPressed(false)
		if (data) save(pressWishlist(marks))
		else if (error) showToast({ kind: 'bad', message: getChangeFailure(error, getLibraryEntry.config.failure) })
	}, [isPressed, data, error, marks, save])
	const isSet = data ? marks.isWished : game.isWished !== isPressed
	const text = isSet ? 'On your wishlist' : WISHLIST
	return (
		<button
			type="button"
			aria-label={`${text}: ${game.name}`}
			className={`${buttonClass('plain')} ${css.wish}`}
			data-set={isSet}
			onClick={({ detail }) => {
				// A double click is one press
				if (detail > 1 || !isLoggedIn()) return
				setWanted(true)
				setPressed(true)
			}}
		>
			<StatusMark status="wishlist" />
			{text}
		</button>
	)
}
