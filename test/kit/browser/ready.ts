import type { Page, Response } from '@playwright/test'

const pending = new WeakMap<Page, Set<unknown>>()

/** Tracks a page's pending requests for `waitForIdle`; call it before the page's first navigation. */
export function countRequests(page: Page): void {
	const open = new Set<unknown>()
	pending.set(page, open)
	page.on('request', (request) => open.add(request))
	page.on('requestfinished', (request) => open.delete(request))
	page.on('requestfailed', (request) => open.delete(request))
	// Requests of an unloaded document never finish
	page.on('framenavigated', (frame) => frame === page.mainFrame() && open.clear())
}

/** Opens a path and waits until the page is hydrated, so that React receives every event. */
export async function visit(page: Page, path: string): Promise<Response | null> {
	const response = await page.goto(path, { waitUntil: 'commit' })
	await waitForHydration(page)
	return response
}

/** Waits until the page is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
	await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/**
 * Waits until a page is hydrated and idle: no pending requests, no running animations, and fonts loaded. Not for pages
 * whose requests hang on purpose.
 */
export async function waitForIdle(page: Page): Promise<void> {
	await waitForHydration(page)
	const open = pending.get(page)
	if (!open) throw new Error('Call countRequests(page) before waitForIdle(page)')
	do {
		while (open.size > 0)
			await Promise.race([
				page.waitForEvent('requestfinished').catch(() => {}),
				page.waitForEvent('requestfailed').catch(() => {}),
			])
		await waitForRendering(page)
	} while (open.size > 0)
}

/** Waits until changes are rendered and nothing moves: two frames, finite animations and fonts. */
export async function waitForRendering(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const frame = () => new Promise(requestAnimationFrame)
		await frame()
		await frame()
		await document.fonts.ready
		const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
		await Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
	})
}
