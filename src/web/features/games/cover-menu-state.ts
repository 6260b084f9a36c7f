import { useSyncExternalStore } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { createStore } from '#web/ui/store.ts'

/** The cover whose menu is open. */
export interface CoverMenuTarget {
	game: Pick<GameRef, 'id' | 'name' | 'releaseDate'>
	/** Starts to select several games, where that is possible. */
	onSelect: (() => void) | undefined
	/** The button on the cover, under which the menu opens. */
	opener: HTMLElement
}

const target = createStore<CoverMenuTarget | null>(null)

/** Opens the menu of a cover in the place of another one, and closes it if it is open. */
export const toggleCoverMenu = (next: CoverMenuTarget): void =>
	target.set(target.get()?.opener === next.opener ? null : next)

/** Closes the menu that is open, if any. */
export const closeCoverMenu = (): void => target.set(null)

/** Returns the cover whose menu is open, null if there is none. */
export const useCoverMenuTarget = () => useSyncExternalStore(target.subscribe, target.get, () => null)
