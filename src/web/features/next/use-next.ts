import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getNext, MAX_SKIPS, type NextQuery } from '#contract/next.ts'
import { useRead } from '#web/app/data.tsx'
import { hideGame } from './hide-game.ts'

/** Reads what the viewer may play next, and passes over games: for this visit, for a month, or for good. */
export function useNext(choices: NextQuery, isWanted = true) {
	const client = useQueryClient()
	const [seen, setSeen] = useState<readonly number[]>([])
	const query = { ...choices, ...(seen.length > 0 && { skip: [...seen] }) }
	const answer = useRead(getNext, { query }, { enabled: isWanted, placeholderData: keepPreviousData })
	// A second press passes over the same game
	const skip = (id: number) => setSeen((ids) => (ids.includes(id) ? ids : [...ids, id].slice(-MAX_SKIPS)))
	const unskip = (id: number) => setSeen((ids) => ids.filter((other) => other !== id))
	return {
		...answer,
		hasSkipped: seen.length > 0,
		startOver: () => setSeen([]),
		skip,
		hide: (game: { id: number; name: string }, until: 'later' | 'never') =>
			hideGame(client, game, until, (isHidden) => (isHidden ? skip : unskip)(game.id)),
	}
}
