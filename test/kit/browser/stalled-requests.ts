import type { Page } from '@playwright/test'

/** Stalls requests whose URL matches until the returned function is called. */
export async function stallRequests(page: Page, pattern: string): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	await page.route(pattern, async (route) => {
		await promise
		await route.continue()
	})
	return resolve
}
