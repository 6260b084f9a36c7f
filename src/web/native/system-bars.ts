import type { Theme } from '#web/app/theme.ts'
import type { Bridge } from './bridge.ts'

/** Keeps the style of the system bars in sync with the page's theme. */
export function syncSystemBars({ setSystemBarStyle }: Bridge): void {
	const dark = matchMedia('(prefers-color-scheme: dark)')
	let shown: Theme | undefined
	const update = () => {
		const theme = document.documentElement.dataset.theme ?? (dark.matches ? 'night' : 'day')
		if (theme === shown || (theme !== 'night' && theme !== 'day')) return
		shown = theme
		setSystemBarStyle(theme).catch(() => {})
	}
	update()
	dark.addEventListener('change', update)
	new MutationObserver(update).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}
