import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { toggleCoverMenu } from '#web/features/games/cover-menu-state.ts'
import { readRecentGames } from '#web/features/games/recent-games.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GameSearch } from './game-search.tsx'
import css from './pick-game-dialog.module.css'

const MAX_SUGGESTIONS = 8

/** What to do with the game that is picked: review it, or log it in the menu under this element. */
export type PickGameGoal = 'review' | HTMLElement

interface PickGameDialogProps {
	isOpen: boolean
	goal: PickGameGoal
	onClose: () => void
}

/** Asks for a game, to review or to log it. */
export function PickGameDialog({ isOpen, goal, onClose }: PickGameDialogProps) {
	const navigate = useNavigate()
	const field = useRef<HTMLInputElement>(null)
	const [recent, setRecent] = useState<readonly GameRef[]>([])
	// Browsers focus the first button of a dialog when it opens.
	useEffect(() => {
		if (!isOpen) return
		setRecent(readRecentGames())
		field.current?.focus()
	}, [isOpen])
	return (
		<Dialog open={isOpen} title={`What game do you want to ${goal === 'review' ? 'review' : 'log'}?`} onClose={onClose}>
			<GameSearch
				label="Search for a game"
				limit={MAX_SUGGESTIONS}
				isInline
				suggested={recent}
				fieldRef={field}
				onPick={(game) => {
					onClose()
					if (goal === 'review') void navigate(paths.reviewForm(game.id))
					// The closing dialog returns the focus first
					else requestAnimationFrame(() => toggleCoverMenu({ game, onSelect: undefined, opener: goal }))
				}}
			/>
			{goal !== 'review' && <p className={css.hint}>You can also press and hold any cover.</p>}
		</Dialog>
	)
}
