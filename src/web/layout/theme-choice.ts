import { useSyncExternalStore } from 'react'
import { stored } from '#web/app/local-storage.ts'
import { showTheme, type Theme } from '#web/app/theme.ts'

export type ThemeChoice = 'system' | Theme

/** Shows a theme from now on, in this browser; the system's where that is the choice. */
export function chooseTheme(choice: ThemeChoice): void {
	const theme = choice === 'system' ? null : choice
	stored.set('theme', theme)
	showTheme(theme)
}

/** The theme that was chosen, here, in the header or in another tab. */
export function useThemeChoice(): ThemeChoice {
	return useSyncExternalStore(onTheme, shown, () => 'system')
}

function onTheme(listener: () => void): () => void {
	const observer = new MutationObserver(listener)
	observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
	return () => observer.disconnect()
}

function shown(): ThemeChoice {
	const { theme } = document.documentElement.dataset
	return theme === 'night' || theme === 'day' ? theme : 'system'
}
