// The menu of all statuses beside the three that the control shows.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { mark, menu } from '#kit/browser/cover-menu.ts'
import { button, control, openGame, readEntry, undo } from '#kit/browser/log-control.ts'
import { waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('the menu has every status and works by keyboard', { tag: '@ci' }, async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	const opener = control(page).getByRole('button', { name: /^All statuses of/ })
	await opener.focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('menuitemradio', { name: 'Backlog' })).toBeFocused()
	await expect(page.getByRole('menuitem', { name: 'Remove from Library' })).toHaveCount(0)
	expect(await findAxeViolations(page)).toEqual([])
	for (const [word, hint] of [
		['Played', 'tried it, or it has no end'],
		['Finished', 'saw the ending'],
		['Completed', 'did everything'],
		['Paused', 'will come back'],
		['Playing', ''],
	] as const)
		await expect(page.getByRole('menuitemradio', { name: word, exact: true })).toHaveAccessibleDescription(hint)
	await expect(page.getByText('saw the ending')).toBeVisible()
	await page.keyboard.press('End')
	await expect(page.getByRole('menuitemradio', { name: 'Abandoned' })).toBeFocused()
	await page.keyboard.press('ArrowUp')
	await page.keyboard.press('Enter')
	await expect(button(page, 'Completed')).toHaveAttribute('aria-pressed', 'true')
	await expect(opener).toBeFocused()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'completed' })

	await page.keyboard.press('Enter')
	await expect(page.getByRole('menuitemradio', { name: 'Completed', checked: true })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(opener).toBeFocused()

	await opener.click()
	await page.getByRole('menuitemradio', { name: 'Backlog' }).click()
	await expect(button(page, 'Backlog')).toHaveAttribute('aria-pressed', 'true')
	await opener.click()
	await page.getByRole('menuitem', { name: 'Remove from Library' }).click()
	await expect.poll(() => readEntry(member, game)).toBeNull()
	await undo(page).click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'backlog' })
})

test('on a phone every status is in the sheet of the cover, whose rows can all be pressed', { tag: '@touch' }, async ({
	page,
	site,
}) => {
	await page.setViewportSize({ width: 390, height: 664 })
	const { game, member } = await openGame(page, site)
	const opener = control(page).getByRole('button', { name: /^All statuses of/ })
	for (const [word, status] of [
		['Abandoned', 'abandoned'],
		['Finished', 'finished'],
		['Completed', 'completed'],
		['Backlog', 'backlog'],
	] as const) {
		await opener.tap()
		await mark(page, word).tap()
		await expect(menu(page)).toBeHidden()
		await expect.poll(() => readEntry(member, game)).toMatchObject({ status })
	}
	await opener.tap()
	await waitForIdle(page)
	// The line that explains what is set has its place before
	const place = JSON.stringify(await menu(page).boundingBox())
	await expect(mark(page, 'Completed')).toHaveAccessibleDescription('did everything')
	await mark(page, 'Completed').tap()
	await opener.tap()
	await expect(menu(page).getByText('Completed: did everything')).toBeVisible()
	await expect.poll(async () => JSON.stringify(await menu(page).boundingBox())).toBe(place)
	await mark(page, 'Backlog').tap()
	await opener.tap()
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])
	// A press reaches each of them without scrolling
	for (const row of await menu(page).locator('button:visible, a').all())
		await row.tap({ trial: true, noWaitAfter: true })
	for (const row of await menu(page).locator('button:visible, a').all()) await expect(row).toBeInViewport({ ratio: 1 })
	await menu(page).getByRole('button', { name: 'Remove from Library…' }).tap()
	await expect.poll(() => readEntry(member, game)).toBeNull()
	await undo(page).tap()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'backlog' })

	await member.send('POST', `/library/${game}/plays`, { startedOn: '2026' })
	await page.reload()
	await opener.tap()
	await menu(page).getByRole('button', { name: 'Remove from Library…' }).tap()
	const removal = page.getByRole('dialog', { name: 'Remove from Library' })
	await expect(removal).toContainText('along with what you logged: 1 play')
	await removal.getByRole('button', { name: 'Delete' }).tap()
	await expect.poll(() => readEntry(member, game)).toBeNull()
})

test('in a low window the menu takes the side with more room and scrolls inside', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await page.setViewportSize({ width: 1280, height: 420 })
	const { game, member } = await openGame(page, site)
	const opener = control(page).getByRole('button', { name: /^All statuses of/ })
	await button(page, 'Playing').click()
	for (const place of ['start', 'center', 'end'] as const) {
		await opener.evaluate((element, block) => element.scrollIntoView({ block, behavior: 'instant' }), place)
		await opener.click()
		const items = page.getByRole('menuitemradio')
		await expect(items).toHaveCount(7)
		const at = await opener.boundingBox()
		const popover = await page.locator('[popover]:popover-open').evaluate((element) => {
			const { top, bottom } = element.getBoundingClientRect()
			return { top, bottom }
		})
		expect(popover.top).toBeGreaterThanOrEqual(0)
		expect(popover.bottom).toBeLessThanOrEqual(420)
		// Beside its button, not upon it
		const [top, bottom] = [at?.y ?? 0, (at?.y ?? 0) + (at?.height ?? 0)]
		expect(popover.top >= bottom || popover.bottom <= top).toBe(true)
		expect(popover.bottom <= top).toBe(top > 420 - bottom)
		await page.getByRole('menuitem', { name: 'Remove from Library' }).scrollIntoViewIfNeeded()
		await expect(page.getByRole('menuitem', { name: 'Remove from Library' })).toBeInViewport({ ratio: 1 })
		await page.keyboard.press('Escape')
		await expect(items).toHaveCount(0)
	}
	await opener.click()
	await page.getByRole('menuitemradio', { name: 'Abandoned' }).click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'abandoned' })
})
