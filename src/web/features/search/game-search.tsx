import { type Ref, useState } from 'react'
import { type Game, SEARCH_TOO_SHORT, searchGames } from '#contract/games.ts'
import { useRead } from '#web/app/data.tsx'
import { GameLine } from '#web/features/games/game-line.tsx'
import { SearchCombobox } from '#web/ui/search-combobox.tsx'
import { usePersistedValue } from '#web/ui/use-persisted-value.ts'
import { useSearchText } from './use-search-text.ts'

const NO_GAMES: ReadonlySet<number> = new Set()

interface GameSearchProps {
	label: string
	/** How many games are offered at once. */
	limit: number
	onPick: (game: Game) => void
	/** Games that are not offered. */
	excludedIds?: ReadonlySet<number>
	/** True where what is found stands in the page and not above it. */
	isInline?: boolean
	/** The field, for who wants to focus it. */
	fieldRef?: Ref<HTMLInputElement>
}

/** A field that finds a game by its name and empties itself when one is picked. */
export function GameSearch({ label, limit, onPick, excludedIds = NO_GAMES, isInline = false, fieldRef }: GameSearchProps) {
	const [text, setText] = useState('')
	const { query, isLongEnough, isSettled } = useSearchText(text)
	const { data, error } = useRead(searchGames, { query: { query, limit } }, { enabled: isSettled })
	const answer = usePersistedValue(isSettled ? data : undefined, isLongEnough)
	const games = isLongEnough && !(isSettled && error) ? (answer?.games ?? []).filter(({ id }) => !excludedIds.has(id)) : []
	return (
		<SearchCombobox
			label={label}
			placeholder={label}
			text={text}
			onText={setText}
			options={games}
			getKey={(game) => game.id}
			onPick={(game) => {
				setText('')
				onPick(game)
			}}
			status={getStatus()}
			isInline={isInline}
			fieldRef={fieldRef}
		>
			{(game) => <GameLine game={game} />}
		</SearchCombobox>
	)

	function getStatus(): string | null {
		if (!isLongEnough) return text.trim() === '' && !isInline ? null : SEARCH_TOO_SHORT
		if (games.length > 0) return null
		// A search that fails beside something else finds nothing; that other thing is what matters on its page.
		return isSettled && (data || error) ? 'No games found' : 'Searching...'
	}
}
