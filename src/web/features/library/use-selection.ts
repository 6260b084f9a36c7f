import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { showToast } from '#web/app/toasts.ts'

const MAX = LIMITS.gamesPerSelection

/** The games that the owner of a library has selected on its wall, null while nothing can be selected. */
export interface Selection {
	has: (gameId: number) => boolean
	toggle: (gameId: number) => void
	/** Selects all games from the one that was pressed last to this one. */
	extend: (gameId: number) => void
}

interface Selected {
	ids: ReadonlySet<number>
	/** The list of which everything is selected, as far as that is loaded and within the limit. */
	allOf: string | null
}

/** Selects games of a list, which `address` names, up to a limit. */
export function useSelection(games: readonly { gameId: number }[], address: string) {
	const [selected, setSelected] = useState<Selected | null>(null)
	const lastPressed = useRef<number | null>(null)
	const ids =
		selected && (selected.allOf === address ? new Set(games.slice(0, MAX).map(({ gameId }) => gameId)) : selected.ids)
	const select = (wanted: ReadonlySet<number>) => {
		if (wanted.size > MAX) showToast({ kind: 'bad', message: `You can change up to ${MAX} games at once` })
		setSelected({ ids: new Set([...wanted].slice(0, MAX)), allOf: null })
	}
	const toggle = (gameId: number) => {
		lastPressed.current = gameId
		const changed = new Set(ids)
		if (!changed.delete(gameId)) changed.add(gameId)
		select(changed)
	}
	const selection: Selection | null = ids && {
		has: (gameId) => ids.has(gameId),
		toggle,
		extend: (gameId) => {
			const [from, to] = [lastPressed.current, gameId].map((id) => games.findIndex((game) => game.gameId === id))
			if (from === undefined || to === undefined || from === -1 || to === -1) return toggle(gameId)
			lastPressed.current = gameId
			const between = games.slice(Math.min(from, to), Math.max(from, to) + 1)
			// From the pressed one on, so that the limit cuts what is farthest
			const range = from <= to ? between : between.toReversed()
			select(new Set([...ids, ...range.map((game) => game.gameId)]))
		},
	}
	return {
		selection,
		start: (gameId?: number) => {
			lastPressed.current = gameId ?? null
			setSelected({ ids: new Set(gameId === undefined ? [] : [gameId]), allOf: null })
		},
		/** Selects everything, as far as that is within the limit; what loads later is selected with it. */
		selectAll: () => setSelected({ ids: new Set(), allOf: address }),
		end: () => setSelected(null),
	}
}
