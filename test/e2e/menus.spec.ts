import type { Page } from '@playwright/test'
import { findAxeViolations, findRuleViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { readEntry } from '#kit/browser/cover-menu.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('Create > Review picks the game and opens its review form, by keyboard', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/reviews')
	const opener = page.getByRole('button', { name: 'Create', exact: true })
	const open = async () => {
		await opener.focus()
		await page.keyboard.press('Enter')
		await page.getByRole('button', { name: 'Review', exact: true }).press('Enter')
	}
	await open()
	const dialog = page.getByRole('dialog', { name: 'What game do you want to review?' })
	await expect(dialog).toBeVisible()
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await expect(dialog.getByText('Type at least 2 characters to search for games').first()).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(opener).toBeFocused()

	await open()
	await expect(dialog).toBeVisible()
	await page.mouse.click(5, 5)
	await expect(dialog).toBeHidden()

	await open()
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await page.keyboard.type('qqqq')
	await expect(dialog.getByText('No games found').first()).toBeVisible()
	await dialog.getByRole('combobox').fill('the')
	// Eight games, and the row that adds one
	await expect(dialog.getByRole('option')).toHaveCount(9)
	expect(await findAxeViolations(page)).toEqual([])
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/games\/\d+\/review$/)
	await expect(dialog).toBeHidden()
})

test("a visitor sees the footer's links and none of the members' menus", { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/about')
	for (const name of ['Notifications', 'Create', 'Profile menu'])
		await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
	const footer = page.getByRole('contentinfo')
	for (const name of ['Games', 'About', 'Privacy Policy', 'Atom feed'])
		await expect(footer.getByRole('link', { name })).toBeVisible()
})

test("the menus' links work and close the menu", { tag: ['@ci', '@phone'] }, async ({ page, site, isPhone }) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/about')
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await expect(page.getByText(`Logged in as ${username}`)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
	await page.getByRole('link', { name: 'My Profile' }).click()
	await expect(page).toHaveURL(`/profile/${username}`)
	await expect(page.getByText(`Logged in as ${username}`)).toBeHidden()

	await page.getByRole('button', { name: isPhone ? 'Menu' : 'Create', exact: true }).click()
	await expect(
		page.getByRole('banner').getByRole('link', { name: isPhone ? 'Create a List' : 'List', exact: true }),
	).toHaveAttribute('href', '/list')
	if (!isPhone) await page.keyboard.press('Escape')
	const nav = page.getByRole('navigation', { name: isPhone ? 'Menu' : 'Main' })
	for (const name of ['Games', 'Reviews', 'Users']) await expect(nav.getByRole('link', { name })).toBeVisible()
	await nav.getByRole('link', { name: 'Reviews' }).click()
	await expect(page).toHaveURL('/reviews')
	if (isPhone) await expect(nav).toBeHidden()
})

for (const { width, count, find } of [
	{ width: 1280, count: 5, find: findAxeViolations },
	// axe does not know that a sheet covers the bar beneath it
	{ width: 390, count: 6, find: (page: Page) => findRuleViolations(page, ['color-contrast', 'button-name']) },
])
	test(`every menu at ${width} px is accessible, and Escape closes it and returns to its button`, {
		tag: '@ci',
	}, async ({ page, site }) => {
		const member = await registerAndLogIn(page, site)
		const review = await member.review(takeGame())
		await member.comment(review, 'With a menu of its own.')
		await page.setViewportSize({ width, height: 900 })
		await visit(page, `/reviews/${review}`)
		await expect(page.getByRole('button', { name: 'More about your review' })).toBeVisible()
		const buttons = page.locator('button[popovertarget]').filter({ visible: true })
		await expect(buttons).toHaveCount(count)
		for (const button of await buttons.all()) {
			const sheet = page.locator(`[id="${await button.getAttribute('popovertarget')}"]`)
			await button.press('Enter')
			await expect(sheet).toBeVisible()
			await waitForIdle(page)
			expect(await find(page)).toEqual([])
			await page.keyboard.press('Escape')
			await expect(sheet).toBeHidden()
			await expect(button).toBeFocused()
		}
	})

test('a browser without popovers can open and close the menus', { tag: '@ci' }, async ({ page, site }) => {
	await page.addInitScript(() => {
		for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
			Reflect.deleteProperty(HTMLElement.prototype, name)
	})
	await registerAndLogIn(page, site)
	await visit(page, '/')
	for (const { width, button, sheet } of [
		{ width: 1280, button: 'Profile menu', sheet: '#profile-menu' },
		{ width: 390, button: 'Menu', sheet: '#site-menu' },
	]) {
		await page.setViewportSize({ width, height: 800 })
		const isOpen = () => page.locator(sheet).evaluate(({ classList }) => classList.contains(':popover-open'))
		await page.getByRole('button', { name: button, exact: true }).click()
		await expect.poll(isOpen).toBe(true)
		await page.keyboard.press('Escape')
		await expect.poll(isOpen).toBe(false)
	}
})

test('Create > Log a Game offers the games last looked at, finds any other, and opens its menu under the button', {
	tag: '@ci',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}`)
	const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
	await waitForIdle(page)
	await visit(page, '/users')
	const openMenu = page.getByRole('button', { name: 'Create', exact: true })
	const dialog = page.getByRole('dialog', { name: 'What game do you want to log?' })
	await openMenu.press('Enter')
	await page.getByRole('button', { name: 'Log a Game' }).press('Enter')
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await expect(dialog.getByRole('option')).toHaveCount(1)
	await dialog.getByRole('combobox').fill('zelda')
	await expect(dialog.getByRole('option').first()).toContainText('Zelda')
	await dialog.getByRole('combobox').fill('')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(dialog).toBeHidden()
	const menu = page.getByRole('dialog', { name: `Log ${name}`, exact: true })
	await expect(menu).toBeFocused()
	expect(await findAxeViolations(page)).toEqual([])
	await menu.getByRole('button', { name: 'Playing', exact: true }).press('Enter')
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
	await page.keyboard.press('Escape')
	await expect(menu).toBeHidden()
	await expect(openMenu).toBeFocused()
	await expect(page).toHaveURL('/users')
})

test('by touch, Log a Game says that covers can be held', { tag: '@touch' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/games')
	const hint = page.getByRole('dialog').getByText('You can also press and hold any cover.')
	await page.getByRole('button', { name: 'Create' }).tap()
	await page.getByRole('button', { name: 'Write a Review' }).tap()
	await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
	await expect(hint).toHaveCount(0)
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Create' }).tap()
	await page.getByRole('button', { name: 'Log a Game' }).tap()
	await expect(hint).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
})
