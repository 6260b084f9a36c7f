import { expect, type Page } from '@playwright/test'
import { runClockUntil, visitWithStoppedClock } from './clock.ts'

/** Opens the landing page of a social login, and expects a critical failure: an error message, then the login after 3 s. */
export async function expectCriticalFailure(page: Page, path: string): Promise<void> {
	const mayAnswer = Promise.withResolvers<void>()
	await page.route('**/api/auth/oauth/extract-tokens', async (route) => {
		await mayAnswer.promise
		await route.continue()
	})
	await visitWithStoppedClock(page, path)
	mayAnswer.resolve()
	const alert = page.getByRole('alert')
	await runClockUntil(page, async () => (await alert.textContent()) !== '')
	await expect(alert).toHaveText('Authentication failed. Please try logging in again.')
	const { pathname } = new URL(page.url())
	await page.clock.runFor(2_000)
	await expect(page).toHaveURL(pathname)
	await page.clock.runFor(1_000)
	await expect(page).toHaveURL('/login')
}
