import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { showToast } from '#web/app/toasts.ts'

/** The games that the owner of a library has selected on its wall, null while nothing can be selected. */
export interface Selection {
	has: (gameId: number) => boolean
	toggle: (gameId: number) => void
}

/** Selects games, up to a limit. */
export function useSelection() {
	const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
	const selection: Selection | null = ids && {
		has: (gameId) => ids.has(gameId),
		toggle: (gameId) => {
			const changed = new Set(ids)
			if (!changed.delete(gameId)) changed.add(gameId)
			if (changed.size <= LIMITS.gamesPerSelection) setIds(changed)
			else showToast({ kind: 'bad', message: `You can change up to ${LIMITS.gamesPerSelection} games at once` })
		},
	}
	return {
		selection,
		start: (gameId?: number) => setIds(new Set(gameId === undefined ? [] : [gameId])),
		end: () => setIds(null),
	}
}
