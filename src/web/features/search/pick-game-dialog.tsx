import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { toggleCoverMenu } from '#web/features/games/cover-menu-state.ts'
import { readRecentGames } from '#web/features/games/recent-games.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GameSearch } from './game-search.tsx'
import css from './pick-game-dialog.module.css'
import { useAddGame } from './use-add-game.tsx'

const MAX_SUGGESTIONS = 8
const MAX_RECENT = 4
const PLAYING = { query: { status: 'playing', sortBy: 'lastPlayedOn', limit: 4 } } as const

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
	// Who logs a game mostly plays it already; a review is of one that they have finished
	const { data } = useRead(listLibrary, PLAYING, { enabled: isOpen && goal !== 'review' })
	const playing = goal === 'review' ? [] : (data?.entries ?? []).map(({ game }) => game)
	const others = recent.filter(({ id }) => playing.every((game) => game.id !== id)).slice(0, MAX_RECENT)
	// Browsers focus the first button of a dialog when it opens.
	useEffect(() => {
		if (!isOpen) return
		setRecent(readRecentGames())
		field.current?.focus()
	}, [isOpen])
	const pick = (game: GameRef) => {
		onClose()
		if (goal === 'review') void navigate(paths.reviewForm(game.id))
		// The closing dialog returns the focus first
		else requestAnimationFrame(() => toggleCoverMenu({ game, onSelect: undefined, opener: goal }))
	}
	const adding = useAddGame(pick)
	return (
		<>
			<Dialog
				open={isOpen}
				title={`What game do you want to ${goal === 'review' ? 'review' : 'log'}?`}
				onClose={onClose}
			>
				<GameSearch
					label="Search for a game"
					limit={MAX_SUGGESTIONS}
					isInline
					suggested={[
						{ label: 'Playing now', options: playing },
						{ label: 'Recently viewed', options: others },
					]}
					fieldRef={field}
					adding={adding}
					onPick={pick}
				/>
				{goal !== 'review' && <p className={css.hint}>You can also press and hold any cover.</p>}
			</Dialog>
			{adding.dialog}
		</>
	)
}
