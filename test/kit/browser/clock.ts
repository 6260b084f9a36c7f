import { expect, type Page } from '@playwright/test'

// Short beside every delay that a test measures
const STEP_MS = 50
// A step can take a busy machine a second
const POLL_OPTIONS = { intervals: [10], timeout: 150_000 }

/** Opens a path with the page's clock stopped: from here on only `page.clock.runFor` and `playUntil` move it. */
export async function visitWithStoppedClock(page: Page, path: string): Promise<void> {
	await page.clock.install()
	await page.clock.pauseAt(Date.now() + 1000)
	await page.goto(path, { waitUntil: 'commit' })
	await runClockUntil(page, async () => (await page.locator('html[data-ready]').count()) > 0)
}

/** Moves a stopped clock in small steps until something holds, such as an answer that timers of the page hand on. */
export async function runClockUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
	await expect
		.poll(async () => {
			await page.clock.runFor(STEP_MS)
			return holds()
		}, POLL_OPTIONS)
		.toBe(true)
}
