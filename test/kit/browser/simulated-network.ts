import type { Page, Route } from '@playwright/test'

/** The state of the API's network: working, failing, or hanging. */
type State = 'open' | 'lost' | 'hanging'

/** Controls the network between a page and the API. Hanging requests are resumed or failed by the next state. */
export async function simulateNetwork(page: Page): Promise<{ turn: (to: State) => Promise<void> }> {
	let state: State = 'open'
	const held: Route[] = []
	const handle = async (route: Route) => {
		if (state === 'hanging') held.push(route)
		else if (state === 'lost') await route.abort()
		else await route.continue()
	}
	await page.route('**/api/**', handle)
	return {
		turn: async (to) => {
			state = to
			// Requests that the page has aborted meanwhile fail
			if (to !== 'hanging') await Promise.all(held.splice(0).map((route) => handle(route).catch(() => {})))
		},
	}
}
