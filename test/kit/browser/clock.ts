import { expect, type Page } from '@playwright/test'

// Short compared to every delay that a test measures
const STEP_MS = 50
// On a busy machine, a step can take a second
const POLL_OPTIONS = { intervals: [10], timeout: 150_000 }

/** Opens a path with the page's clock stopped; only `page.clock.runFor` and `runClockUntil` advance it. */
export async function visitWithStoppedClock(page: Page, path: string): Promise<void> {
	await page.clock.install()
	await page.clock.pauseAt(Date.now() + 1000)
	await page.goto(path, { waitUntil: 'commit' })
	await runClockUntil(page, async () => (await page.locator('html[data-ready]').count()) > 0)
}

/** Advances a stopped clock in small steps until a condition holds, such as a response that the page handles in a timer. */
export async function runClockUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
	await expect
		.poll(async () => {
			await page.clock.runFor(STEP_MS)
			return holds()
		}, POLL_OPTIONS)
		.toBe(true)
}
