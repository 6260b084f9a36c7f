import { useSyncExternalStore } from 'react'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { applyTheme, type Theme } from '#web/app/theme.ts'

export type ThemeChoice = 'system' | Theme

/** Sets and stores this browser's theme; `system` follows the system's. */
export function chooseTheme(choice: ThemeChoice): void {
	const theme = choice === 'system' ? null : choice
	safeLocalStorage.set('theme', theme)
	applyTheme(theme)
}

/** Returns the chosen theme, kept in sync with the header's switch and other tabs. */
export function useThemeChoice(): ThemeChoice {
	return useSyncExternalStore(subscribe, currentChoice, () => 'system')
}

function subscribe(listener: () => void): () => void {
	const observer = new MutationObserver(listener)
	observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
	return () => observer.disconnect()
}

function currentChoice(): ThemeChoice {
	const { theme } = document.documentElement.dataset
	return theme === 'night' || theme === 'day' ? theme : 'system'
}
