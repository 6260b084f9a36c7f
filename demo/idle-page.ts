import type { Page } from '@playwright/test'
import { waitForIdle } from '#kit/browser/ready.ts'

/** Waits until a screenshot would no longer change: the page is idle, fonts are loaded, and pictures in view are decoded. */
export async function waitForIdlePage(page: Page): Promise<void> {
	await waitForIdle(page)
	await page.evaluate(async () => {
		const inSight = [...document.images].filter((image) => {
			const { top, bottom, width } = image.getBoundingClientRect()
			return image.complete && width > 0 && bottom > 0 && top < innerHeight
		})
		await Promise.all(inSight.map((image) => image.decode().catch(() => {})))
	})
}
