import { type Ref, useState } from 'react'
import { type Game, SEARCH_TOO_SHORT, searchGames } from '#contract/games.ts'
import { useRead } from '#web/app/data.tsx'
import { GameLine } from '#web/features/games/game-line.tsx'
import { SearchCombobox } from '#web/ui/search-combobox.tsx'
import { useKept } from '#web/ui/use-persisted.ts'
import { useSearchText } from './use-search-text.ts'

const none: ReadonlySet<number> = new Set()

interface GameSearchProps {
	label: string
	/** How many games are offered at once. */
	limit: number
	onPick: (game: Game) => void
	/** Games that are not offered. */
	without?: ReadonlySet<number>
	/** True where what is found stands in the page and not above it. */
	isInline?: boolean
	/** The field, for who wants to focus it. */
	fieldRef?: Ref<HTMLInputElement>
}

/** A field that finds a game by its name and empties itself when one is picked. */
export function GameSearch({ label, limit, onPick, without = none, isInline = false, fieldRef }: GameSearchProps) {
	const [text, setText] = useState('')
	const { query, isLong, isAsked } = useSearchText(text)
	const { data, error } = useRead(searchGames, { query: { query, limit } }, { enabled: isAsked })
	const answer = useKept(isAsked ? data : undefined, isLong)
	const games = isLong && !(isAsked && error) ? (answer?.games ?? []).filter(({ id }) => !without.has(id)) : []
	return (
		<SearchCombobox
			label={label}
			placeholder={label}
			text={text}
			onText={setText}
			options={games}
			keyOf={(game) => game.id}
			onPick={(game) => {
				setText('')
				onPick(game)
			}}
			status={statusOf()}
			isInline={isInline}
			fieldRef={fieldRef}
		>
			{(game) => <GameLine game={game} />}
		</SearchCombobox>
	)

	function statusOf(): string | null {
		if (!isLong) return text.trim() === '' && !isInline ? null : SEARCH_TOO_SHORT
		if (games.length > 0) return null
		// A search that fails beside something else finds nothing; that other thing is what matters on its page.
		return isAsked && (data || error) ? 'No games found' : 'Searching...'
	}
}
