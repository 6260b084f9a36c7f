import type { Locator, Page } from '@playwright/test'
import { runClockUntil, visitWithStoppedClock } from '#kit/browser/clock.ts'
import { pressKey, tabTo } from '#kit/browser/keyboard.ts'
import {
	draggableGrip,
	expectFormNames,
	expectPageNames,
	FOUR_GAMES,
	FOUR_NAMES,
	listRows,
} from '#kit/browser/list-rows.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle, waitForRendering } from '#kit/browser/ready.ts'
import { waitForScrollEnd } from '#kit/browser/scroll.ts'
import { expect, test } from '#kit/browser/test.ts'

const STEPS = 20
const lifted = (page: Page) => page.locator('[data-lifted]')
/** What a screen reader says of a drag. */
const announcement = (page: Page) => page.locator('[aria-live="assertive"]')

async function center(locator: Locator): Promise<{ x: number; y: number }> {
	await locator.evaluate((element) => element.scrollIntoView({ block: 'center' }))
	return middle(locator)
}

async function middle(locator: Locator): Promise<{ x: number; y: number }> {
	const box = await locator.boundingBox()
	if (!box) throw new Error(`${locator} is not on the page`)
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Moves from one height to another, in steps as a hand does. */
async function travel(from: number, to: number, step: (y: number) => Promise<unknown>): Promise<void> {
	for (let part = 1; part <= STEPS; part++) await step(from + ((to - from) * part) / STEPS)
}

test('rows are dragged by mouse, from the sixth pixel on, and the order is saved', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'By mouse', games: FOUR_GAMES })
	await visit(page, `/list/edit/${id}`)
	await expectFormNames(page, FOUR_NAMES)
	await draggableGrip(page, 'Guitar Hero')
	await draggableGrip(page, 'Cyberpunk 2077')
	await waitForIdle(page)
	const { x, y } = await center(await draggableGrip(page, 'Celeste'))
	const last = await middle(await draggableGrip(page, 'Guitar Hero'))
	await page.mouse.move(x, y)
	await page.mouse.down()
	await page.mouse.move(x, y + 5)
	await waitForRendering(page)
	await expect(lifted(page)).toHaveCount(0)
	await page.mouse.move(x, y + 6)
	await expect(lifted(page)).toHaveCount(1)
	await travel(y, last.y + 15, (to) => page.mouse.move(x + 40, to))
	await expect(announcement(page)).toHaveText('Celeste, number 4 of 4.')
	await page.mouse.up()
	await expect(page.getByText('Celeste is now number 4 of 4.')).toBeVisible()
	await expectFormNames(page, ['Cyberpunk 2077', 'Elden Ring', 'Guitar Hero', 'Celeste'])
	await waitForRendering(page)

	// The row itself can be taken as well, but not by its controls
	const row = await center(listRows(page).nth(2).locator('p').first())
	const first = await middle(await draggableGrip(page, 'Cyberpunk 2077'))
	await page.mouse.move(row.x, row.y)
	await page.mouse.down()
	await travel(row.y, first.y - 15, (to) => page.mouse.move(row.x, to))
	await expect(announcement(page)).toHaveText('Guitar Hero, number 1 of 4.')
	await page.mouse.up()
	const order = ['Guitar Hero', 'Cyberpunk 2077', 'Elden Ring', 'Celeste']
	await expectFormNames(page, order)

	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
	await expectPageNames(page, order)
	await page.reload()
	await expectPageNames(page, order)
})

test('a long press lifts a row, a swipe scrolls, and the order is saved', { tag: '@touch' }, async ({ page, site }) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'By touch', games: FOUR_GAMES })
	// A finger rests for as long as this test lets it
	await visitWithStoppedClock(page, `/list/edit/${id}`)
	await runClockUntil(page, async () => (await page.getByRole('button', { name: /^Reorder/ }).count()) === 4)
	await expectFormNames(page, FOUR_NAMES)
	const devtools = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
		devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })

	const swipe = await center(await draggableGrip(page, 'Elden Ring'))
	const before = await page.evaluate(() => window.scrollY)
	await touch('touchStart', swipe.x, swipe.y)
	await travel(swipe.y, swipe.y + 160, (y) => touch('touchMove', swipe.x, y))
	await touch('touchEnd')
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before)
	await page.clock.runFor(1000)
	await expect(lifted(page)).toHaveCount(0)
	await expectFormNames(page, FOUR_NAMES)
	await page.clock.resume()
	await waitForScrollEnd(page)

	const { x, y } = await center(await draggableGrip(page, 'Cyberpunk 2077'))
	const target = await middle(await draggableGrip(page, 'Elden Ring'))
	await touch('touchStart', x, y)
	await expect(lifted(page)).toHaveCount(1)
	await waitForRendering(page)
	await travel(y, target.y + 15, (to) => touch('touchMove', x, to))
	await expect(announcement(page)).toHaveText('Cyberpunk 2077, number 3 of 4.')
	await touch('touchEnd')
	const order = ['Celeste', 'Elden Ring', 'Cyberpunk 2077', 'Guitar Hero']
	await expectFormNames(page, order)
	await page.getByRole('button', { name: 'Update List' }).tap()
	await expect(page).toHaveURL(`/list/${id}`)
	await page.reload()
	await expectPageNames(page, order)
})

