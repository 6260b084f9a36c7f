import { useSyncExternalStore } from 'react'
import { stored } from './stored.ts'

export type Theme = 'system' | 'night' | 'day'

const canvas = { night: '#0f1218', day: '#f7f5f1' } as const
const listeners = new Set<() => void>()

function chosen(): Theme {
	const theme = stored.get('theme')
	return theme === 'night' || theme === 'day' ? theme : 'system'
}

/** The person's choice; `system` until hydration and where none was made. */
export function useTheme(): Theme {
	return useSyncExternalStore(follow, chosen, () => 'system')
}

function follow(listener: () => void): () => void {
	listeners.add(listener)
	window.addEventListener('storage', listener)
	return () => {
		listeners.delete(listener)
		window.removeEventListener('storage', listener)
	}
}

/** Chooses between night and day, the opposite of what is shown now. */
export function switchTheme(): void {
	const dark = chosen() === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen() === 'night'
	const theme = dark ? 'day' : 'night'
	stored.set('theme', theme)
	document.documentElement.dataset.theme = theme
	for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = canvas[theme]
	for (const listener of listeners) listener()
}
