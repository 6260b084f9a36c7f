import type { EarlyEvent } from './early-events.ts'
import { THEME_COLORS } from './theme.ts'

// Inlined into the head of every page, so it runs before the first paint. Its text is the same on all pages, because the
// Content-Security-Policy allows it by its hash.

const { dataset } = document.documentElement
try {
	const theme = localStorage.getItem('theme')
	if (theme === 'night' || theme === 'day') {
		dataset.theme = theme
		for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
			meta.content = THEME_COLORS[theme]
	}
	if (localStorage.getItem('gamesView') === 'wall') dataset.games = 'wall'
	dataset.session = localStorage.getItem('accessToken') === null ? 'out' : 'in'
} catch {
	// With blocked storage the page shows the system's theme and a visitor's page
}

const events: EarlyEvent[] = []
const types = ['input', 'click', 'submit']
for (const type of types) addEventListener(type, record, true)
window.early = {
	events,
	stop() {
		for (const type of types) removeEventListener(type, record, true)
	},
}

/** Records an event for `replayEarlyEvents`. */
function record(event: Event): void {
	// Most targets are not form controls: value and checked are then undefined
	const target = event.target as HTMLFormElement & HTMLInputElement
	if (event.type === 'submit') {
		if (target.hasAttribute('action')) return
		// Without an action the browser would put the fields into the page's URL
		event.preventDefault()
	}
	events.push([event.type, target, target.value, target.checked])
}
