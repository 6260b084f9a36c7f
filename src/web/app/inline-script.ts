import type { EarlyEvent } from './early-events.ts'
import { THEME_COLORS } from './theme.ts'

const EARLY_READ_TIMEOUT_MS = 30_000

// Inlined into the head of every page, so it runs before the first paint. Its text is the same on all pages, because the
// Content-Security-Policy allows it by its hash.

const { dataset } = document.documentElement
const reads: Record<string, Promise<Response>> = {}
let token: string | null = null
try {
	const theme = localStorage.getItem('theme')
	if (theme === 'night' || theme === 'day') {
		dataset.theme = theme
		for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
			meta.content = THEME_COLORS[theme]
	}
	if (localStorage.getItem('gamesView') === 'wall') dataset.games = 'wall'
	token = localStorage.getItem('accessToken')
	dataset.session = token === null ? 'out' : 'in'
} catch {
	// With blocked storage the page shows the system's theme and a visitor's page
}

// Only pages that are others for members have these attributes
const { files = '', reads: urls = '' } = document.currentScript?.dataset ?? {}
if (token !== null && files) {
	for (const url of urls ? urls.split(' ') : []) {
		reads[url] = fetch(url, {
			headers: { accept: 'application/json', authorization: `Bearer ${token}` },
			signal: AbortSignal.timeout(EARLY_READ_TIMEOUT_MS),
		}).then(
			// Read at once, because a response that nobody takes would keep its connection
			async (response) => new Response(await response.text(), response),
		)
		// The client that takes it handles the failure
		reads[url].catch(() => {})
	}
	for (const href of files.split(' ')) {
		const isStyle = href.endsWith('.css')
		// As the client will request it
		const link = Object.assign(document.createElement('link'), {
			rel: isStyle ? 'preload' : 'modulepreload',
			href,
			crossOrigin: '',
		})
		if (isStyle) link.as = 'style'
		document.head.append(link)
	}
}

const events: EarlyEvent[] = []
const types = ['input', 'click', 'submit']
for (const type of types) addEventListener(type, record, true)
window.early = {
	events,
	reads,
	token,
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
