import type { Page } from '@playwright/test'

/** Holds back the requests whose address matches, until the function that is returned is called. */
export async function stallRequests(page: Page, pattern: string): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	await page.route(pattern, async (route) => {
		await promise
		await route.continue()
	})
	return resolve
}
