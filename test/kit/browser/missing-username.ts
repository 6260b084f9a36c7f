import type { Page } from '@playwright/test'

/**
 * Makes the signed-in account of a page one without a username, as a first social sign-in leaves it, until `chosen`
 * returns a name.
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
