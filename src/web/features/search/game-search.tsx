import { type Ref, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { SEARCH_TOO_SHORT, searchGames } from '#contract/search.ts'
import { useRead } from '#web/app/data.tsx'
import { GameLine } from '#web/features/games/game-line.tsx'
import type { OptionGroup } from '#web/ui/combobox.tsx'
import { SearchCombobox } from '#web/ui/search-combobox.tsx'
import { usePersistedValue } from '#web/ui/use-persisted-value.ts'
import { useSearchText } from './use-search-text.ts'

const NO_GROUPS: readonly OptionGroup<GameRef>[] = []
const NO_IDS: ReadonlySet<number> = new Set()

interface GameSearchProps {
	label: string
	/** The maximum number of suggestions. */
	limit: number
	onPick: (game: GameRef) => void
	/** The games that are offered while the field is empty. */
	suggested?: readonly OptionGroup<GameRef>[]
	/** The ids of games to leave out. */
	excludedIds?: ReadonlySet<number>
	/** Whether the results are part of the page instead of an overlay. */
	isInline?: boolean
	/** Offers, as the last option, to add the game that is missing: its words, and what happens with what was typed. */
	adding?: { label: string; open: (query: string) => void }
	/** A ref to the input, to focus it. */
	fieldRef?: Ref<HTMLInputElement>
}

/** A combobox that finds games by name and clears itself when one is picked. */
export function GameSearch({
	label,
	limit,
	onPick,
	suggested = NO_GROUPS,
	excludedIds = NO_IDS,
	isInline = false,
	adding,
	fieldRef,
}: GameSearchProps) {
	const [text, setText] = useState('')
	const { query, isLongEnough, isSettled } = useSearchText(text)
	const { data, error } = useRead(searchGames, { query: { query, limit } }, { enabled: isSettled })
	const answer = usePersistedValue(isSettled ? data : undefined, isLongEnough)
	const isEmpty = text.trim() === ''
	const found: readonly GameRef[] = isLongEnough && !(isSettled && error) ? (answer?.games ?? []) : []
	const groups = (isEmpty ? suggested : [{ label: null, options: found }])
		.map((group) => ({ ...group, options: group.options.filter(({ id }) => !excludedIds.has(id)) }))
		.filter(({ options }) => options.length > 0)
	return (
		<SearchCombobox<GameRef | null>
			label={label}
			placeholder={label}
			text={text}
			onText={setText}
			groups={
				adding && isLongEnough && isSettled && (data || error)
					? [...groups, { label: null, options: [null], isOther: true }]
					: groups
			}
			getKey={(game) => game?.id ?? 0}
			onPick={(game) => {
				if (!game) return adding?.open(text)
				setText('')
				onPick(game)
			}}
			status={getStatus()}
			isInline={isInline}
			fieldRef={fieldRef}
		>
			{(game) => (game ? <GameLine game={game} /> : adding?.label)}
		</SearchCombobox>
	)

	function getStatus(): string | null {
		if (groups.length > 0) return null
		if (!isLongEnough) return isEmpty && !isInline ? null : SEARCH_TOO_SHORT
		// A failed search reads as no results: it is not the main content of its page.
		return isSettled && (data || error) ? 'No games found' : 'Searching...'
	}
}
