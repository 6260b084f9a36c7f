import { expect, type Page } from '@playwright/test'

/** Expects that the page does not scroll horizontally. */
export async function expectFitsWidth(page: Page): Promise<void> {
	await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
