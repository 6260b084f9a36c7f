import type { Locator, Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

const MOST_STOPS = 90

/** Goes on by Tab until the element has the focus, which must be to be seen at every stop on the way. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	await target.first().waitFor()
	for (let stop = 0; stop < MOST_STOPS; stop++) {
		await page.keyboard.press(key)
		expect(await unseenFocus(page)).toBeNull()
		if (await target.first().evaluate((element) => element === document.activeElement)) return
	}
	throw new Error(`${target} cannot be reached with the keyboard`)
}

/** What has the focus without showing it, null where it shows: by a ring or a shadow on it, around it or beside it. */
function unseenFocus(page: Page): Promise<string | null> {
	return page.evaluate(() => {
		const focused = document.activeElement
		// between the page's end and its start is the browser's own bar
		if (!focused || focused === document.body) return null
		const shows = (element: Element, pseudo?: string) => {
			const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo)
			return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
		}
		const ringed = [focused, focused.parentElement, focused.nextElementSibling, focused.previousElementSibling]
		const seen = ringed.some((element) => element && (shows(element) || shows(element, '::after')))
		const { width, height } = focused.getBoundingClientRect()
		return seen && width > 1 && height > 1 ? null : focused.outerHTML.slice(0, 200)
	})
}

/** Goes to the element by Tab and presses a key there. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}

test('somebody registers and writes a review with three and a half stars', async ({ page }) => {
	await page.goto('/')
	await press(page, page.getByRole('link', { name: 'Join Savepoint' }))
	await expect(page).toHaveURL(/\/login/)
	if (!(await page.getByLabel('Confirm password').isVisible()))
		await press(page, page.getByRole('link', { name: 'Create an account' }))
	await tabTo(page, page.getByLabel('Username'))
	await page.keyboard.type('only_keys')
	await tabTo(page, page.getByLabel('Email'))
	await page.keyboard.type('only_keys@example.org')
	await tabTo(page, page.getByLabel('Password', { exact: true }))
	await page.keyboard.type('Correct1Horse')
	await tabTo(page, page.getByLabel('Confirm password'))
	await page.keyboard.type('Correct1Horse')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/')

	await press(page, page.getByRole('button', { name: 'Create' }))
	await press(page, page.getByRole('button', { name: 'Review', exact: true }))
	const dialog = page.getByRole('dialog', { name: 'What game do you want to review?' })
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await page.keyboard.type('celeste')
	await dialog.getByRole('option').first().waitFor()
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/games\/\d+\/review$/)
	const stars = page.getByRole('slider', { name: 'Your rating' })
	await tabTo(page, stars)
	for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
	await expect(stars).toHaveValue('3.5')
	const platforms = page.getByRole('radio').or(page.getByLabel('Platform'))
	await tabTo(page, platforms)
	await page.keyboard.press('Space')
	await tabTo(page, page.getByLabel('Your review'))
	await page.keyboard.type('Every ledge within reach of a key.')
	await press(page, page.getByRole('button', { name: 'Submit Review' }))
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await expect(page.getByText('Every ledge within reach').first()).toBeVisible()
})

test('a review is liked and commented on', async ({ page, site }) => {
	const author = await someone(site, 'keys_author')
	const review = await author.reviews(7)
	await signedIn(page, site, 'keys_reader')
	await page.goto(`/reviews/${review}`)
	const like = page.getByRole('button', { name: /^Like this review/ })
	await press(page, like, 'Space')
	await expect(page.getByRole('button', { name: /^Liked/ })).toBeFocused()
	await tabTo(page, page.getByLabel('Write a comment'))
	await page.keyboard.type('Said without a mouse.')
	await press(page, page.getByRole('button', { name: 'Post Comment' }))
	await expect(page.getByRole('listitem').filter({ hasText: 'Said without a mouse.' })).toBeVisible()
	await expect(page.getByLabel('Write a comment')).toHaveValue('')
})

test('a list is built and put into another order', async ({ page, site }) => {
	await signedIn(page, site, 'keys_lister')
	await page.goto('/list')
	await tabTo(page, page.getByLabel('Title'))
	await page.keyboard.type('Within reach')
	await tabTo(page, page.getByRole('combobox', { name: 'Search for a game to add' }))
	for (const name of ['Celeste', 'Hades']) {
		await page.keyboard.type(name)
		await page.getByRole('option', { name: new RegExp(`^${name} \\d`) }).waitFor()
		await page.keyboard.press('ArrowDown')
		await page.keyboard.press('Enter')
		await expect(page.getByRole('button', { name: `Reorder ${name}` })).toBeVisible()
	}
	await tabTo(page, page.getByRole('button', { name: 'Reorder Hades' }))
	const live = page.locator('[aria-live="assertive"]')
	await page.keyboard.press('Space')
	await expect(page.locator('[data-lifted]')).toHaveCount(1)
	// the places of the other rows are known a moment after one is lifted
	await page.waitForTimeout(500)
	await page.keyboard.press('ArrowUp')
	await expect(live).toHaveText('Hades, number 1 of 2.')
	await page.keyboard.press('Space')
	await expect(page.getByText('Hades is now number 1 of 2.')).toBeVisible()
	await press(page, page.getByRole('button', { name: 'Create List' }))
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	const names = page
		.getByRole('region', { name: /^Games in this List/ })
		.getByRole('heading')
		.getByRole('link')
	await expect.poll(() => names.allInnerTexts()).toEqual(['Hades', 'Celeste'])
})

test('the bell is opened, everything marked as read, and closed again', async ({ page, site }) => {
	const friend = await someone(site, 'keys_friend')
	const { accessToken } = await signedIn(page, site, 'keys_follower')
	await fetch(`${site.url}/api/follows`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
		body: JSON.stringify({ followedId: friend.id }),
	})
	await friend.reviews(7)
	await page.goto('/games')
	const bell = page.getByRole('button', { name: /^Notifications/ })
	await expect(bell).toContainText('1', { timeout: 15_000 })
	await press(page, bell)
	await press(page, page.getByRole('button', { name: 'Mark all as read' }))
	await expect(bell).not.toContainText('1')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
	await expect(bell).toBeFocused()
})
