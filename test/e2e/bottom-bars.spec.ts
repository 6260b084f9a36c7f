// Messages at the lower edge, and the bars with the next step that are there too.

import type { Locator, Page } from '@playwright/test'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { menu, opener } from '#kit/browser/cover-menu.ts'
import { addGame, FOUR_GAMES, listRows } from '#kit/browser/list-rows.ts'
import { button, openGame, toast } from '#kit/browser/log-control.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
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
	const member = await registerAndLogIn(page, site)
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

test('the message of the list editor is as wide as the bar, above it, and goes at the next press', {
	tag: '@touch',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const id = await member.createList({ title: 'By thumb', games: FOUR_GAMES })
	await page.setViewportSize({ width: 390, height: 664 })
	await visit(page, `/list/edit/${id}`)
	await addGame(page, 'Hades')
	const message = page.getByText('Hades added as number 5.')
	await expect(message).toBeVisible()
	const bar = page.getByRole('button', { name: 'Update List' }).locator('..')
	const [place, edge] = [await message.boundingBox(), await bar.boundingBox()]
	expect(place?.width).toBe(edge?.width)
	expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0)
	// A finger that has not yet done anything, as at the start of a drag
	await listRows(page).first().dispatchEvent('pointerdown')
	await expect(message).toHaveCount(0)
	await addGame(page, 'Balatro')
	await expect(page.getByText('Balatro added as number 6.')).toBeVisible()
})

test('the message of the list editor lasts five seconds, and eight with Undo, which a press does not end', {
	tag: '@ci',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const id = await member.createList({ title: 'In time', games: FOUR_GAMES })
	await page.clock.install()
	await visit(page, `/list/edit/${id}`)
	await page.getByRole('button', { name: 'Move Elden Ring up' }).click()
	const moved = page.getByText('Elden Ring is now number 2 of 4.')
	await expect(moved).toBeVisible()
	await page.clock.runFor(5000)
	await expect(moved).toHaveCount(0)

	await page.getByRole('button', { name: 'Remove Elden Ring' }).click()
	const undo = page.getByRole('main').getByRole('button', { name: 'Undo' })
	await expect(undo).toBeVisible()
	await page.getByRole('heading', { name: /^Games in this List/ }).click()
	await page.clock.runFor(5000)
	await expect(undo).toBeVisible()
	await page.clock.runFor(3000)
	await expect(undo).toHaveCount(0)
	// Control Z has no time
	await page.getByRole('button', { name: 'Move Celeste down' }).press('Control+z')
	await expect(listRows(page)).toHaveCount(4)
})
