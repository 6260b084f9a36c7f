import type { Theme } from '#web/app/theme.ts'
import type { Bridge } from './bridge.ts'

/** Has the system's bars follow the theme that the page shows. */
export function followThemeWithBars({ showBars }: Bridge): void {
	const dark = matchMedia('(prefers-color-scheme: dark)')
	let shown: Theme | undefined
	const show = () => {
		const theme = document.documentElement.dataset.theme ?? (dark.matches ? 'night' : 'day')
		if (theme === shown || (theme !== 'night' && theme !== 'day')) return
		shown = theme
		showBars(theme).catch(() => {})
	}
	show()
	dark.addEventListener('change', show)
	new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}
