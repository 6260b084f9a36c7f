import { expect, type Page } from '@playwright/test'

/** Expects that the page does not scroll horizontally. */
export async function expectFitsWidth(page: Page): Promise<void> {
	await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Returns what a page shows too wide for its window: that it scrolls sideways, and what is cut off at the sides. */
export async function findTooWide(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const wide: string[] = []
		if (document.documentElement.scrollWidth > innerWidth) wide.push('It scrolls sideways')
		const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible' || element.id === 'root'
		const scroller = (element: Element): Element | null => {
			for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
				if (clips(box)) return box.id === 'root' ? null : box
			return null
		}
		for (const element of document.querySelectorAll('body *')) {
			const { left, right, width, height } = element.getBoundingClientRect()
			const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
			if (!isSeen || (left >= -0.5 && right <= innerWidth + 0.5)) continue
			if (element.closest('[aria-hidden="true"]') || scroller(element)) continue
			wide.push(`It cuts ${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`)
		}
		return wide
	})
}
