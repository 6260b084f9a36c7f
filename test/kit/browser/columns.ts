import type { Page } from '@playwright/test'

const WALL = 1560
const PAGE = 1200
/** Where pages begin, by the width of the window. A scroll bar takes some of it. */
const LEFT_EDGES: Readonly<Record<number, number>> = { 1280: 40, 1920: 180 }
const TOLERANCE = 8
const isWall = (path: string) =>
	/^\/(\?|$)/.test(path) ||
	/^\/(games(\/(\d+|upcoming))?|series\/[^/?]+|reviews|users)(\?|$)/.test(path) ||
	path.startsWith('/search')

/** Returns how a page at `path` misses the left edge of all pages or leaves its column; the window is 1280 or 1920 px wide. */
export async function findColumnFaults(page: Page, path: string): Promise<string[]> {
	const { left, width } = await measureColumn(page)
	const edge = LEFT_EDGES[page.viewportSize()?.width ?? 0] ?? 0
	const hasWall = (await page.locator('main [class*="_wall"]:not([aria-hidden])').count()) > 0
	const max = isWall(path) || hasWall ? WALL : PAGE
	return [
		...(Math.abs(left - edge) > TOLERANCE ? [`It begins at ${left}, not ${edge}`] : []),
		...(width > max ? [`It is ${width} wide, more than ${max}`] : []),
	]
}

/** The distances in px: where the leftmost heading, picture, label or fact begins, and how wide the page's parts are. */
async function measureColumn(page: Page) {
	return page.evaluate(() => {
		const isShown = (element: Element) =>
			element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
			element.getBoundingClientRect().width > 1 &&
			// Pictures behind a headline or a name, and slides out of sight
			!element.closest(
				':is([class*="_wall"], [class*="_backdrop"], [class*="_band"])[aria-hidden], [aria-roledescription="carousel"]',
			)
		const lefts = [...document.querySelectorAll('main :is(h1, h2, h3, img, label, dt, legend, [data-hue])')]
			.filter(isShown)
			.map((element) => Math.round(element.getBoundingClientRect().left))
		const parts = [...document.querySelectorAll('main > *')].filter(
			(element) => isShown(element) && !element.matches('[data-for="visitors"]'),
		)
		return {
			left: Math.min(...lefts),
			width: Math.max(0, ...parts.map((element) => Math.round(element.getBoundingClientRect().width))),
		}
	})
}
