import { safeLocalStorage } from './local-storage.ts'

export const THEME_COLORS = { night: '#0f1218', day: '#f7f5f1' } as const

export type Theme = keyof typeof THEME_COLORS

/** Chooses the opposite of what is shown now and keeps the choice; before the first, the system's theme holds. */
export function toggleTheme(): void {
	const shown =
		document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day')
	const theme = shown === 'night' ? 'day' : 'night'
	safeLocalStorage.set('theme', theme)
	applyTheme(theme)
}

/** Follows a switch made in another tab. */
export function syncThemeAcrossTabs(): void {
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === 'theme') applyTheme(newValue === 'night' || newValue === 'day' ? newValue : null)
	})
}

/** Shows a theme; null shows the system's. */
export function applyTheme(theme: Theme | null): void {
	const { dataset } = document.documentElement
	if (theme) dataset.theme = theme
	else delete dataset.theme
	for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
		meta.content = THEME_COLORS[theme ?? (meta.media.includes('dark') ? 'night' : 'day')]
}
