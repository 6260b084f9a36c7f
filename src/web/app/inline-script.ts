import type { EarlyEvent } from './early-events.ts'
import { THEME_COLORS } from './theme.ts'

// Every page carries this script in its head, so it runs before the first paint. Its text is the same on all pages: the
// Content-Security-Policy allows it by its hash.

const { dataset } = document.documentElement
try {
	const theme = localStorage.getItem('theme')
	if (theme === 'night' || theme === 'day') {
		dataset.theme = theme
		for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
			meta.content = THEME_COLORS[theme]
	}
	dataset.session = localStorage.getItem('accessToken') === null ? 'out' : 'in'
} catch {
	// A browser with blocked storage shows the system's theme to a visitor
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
	// Most targets are no fields and have neither value nor check mark
	const target = event.target as HTMLFormElement & HTMLInputElement
	if (event.type === 'submit') {
		if (target.hasAttribute('action')) return
		// Without an action the browser would put the fields into the page's address
		event.preventDefault()
	}
	events.push([event.type, target, target.value, target.checked])
}
