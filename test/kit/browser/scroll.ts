import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Scrolls down a list that grows until something is in the page. */
export async function scrollUntil(target: Locator): Promise<void> {
	await expect
		.poll(async () => {
			if ((await target.count()) > 0) return true
			await target.page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
			return false
		})
		.toBe(true)
}

/** Waits until the page has stopped gliding: it stands where it stood a dozen frames before. */
export async function waitForScrollEnd(page: Page): Promise<void> {
	const FRAMES = 12
	await page.evaluate(async (frames) => {
		let still = 0
		for (let before = window.scrollY; still < frames; before = window.scrollY) {
			await new Promise(requestAnimationFrame)
			still = window.scrollY === before ? still + 1 : 0
		}
	}, FRAMES)
}
