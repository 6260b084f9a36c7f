import { useSyncExternalStore } from 'react'
import { safeLocalStorage } from '#web/app/local-storage.ts'

const STORAGE_KEY = 'gamesView'

/** How games are laid out: as covers only, or as cards with a summary. */
export type GamesView = 'wall' | 'cards'

/**
 * Returns the layout of games: from the URL, else the stored choice, else cards. Null until hydration if it depends on
 * the stored choice, which CSS then reads from `data-games` on the root.
 */
export function useGamesView(search: URLSearchParams): GamesView | null {
	const stored = useSyncExternalStore(subscribe, readStored, () => null)
	return search.get('view') === 'wall' ? 'wall' : stored
}

/** Stores the choice of a layout; cards are the default. */
export function storeGamesView(view: GamesView): void {
	safeLocalStorage.set(STORAGE_KEY, view === 'wall' ? view : null)
	const { dataset } = document.documentElement
	if (view === 'wall') dataset.games = view
	else delete dataset.games
}

// The root's attribute also keeps the choice where storage is blocked
function readStored(): GamesView {
	return document.documentElement.dataset.games === 'wall' ? 'wall' : 'cards'
}

function subscribe(onChange: () => void): () => void {
	const observer = new MutationObserver(onChange)
	observer.observe(document.documentElement, { attributeFilter: ['data-games'] })
	return () => observer.disconnect()
}
