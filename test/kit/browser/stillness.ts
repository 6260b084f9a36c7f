import type { Page } from '@playwright/test'

/** How much of a page may move while it loads, as the browser measures it (cumulative layout shift). */
const MAX_SHIFT = 0.02
/** A network on which each part of a page comes so late that what came before it has been painted. */
const LATENCY_MS = 60

interface Shift {
	value: number
	moved: string[]
}

/**
 * Records what moves on each page that is opened from now on, on a network that delays each response. The foot of a list does not
 * count where it alone moves: it gives way to the rows that it has announced.
 */
export async function recordShifts(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page)
	const conditions = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 }
	await session.send('Network.emulateNetworkConditions', conditions)
	await page.addInitScript(() => {
		const shifts: Shift[] = []
		Object.assign(window, { shifts })
		const name = (node: Node | null) =>
			node instanceof Element ? `${node.localName}.${node.className}` : `"${node?.textContent?.slice(0, 30)}"`
		const isFoot = (node: Node | null) => node instanceof Element && node.matches('[aria-live]')
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & {
				value: number
				hadRecentInput: boolean
				sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
			})[])
				if (!entry.hadRecentInput && (entry.sources.length === 0 || entry.sources.some(({ node }) => !isFoot(node))))
					shifts.push({
						value: entry.value,
						moved: entry.sources.map(
							({ node, previousRect, currentRect }) =>
								`${name(node)} ${previousRect.y},${previousRect.height}→${currentRect.y},${currentRect.height}`,
						),
					})
		}).observe({ type: 'layout-shift', buffered: true })
	})
}

/** Returns what has moved on the current page since it was opened, if it was more than a page may move. */
export async function findShifts(page: Page): Promise<string[]> {
	const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
	const sum = shifts.reduce((total, { value }) => total + value, 0)
	if (sum <= MAX_SHIFT) return []
	return [sum.toFixed(3), ...shifts.map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`)]
}
