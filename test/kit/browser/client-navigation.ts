import type { Page } from '@playwright/test'

/** Navigates to a screen on the client, as a link does, without reloading the page. */
export async function navigateInside(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState({ idx: 1 }, '', to)
		dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
	}, path)
}
