// Messages at the lower edge, and the bars with the next step that are there too.

import type { Locator, Page } from '@playwright/test'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { menu, opener } from '#kit/browser/cover-menu.ts'
import { button, openGame, toast } from '#kit/browser/log-control.ts'
import { registerAndSignIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

/** Says how the message stands to a bar. */
async function compare(page: Page, bar: Locator): Promise<string> {
	const message = await toast(page).locator('div').boundingBox()
	const place = await bar.boundingBox()
	if (!message) return 'no message'
	if (!place) return 'no bar'
	if (message.y + message.height <= place.y) return 'above'
	return message.y >= place.y + place.height ? 'below' : 'upon it'
}

test('on a phone the message of a press stands above the buttons of the form that comes next', {
	tag: '@touch',
}, async ({ page, site }) => {
	await page.setViewportSize({ width: 390, height: 664 })
	await openGame(page, site)
	for (const open of [
		() => page.getByRole('link', { name: 'Write a Review' }).first().tap(),
		async () => {
			await page.getByRole('button', { name: 'Create' }).tap()
			await page.getByRole('link', { name: 'New List' }).tap()
		},
	]) {
		await button(page, 'Playing').tap()
		await expect(toast(page)).toBeVisible()
		// As under a pointer, the message stays
		await toast(page).locator('div').dispatchEvent('pointermove')
		await open()
		const submit = page.getByRole('button', { name: /^(Submit Review|Create List)$/ })
		await expect(submit).toBeInViewport({ ratio: 1 })
		await expect.poll(() => compare(page, submit)).toBe('above')
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
		await expect.poll(() => compare(page, submit)).toMatch(/above|below/)
		await page.goBack()
		await expect(button(page, 'Playing')).toBeVisible()
	}
})

test('a message comes down again when the bar goes, and stands above one that comes', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const member = await registerAndSignIn(page, site)
	for (const game of [takeGame(), takeGame()]) await member.send('PUT', `/library/${game}`, { status: 'backlog' })
	await page.setViewportSize({ width: 1280, height: 500 })
	await visit(page, `/${member.username}/games`)
	await waitForIdle(page)
	const first = page.getByRole('main').getByRole('listitem').first()
	await opener(first).focus()
	await page.keyboard.press('Enter')
	await menu(page).getByRole('button', { name: 'Playing', exact: true }).click()
	await expect(toast(page)).toContainText('Marked as playing')
	await toast(page).getByRole('button', { name: 'Undo' }).dispatchEvent('pointermove')
	const rest = (await toast(page).boundingBox())?.y ?? 0
	await menu(page).getByRole('button', { name: 'Select Games' }).click()
	const bar = page.getByRole('region', { name: 'Selected games' })
	await expect(bar).toBeInViewport({ ratio: 1 })
	await expect.poll(() => compare(page, bar)).toBe('above')
	await page.getByRole('button', { name: 'Done' }).click()
	await expect(bar).toHaveCount(0)
	await expect.poll(async () => (await toast(page).boundingBox())?.y).toBe(rest)
})
