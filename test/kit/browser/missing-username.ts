import type { Page } from '@playwright/test'

/**
 * Makes the page's logged-in account appear to have no username, as after a first social login, until `chosen` returns
 * one.
 */
export async function simulateMissingUsername(page: Page, chosen: () => string | null = () => null): Promise<void> {
	await page.route('**/api/auth/me', async (route) => {
		const response = await route.fetch()
		const { user } = (await response.json()) as { user: object }
		const username = chosen()
		const named = username === null ? { needsUsernameSelection: true } : { username }
		await route.fulfill({ json: { success: true, user: { ...user, ...named } } })
	})
	await page.route('**/api/auth/username-required', (route) =>
		route.fulfill({ json: { success: true, needsUsernameSelection: chosen() === null } }),
	)
}
