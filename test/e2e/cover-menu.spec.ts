// The menu on every cover, by pointer, keyboard and touch.

import type { Locator } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { runClockUntil, visitWithStoppedClock } from '#kit/browser/clock.ts'
import { createList, mark, menu, opener, openList, readEntry, stars, toast, undo } from '#kit/browser/cover-menu.ts'
import { logIn } from '#kit/browser/login.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('with the pointer, a cover shows a button whose menu sets status, heart and stars, and Undo takes them back', async ({
	page,
	site,
}) => {
	const { member, first, game } = await openList(page, site)
	await expect(opener(first)).toHaveCSS('opacity', '0')
	const before = JSON.stringify(await first.boundingBox())
	await first.getByRole('link').hover()
	await expect(opener(first)).toHaveCSS('opacity', '1')
	await expect.poll(async () => JSON.stringify(await first.boundingBox())).toBe(before)
	await opener(first).click()
	await expect(menu(page)).toBeVisible()
	await expect(mark(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
	expect(await findAxeViolations(page)).toEqual([])
	await mark(page, 'Playing').click()
	await expect(mark(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	await expect(toast(page)).toContainText('Marked as playing')
	await menu(page)
		.getByRole('button', { name: /^Love / })
		.click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing', isLoved: true })
	// The menu may lie upon the message
	await page.keyboard.press('Escape')
	await undo(page).click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing', isLoved: false })

	await first.getByRole('link').hover()
	await opener(first).click()
	const box = await stars(page).boundingBox()
	if (!box) throw new Error('The stars have no place on the screen')
	await page.mouse.click(box.x + box.width * 0.55, box.y + box.height / 2)
	await expect(stars(page)).toHaveValue('3')
	await expect.poll(() => readEntry(member, game)).toMatchObject({ rating: 3 })
	await opener(first).click()
	await expect(menu(page)).toBeHidden()
	await expect(page).toHaveURL(/\/list\//)
})

test('two quick presses end with the second, and another cover is next at once', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { member, first, second, games } = await openList(page, site)
	await opener(first).focus()
	await opener(first).click()
	await mark(page, 'Playing').click()
	await mark(page, 'Finished').click()
	// The menu may lie over the second cover
	await opener(second).focus()
	await page.keyboard.press('Enter')
	await expect(menu(page)).toHaveCount(1)
	await mark(page, 'Wishlist').dblclick()
	await expect(mark(page, 'Wishlist')).toHaveAttribute('aria-pressed', 'true')
	await expect.poll(() => readEntry(member, games[0] as number)).toMatchObject({ status: 'finished' })
	await expect.poll(() => readEntry(member, games[1] as number)).toMatchObject({ status: null, isWished: true })
})

test('the right button opens the menu, with Shift the browser does', { tag: '@ci' }, async ({ page, site }) => {
	const { first } = await openList(page, site)
	const box = await first.locator('[data-cover]').boundingBox()
	if (!box) throw new Error('The cover is not on the page')
	await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' })
	await expect(menu(page)).toBeVisible()
	await page.mouse.click(3, 300)
	await expect(menu(page)).toBeHidden()
	const isPrevented = await first.getByRole('link').evaluate(
		(link, { x, y }) => {
			const event = new MouseEvent('contextmenu', {
				bubbles: true,
				cancelable: true,
				shiftKey: true,
				clientX: x,
				clientY: y,
			})
			return !link.dispatchEvent(event)
		},
		{ x: box.x + 5, y: box.y + 50 },
	)
	expect(isPrevented).toBe(false)
})

test('by keyboard, the button after the cover, Shift+F10 and the menu key open the menu, and Escape returns', async ({
	page,
	site,
}) => {
	const { member, first, game } = await openList(page, site)
	await opener(first).focus()
	await page.keyboard.press('Shift+Tab')
	await page.keyboard.press('Tab')
	await expect(opener(first)).toBeFocused()
	await expect(opener(first)).toHaveCSS('opacity', '1')
	await page.keyboard.press('Enter')
	await expect(mark(page, 'Wishlist')).toBeVisible()
	await expect(menu(page)).toBeFocused()
	// The entry is loaded
	await expect(menu(page).locator('[inert]')).toHaveCount(0)
	await page.keyboard.press('Tab')
	await expect(mark(page, 'Wishlist')).toBeFocused()
	await page.keyboard.press('Shift+Tab')
	await expect(menu(page).getByRole('link', { name: 'Write a Review' })).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(mark(page, 'Wishlist')).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(mark(page, 'Wishlist')).toHaveAttribute('aria-pressed', 'true')
	await expect.poll(() => readEntry(member, game)).toMatchObject({ isWished: true })
	await page.keyboard.press('Escape')
	await expect(menu(page)).toBeHidden()
	await expect(opener(first)).toBeFocused()

	for (const key of ['Shift+F10', 'ContextMenu']) {
		await first.getByRole('link').focus()
		await page.keyboard.press(key)
		await expect(mark(page, 'Wishlist')).toHaveAttribute('aria-pressed', 'true')
		await page.keyboard.press('Escape')
		await expect(menu(page)).toBeHidden()
		await expect(first.getByRole('link')).toBeFocused()
	}
	await page.keyboard.press('Shift+F10')
	await stars(page).press('End')
	await stars(page).press('ArrowLeft')
	await expect(toast(page)).toContainText('Rated 4.5, marked as played')
	await expect.poll(() => readEntry(member, game)).toMatchObject({ rating: 4.5, status: 'played' })
})

test('a play, a list and a review are one press further', { tag: '@ci' }, async ({ page, site }) => {
	const { member, first, game, games } = await openList(page, site)
	const other = await member.createList({ title: 'Another list' })
	await opener(first).focus()
	await page.keyboard.press('Enter')
	await menu(page).getByRole('button', { name: 'Log a Play…' }).click()
	const play = page.getByRole('dialog', { name: 'Log a Play' })
	await play.getByRole('button', { name: 'Started today' }).click()
	await play.getByRole('button', { name: 'Log Play' }).click()
	await expect(play).toBeHidden()
	await expect(opener(first)).toBeFocused()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing', playCount: 1 })

	await page.keyboard.press('Enter')
	await expect(mark(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	await menu(page).getByRole('button', { name: 'Add to List…' }).click()
	const lists = page.getByRole('dialog', { name: 'Add to List' })
	await lists.getByRole('button', { name: /^Two games/ }).click()
	await expect(lists.getByText('Game is already in the list')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await lists.getByRole('button', { name: /^Another list/ }).click()
	await expect(lists).toBeHidden()
	await expect(toast(page)).toContainText('Added to Another list')
	const readList = async () =>
		(await member.send<{ items: { gameId: number }[] }>('GET', `/lists/${other}`)).items.map(({ gameId }) => gameId)
	await expect.poll(readList).toEqual([games[0]])
	await undo(page).click()
	await expect.poll(readList).toEqual([])

	await opener(first).focus()
	await page.keyboard.press('Enter')
	await menu(page).getByRole('link', { name: 'Write a Review' }).click()
	await expect(page).toHaveURL(`/games/${game}/review`)
	await expect(menu(page)).toBeHidden()
})

test('a long press opens a sheet, whose press closes it with Undo in sight; a tap and a swipe are as before', {
	tag: '@touch',
}, async ({ page, site }) => {
	const { member, path, rows, games } = await createList(page, site)
	const [first, second] = rows as [Locator, Locator]
	// A finger rests for as long as this test lets it
	await visitWithStoppedClock(page, path)
	await expect(opener(first)).toHaveCSS('opacity', '0')
	const finger = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
		finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
	const center = async (row: Locator) => {
		await row.scrollIntoViewIfNeeded()
		const box = await row.locator('[data-cover]').boundingBox()
		if (!box) throw new Error('The cover is not on the page')
		return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
	}

	const at = await center(first)
	await touch('touchStart', [at])
	await touch('touchMove', [{ x: at.x, y: at.y - 40 }])
	await page.clock.runFor(1000)
	await touch('touchEnd', [])
	await expect(menu(page)).toHaveCount(0)

	await page.evaluate(() => scrollTo(0, 0))
	await touch('touchStart', [await center(first)])
	await runClockUntil(page, () => menu(page).isVisible())
	await touch('touchEnd', [])
	await page.clock.resume()
	await expect(menu(page)).toBeVisible()
	await expect(page).toHaveURL(path)
	expect(await findAxeViolations(page)).toEqual([])
	for (const control of await menu(page).locator('button:visible, a').all()) {
		const box = await control.boundingBox()
		expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
	}
	await mark(page, 'Playing').tap()
	await expect(menu(page)).toBeHidden()
	await undo(page).tap()
	await expect.poll(() => readEntry(member, games[0] as number)).toBeNull()

	const now = await center(first)
	await page.touchscreen.tap(now.x, now.y)
	await expect(page).toHaveURL(`/games/${games[0]}`)
	await page.goBack()
	await expect(second).toBeVisible()
})

test('a visitor is asked to log in and returns to the list', async ({ page, site }) => {
	const member = await registerPerson(site)
	const game = takeGame()
	const list = await member.createList({ title: 'Seen by all', games: [{ gameId: game }] })
	await visit(page, `/list/${list}`)
	await opener(page.getByRole('main')).focus()
	await page.keyboard.press('Enter')
	await mark(page, 'Playing').click()
	await expect(page).toHaveURL(/\/login\?redirect=%2Flist%2F.+&message=keep-track/)
	await expect(page.getByText('Please log in to keep track of your games')).toBeVisible()
	await expect(menu(page)).toBeHidden()
	await page.getByRole('link', { name: 'Log In' }).click()
	await logIn(page, member.username)
	await expect(page).toHaveURL(`/list/${list}`)
})

test('what the menu sets is in sight on the page of the game', { tag: '@ci' }, async ({ page, site }) => {
	const { first, games } = await openList(page, site)
	await visit(page, `/games/${games[0]}`)
	const onPage = page.getByRole('button', { name: /^Playing / })
	await expect(onPage).toHaveAttribute('aria-pressed', 'false')
	await page.goBack()
	await opener(first).focus()
	await page.keyboard.press('Enter')
	await mark(page, 'Playing').click()
	await page.keyboard.press('Escape')
	await first.getByRole('link').click()
	await expect(onPage).toHaveAttribute('aria-pressed', 'true')
})

test('every cover has the menu', { tag: '@ci' }, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await member.review(game)
	await member.send('PUT', `/library/${game}`, { status: 'finished', rating: 5 })
	// Statistics are drawn from five games on
	for (let count = 0; count < 5; count++)
		await member.send('PUT', `/library/${takeGame()}`, { status: 'played', rating: 4 })
	await member.send('PUT', '/library/favorites', { gameIds: [game] })
	await member.send('POST', `/library/${game}/plays`, { endedOn: '2025-11-02', outcome: 'finished' })
	const name = member.username
	for (const path of [
		'/',
		'/games',
		'/games?view=wall',
		'/search?query=the',
		`/profile/${name}`,
		`/${name}/games`,
		`/${name}/diary`,
		`/${name}/stats`,
	]) {
		await visit(page, path)
		await expect(opener(page.getByRole('main')).first(), path).toBeAttached()
		await opener(page.getByRole('main')).first().focus()
		await page.keyboard.press('Enter')
		await expect(menu(page), path).toBeVisible()
		await expect(stars(page)).toBeEnabled()
		await page.keyboard.press('Escape')
		await expect(menu(page)).toBeHidden()
	}
})
