import type { Page } from '@playwright/test'

/** Goes to a screen inside the running page, as a link does: nothing of the page is loaded anew. */
export async function navigateInside(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState({ idx: 1 }, '', to)
		dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
	}, path)
}
