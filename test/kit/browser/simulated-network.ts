import type { Page, Route } from '@playwright/test'

/** How the API is reached: as ever, not at all, or without an end. */
type State = 'open' | 'lost' | 'hanging'

/** The network between a page and the API, which can be made bad and good again. What hangs meets what comes next. */
export async function simulateNetwork(page: Page): Promise<{ turn: (to: State) => Promise<void> }> {
	let state: State = 'open'
	const held: Route[] = []
	const meet = async (route: Route) => {
		if (state === 'hanging') held.push(route)
		else if (state === 'lost') await route.abort()
		else await route.continue()
	}
	await page.route('**/api/**', meet)
	return {
		turn: async (to) => {
			state = to
			// One that the page itself has given up meanwhile is gone
			if (to !== 'hanging') await Promise.all(held.splice(0).map((route) => meet(route).catch(() => {})))
		},
	}
}
