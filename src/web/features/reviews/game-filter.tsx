import { useEffect, useRef } from 'react'
import { getGame } from '#contract/games.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { Button } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game-filter.module.css'

const MAX_SUGGESTIONS = 5

/** Filters reviews by one game: a search to choose it, then the chosen game with a clear button. */
export function GameFilter({ gameId, onChange }: { gameId: number | null; onChange: (gameId: number | null) => void }) {
	const box = useRef<HTMLDivElement>(null)
	const isOwnChange = useRef(false)
	const change = (id: number | null) => {
		isOwnChange.current = true
		onChange(id)
	}
	// The focused control is replaced after the change, so move the focus to its replacement.
	useEffect(() => {
		if (isOwnChange.current) box.current?.querySelector<HTMLElement>(gameId === null ? 'input' : 'button')?.focus()
		isOwnChange.current = false
	}, [gameId])
	return (
		<div ref={box}>
			<p className={css.label}>Game</p>
			{gameId === null ? (
				<GameSearch label="Search for a game" limit={MAX_SUGGESTIONS} onPick={(game) => change(game.id)} />
			) : (
				<ChosenGame gameId={gameId} onClear={() => change(null)} />
			)}
		</div>
	)
}

function ChosenGame({ gameId, onClear }: { gameId: number; onClear: () => void }) {
	const { data, error } = useRead(getGame, { params: { id: gameId } })
	return (
		<p className={css.chosen}>
			{data ? (
				<>
					<span className={css.thumbnail}>
						<GameCover game={data.data} sizes="27px" />
					</span>
					<span className={css.name}>{data.data.name}</span>
				</>
			) : error ? (
				<span className={css.name}>{getFailureMessage(error, getGame.config.failure)}</span>
			) : (
				<Skeleton shape="short" />
			)}
			<Button kind="icon" aria-label={data ? `Clear ${data.data.name}` : 'Clear game'} onClick={onClear}>
				<FrameIcon name="close" size={18} />
			</Button>
		</p>
	)
}
