import type { Page, Route } from '@playwright/test'

/** Stalls the page's scripts until the returned function is called. */
export async function stallScripts(page: Page): Promise<() => Promise<void>> {
	const held: Route[] = []
	let isHolding = true
	await page.route(/\/assets\/.*\.js$/, (route) => (isHolding ? void held.push(route) : route.continue()))
	return async () => {
		isHolding = false
		await Promise.all(held.map((route) => route.continue()))
	}
}