test('with the keyboard alone, a list is created, sorted and saved', async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/list')
	await tabTo(page, page.getByLabel('Title'))
	await page.keyboard.type('By hand')
	await tabTo(page, page.getByRole('combobox', { name: 'Search for a game to add' }))
	for (const name of ['Celeste', 'Hades', 'Balatro']) {
		await page.keyboard.type(name)
		await expect(page.getByRole('option', { name: new RegExp(`^${name} \\d`) })).toBeVisible()
		await page.keyboard.press('ArrowDown')
		await page.keyboard.press('Enter')
		await expect(page.getByText(`${name} added as number`)).toBeVisible()
	}
	const grip = await draggableGrip(page, 'Celeste')
	const pickUp = async (sentence: string) => {
		await page.keyboard.press('Space')
		await expect(announcement(page)).toHaveText(sentence)
		await expect(grip).toHaveAttribute('aria-pressed', 'true')
	}
	await tabTo(page, grip)
	await pickUp('Celeste picked up, number 1 of 3.')
	await page.keyboard.press('ArrowDown')
	await expect(announcement(page)).toHaveText('Celeste, number 2 of 3.')
	await page.keyboard.press('ArrowDown')
	await expect(announcement(page)).toHaveText('Celeste, number 3 of 3.')
	await page.keyboard.press('Space')
	await expect(page.getByRole('status').filter({ hasText: 'Celeste is now number 3 of 3.' })).toBeVisible()
	await expectFormNames(page, ['Hades', 'Balatro', 'Celeste'])
	await expect(grip).toBeFocused()
	await expect(lifted(page)).toHaveCount(0)

	await pickUp('Celeste picked up, number 3 of 3.')
	await page.keyboard.press('ArrowUp')
	await expect(announcement(page)).toHaveText('Celeste, number 2 of 3.')
	await page.keyboard.press('Escape')
	await expect(announcement(page)).toHaveText('Celeste stays number 3.')
	await expectFormNames(page, ['Hades', 'Balatro', 'Celeste'])

	const up = page.getByRole('button', { name: 'Move Celeste up' })
	await pressKey(page, up)
	await expectFormNames(page, ['Hades', 'Celeste', 'Balatro'])
	await page.keyboard.press('Enter')
	await expectFormNames(page, ['Celeste', 'Hades', 'Balatro'])
	await expect(up).toBeFocused()
	await pressKey(page, page.getByRole('button', { name: 'Remove Celeste' }))
	await expect(page.getByRole('button', { name: 'Remove Hades' })).toBeFocused()
	await page.keyboard.press('Control+z')
	await expect(page.getByRole('button', { name: 'Remove Celeste' })).toBeFocused()
	await pressKey(page, page.getByRole('button', { name: 'Create List' }))
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expectPageNames(page, ['Celeste', 'Hades', 'Balatro'])
})

test('keys pressed while a row is being picked up move it', { tag: '@ci' }, async ({ page, site }) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'In a hurry', games: FOUR_GAMES })
	await visit(page, `/list/edit/${id}`)
	const grip = await draggableGrip(page, 'Celeste')
	await grip.focus()
	await grip.evaluate((element) => {
		for (const code of ['Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Space'])
			element.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }))
	})
	await expect(page.getByRole('status').filter({ hasText: 'Celeste is now number 3 of 4.' })).toBeVisible()
	await expectFormNames(page, ['Cyberpunk 2077', 'Elden Ring', 'Celeste', 'Guitar Hero'])
})
