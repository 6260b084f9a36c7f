import { useEffect, useRef, useState } from 'react'
import { getGame, SEARCH_TOO_SHORT, searchGames } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'
import { useRead } from '../data.tsx'
import { releaseYear } from '../format.ts'
import { GameCover } from '../games/game-cover.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchCombobox } from '../ui/search-combobox.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePaused } from '../ui/use-paused.ts'
import css from './game-filter.module.css'

const pauseMs = 300
const found = 5

/** Chooses the one game whose reviews are listed, or shows it with a button that clears it. */
export function GameFilter({ gameId, onChange }: { gameId: number | null; onChange: (gameId: number | null) => void }) {
	const box = useRef<HTMLDivElement>(null)
	const isOurs = useRef(false)
	const change = (id: number | null) => {
		isOurs.current = true
		onChange(id)
	}
	// What was pressed is gone after the change: the focus goes on to what stands in its place.
	useEffect(() => {
		if (isOurs.current) box.current?.querySelector<HTMLElement>(gameId === null ? 'input' : 'button')?.focus()
		isOurs.current = false
	}, [gameId])
	return (
		<div ref={box}>
			<p className={css.label}>Game</p>
			{gameId === null ? <GameSearch onPick={change} /> : <ChosenGame gameId={gameId} onClear={() => change(null)} />}
		</div>
	)
}

function ChosenGame({ gameId, onClear }: { gameId: number; onClear: () => void }) {
	const { data } = useRead(getGame, { params: { id: gameId } })
	return (
		<p className={css.chosen}>
			{data ? (
				<>
					<span className={css.thumbnail}>
						<GameCover game={data.data} sizes="27px" />
					</span>
					<span className={css.name}>{data.data.name}</span>
				</>
			) : (
				<Skeleton shape="short" />
			)}
			<Button kind="icon" aria-label={data ? `Clear ${data.data.name}` : 'Clear game'} onClick={onClear}>
				<Icon name="close" size={18} />
			</Button>
		</p>
	)
}

function GameSearch({ onPick }: { onPick: (gameId: number) => void }) {
	const [text, setText] = useState('')
	const typed = text.trim()
	const query = usePaused(typed, pauseMs)
	const isLong = Array.from(typed).length >= LIMITS.searchMin
	const isAsked = isLong && query === typed
	const { data, error } = useRead(searchGames, { query: { query, limit: found } }, { enabled: isAsked })
	const games = isAsked ? (data?.games ?? []) : []
	return (
		<SearchCombobox
			label="Search for a game"
			placeholder="Search for a game"
			text={text}
			onText={(value) => setText(value.slice(0, LIMITS.searchMax))}
			options={games}
			keyOf={(game) => game.id}
			onPick={(game) => onPick(game.id)}
			status={statusOf()}
		>
			{(game) => (
				<>
					<span className={css.thumbnail}>
						<GameCover game={game} sizes="27px" />
					</span>
					<span className={css.name}>
						{game.name}
						{game.releaseDate && <span className={css.year}> {releaseYear(game.releaseDate)}</span>}
					</span>
				</>
			)}
		</SearchCombobox>
	)

	function statusOf(): string | null {
		if (typed === '') return null
		if (!isLong) return SEARCH_TOO_SHORT
		// A search that fails here finds nothing; the list itself is what matters on this page.
		if (isAsked && error) return 'No games found'
		if (!isAsked || !data) return 'Searching...'
		return games.length === 0 ? 'No games found' : null
	}
}
