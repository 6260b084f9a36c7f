import type { Page } from '@playwright/test'

/** Waits until the picture would no longer change: the network is silent, faces and pictures in sight are there. */
export async function settle(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle')
	await page.evaluate(async () => {
		await document.fonts.ready
		const inSight = [...document.images].filter((image) => {
			const { top, bottom, width } = image.getBoundingClientRect()
			return width > 0 && bottom > 0 && top < innerHeight
		})
		// one that the browser still holds back would never be ready
		const patience = new Promise((resolve) => setTimeout(resolve, 2_000))
		await Promise.race([patience, Promise.all(inSight.map((image) => image.decode().catch(() => {})))])
	})
}
