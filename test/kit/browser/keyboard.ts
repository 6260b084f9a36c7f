import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

const MAX_STOPS = 90

/** Goes on by Tab until the element has the focus, which must be visible at every stop on the way. */
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

/** Goes to the element by Tab and presses a key there. */
export async function pressKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}

/** What has the focus without showing it, null where it shows: by a ring or a shadow on it, around it or beside it. */
function invisibleFocus(page: Page): Promise<string | null> {
	return page.evaluate(() => {
		const focused = document.activeElement
		// Between the page's end and its start is the browser's own bar
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
