import { useSyncExternalStore } from 'react'
import type { GameRef } from '#contract/game-ref.ts'

/** The cover whose menu is open. */
export interface CoverMenuTarget {
	game: Pick<GameRef, 'id' | 'name' | 'releaseDate'>
	/** Starts to select several games, where that is possible. */
	onSelect: (() => void) | undefined
	/** The button on the cover, under which the menu opens. */
	opener: HTMLElement
}

let target: CoverMenuTarget | null = null
const listeners = new Set<() => void>()

function replace(next: CoverMenuTarget | null): void {
	target = next
	for (const listener of listeners) listener()
}

/** Opens the menu of a cover in the place of another one, and closes it if it is open. */
export const toggleCoverMenu = (next: CoverMenuTarget): void => replace(target?.opener === next.opener ? null : next)

/** Closes the menu that is open, if any. */
export const closeCoverMenu = (): void => replace(null)

/** Returns the cover whose menu is open, null if there is none. */
export function useCoverMenuTarget(): CoverMenuTarget | null {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		() => target,
		() => null,
	)
}
