import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

const MAX_STOPS = 90

/** Presses Tab until the element has the focus. Throws if the focus is not visible at any stop on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target.first()).toBeVisible()
	for (let stop = 0; stop < MAX_STOPS; stop++) {
		await page.keyboard.press('Tab')
		const invisible = await invisibleFocus(page)
		if (invisible) throw new Error(`The focus is not visible on ${invisible}`)
		if (await target.first().evaluate((element) => element === document.activeElement)) return
	}
	throw new Error(`${target} cannot be reached with the keyboard`)
}

/** Tabs to an element and presses a key. */
export async function pressKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}

/** Returns the focused element if its focus is not visible, or null if a ring or shadow on, around or next to it shows it. */
function invisibleFocus(page: Page): Promise<string | null> {
	return page.evaluate(() => {
		const focused = document.activeElement
		// Between the page's end and start, the browser's toolbar has the focus
		if (!focused || focused === document.body) return null
		const shows = (element: Element, pseudo?: string) => {
			const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo)
			return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
		}
		const ringed = [focused, focused.parentElement, focused.nextElementSibling, focused.previousElementSibling]
		const isShown = ringed.some((element) => element && (shows(element) || shows(element, '::after')))
		const { width, height } = focused.getBoundingClientRect()
		return isShown && width > 1 && height > 1 ? null : focused.outerHTML.slice(0, 200)
	})
}
