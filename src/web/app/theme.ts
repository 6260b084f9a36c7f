import { safeLocalStorage } from './local-storage.ts'

export const THEME_COLORS = { night: '#0f1218', day: '#f7f5f1' } as const

export type Theme = keyof typeof THEME_COLORS

/** Switches to the opposite of the current theme and stores the choice. Without a choice the system's theme applies. */
export function toggleTheme(): void {
	const current =
		document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day')
	const theme = current === 'night' ? 'day' : 'night'
	safeLocalStorage.set('theme', theme)
	applyTheme(theme)
}

/** Applies theme changes made in other tabs. */
export function syncThemeAcrossTabs(): void {
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === 'theme') applyTheme(newValue === 'night' || newValue === 'day' ? newValue : null)
	})
}

/** Applies a theme; null applies the system's. */
export function applyTheme(theme: Theme | null): void {
	const { dataset } = document.documentElement
	if (theme) dataset.theme = theme
	else delete dataset.theme
	for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
		meta.content = THEME_COLORS[theme ?? (meta.media.includes('dark') ? 'night' : 'day')]
}
