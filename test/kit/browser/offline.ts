import { expect, type Page } from '@playwright/test'

/** Takes the network from all pages of a page's context and waits until requests fail: Chromium confirms earlier. */
export const goOffline = (page: Page) => setOffline(page, true)

/** Brings the network back and waits until requests succeed. */
export const goOnline = (page: Page) => setOffline(page, false)

async function setOffline(page: Page, isOffline: boolean): Promise<void> {
	await page.context().setOffline(isOffline)
	const isReachable = () =>
		page
			.evaluate(() =>
				fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
					() => true,
					() => false,
				),
			)
			// The page may be reloading itself
			.catch(() => undefined)
	await expect.poll(isReachable).toBe(!isOffline)
}
