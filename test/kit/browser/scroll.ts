import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Scrolls down an infinite list until an element is in the page, for so many milliseconds at most if given. */
export async function scrollUntil(target: Locator, timeout?: number): Promise<void> {
	await expect
		.poll(
			async () => {
				if ((await target.count()) > 0) return true
				await target.page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
				return false
			},
			timeout === undefined ? {} : { timeout },
		)
		.toBe(true)
}

/** Waits until smooth scrolling has ended: the position has not changed for 12 frames. */
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
