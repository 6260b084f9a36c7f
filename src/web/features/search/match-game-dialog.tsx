import { useEffect, useRef } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { isolate } from '#contract/isolate.ts'
import { LIMITS } from '#contract/limits.ts'
import { searchGames } from '#contract/search.ts'
import { useRead } from '#web/app/data.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { GameSearch } from './game-search.tsx'
import { useAddGame } from './use-add-game.tsx'

const MAX_SUGGESTIONS = 8
const MAX_LIKELY = 4

interface MatchGameDialogProps {
	/** What the game is called elsewhere; null closes the dialog. */
	name: string | null
	onPick: (game: GameRef) => void
	onClose: () => void
}

/** Asks which game is meant by a name from elsewhere, with the likely ones in front. */
export function MatchGameDialog({ name, onPick, onClose }: MatchGameDialogProps) {
	const field = useRef<HTMLInputElement>(null)
	const query = (name ?? '').slice(0, LIMITS.searchMax)
	const { data } = useRead(
		searchGames,
		{ query: { query, limit: MAX_LIKELY } },
		{ enabled: query.length >= LIMITS.searchMin },
	)
	const pick = (game: GameRef) => {
		onPick(game)
		onClose()
	}
	const adding = useAddGame(pick)
	// Browsers focus the first button of a dialog when it opens
	useEffect(() => {
		if (name !== null) field.current?.focus()
	}, [name])
	return (
		<>
			<Dialog
				open={name !== null}
				title={name === null ? '' : `Which game is ${isolate(name)}?`}
				isSheet
				onClose={onClose}
			>
				<GameSearch
					label="Search for a game"
					limit={MAX_SUGGESTIONS}
					isInline
					suggested={[{ label: 'Perhaps', options: data?.games ?? [] }]}
					fieldRef={field}
					adding={adding}
					onPick={pick}
				/>
			</Dialog>
			{adding.dialog}
		</>
	)
}
