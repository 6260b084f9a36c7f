import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GameSearch } from './game-search.tsx'

const MAX_SUGGESTIONS = 8

/** Asks which game to review, and opens the review form. */
export function PickGameDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
	const navigate = useNavigate()
	const field = useRef<HTMLInputElement>(null)
	// Browsers focus the first button of a dialog when it opens.
	useEffect(() => {
		if (isOpen) field.current?.focus()
	}, [isOpen])
	return (
		<Dialog open={isOpen} title="What game do you want to review?" onClose={onClose}>
			<GameSearch
				label="Search for a game"
				limit={MAX_SUGGESTIONS}
				isInline
				fieldRef={field}
				onPick={(game) => {
					onClose()
					void navigate(paths.reviewForm(game.id))
				}}
			/>
		</Dialog>
	)
}
