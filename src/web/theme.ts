import { stored } from './stored.ts'

const canvas = { night: '#0f1218', day: '#f7f5f1' } as const

type Theme = keyof typeof canvas

/** Chooses the opposite of what is shown now and keeps the choice; before the first, the system's theme holds. */
export function switchTheme(): void {
	const shown =
		document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day')
	const theme = shown === 'night' ? 'day' : 'night'
	stored.set('theme', theme)
	showTheme(theme)
}

/** Follows a switch made in another tab. */
export function followTheme(): void {
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === 'theme' && (newValue === 'night' || newValue === 'day')) showTheme(newValue)
	})
}

function showTheme(theme: Theme): void {
	document.documentElement.dataset.theme = theme
	for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
		meta.content = canvas[theme]
}
