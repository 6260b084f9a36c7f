// The control that people press most, with its Undo and its failures.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE, failCalls, REASON } from '#kit/browser/call-failures.ts'
import { button, control, openGame, readEntry, stars, toast, undo } from '#kit/browser/log-control.ts'
import { logIn } from '#kit/browser/login.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a press is in sight at once, persists, and Undo takes it back', { tag: '@phone' }, async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
	await button(page, 'Playing').click()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	await expect(button(page, 'Playing')).toBeFocused()
	await expect(toast(page)).toContainText('Marked as playing')
	await expect(page.getByText('1 playing')).toBeVisible()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
	// The pictures' carousel is ready
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])
	await page.reload()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')

	await button(page, 'Played').click()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
	await undo(page).click()
	await expect(toast(page)).toBeHidden()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	await waitForIdle(page)
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })

	await button(page, 'Playing').click()
	await expect(toast(page)).toContainText('No longer marked as playing')
	await expect.poll(() => readEntry(member, game)).toBeNull()
})

test('the wish and the heart stand beside any status', { tag: '@ci' }, async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	await button(page, 'Wishlist').click()
	await button(page, 'Love').click()
	await button(page, 'Played').click()
	for (const word of ['Wishlist', 'Love', 'Played'])
		await expect(button(page, word)).toHaveAttribute('aria-pressed', 'true')
	await expect
		.poll(() => readEntry(member, game))
		.toMatchObject({ isWished: true, isLoved: true, status: 'played', rating: null })
})

test('a rating without a status says played, and one Undo takes both back, after several keys too', async ({
	page,
	site,
}) => {
	const { game, member } = await openGame(page, site)
	await stars(page).press('End')
	await stars(page).press('ArrowLeft')
	await stars(page).press('ArrowLeft')
	await expect(toast(page)).toContainText('Rated 4, marked as played')
	await expect(button(page, 'Played')).toHaveAttribute('aria-pressed', 'true')
	await expect(stars(page)).toBeFocused()
	await expect(page.getByText('1 rating', { exact: true })).toBeVisible()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'played', rating: 4 })
	await undo(page).click()
	await expect(stars(page)).toHaveValue('0')
	await expect(button(page, 'Played')).toHaveAttribute('aria-pressed', 'false')
	await expect.poll(() => readEntry(member, game)).toBeNull()
})

test('stars are pressed with the pointer and can be cleared', { tag: '@phone' }, async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	const box = await stars(page).boundingBox()
	if (!box) throw new Error('The stars have no place on the screen')
	await page.mouse.click(box.x + box.width * 0.55, box.y + box.height / 2)
	await expect(stars(page)).toHaveValue('3')
	await expect.poll(() => readEntry(member, game)).toMatchObject({ rating: 3 })
	await control(page)
		.getByRole('button', { name: /^Remove your rating/ })
		.click()
	await expect(stars(page)).toHaveValue('0')
	await expect(stars(page)).toBeFocused()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ rating: null, status: 'played' })
})

test('a double click is one press, and two words in the same moment end with the second', async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	await button(page, 'Playing').dblclick()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })

	const held: (() => Promise<void>)[] = []
	const sent: unknown[] = []
	await page.route(`**/api/library/${game}`, (route) => {
		if (route.request().method() === 'GET') return route.continue()
		sent.push(route.request().postDataJSON())
		held.push(() => route.continue())
		return undefined
	})
	await button(page, 'Played').click()
	await button(page, 'Wishlist').click()
	await button(page, 'Playing').click()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	expect(sent).toEqual([{ status: 'played' }])
	await held[0]?.()
	await expect.poll(() => sent).toEqual([{ status: 'played' }, { isWished: true, status: 'playing' }])
	await held[1]?.()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing', isWished: true })
	await waitForIdle(page)
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
})

test('the rating of a review stays with the review, which the sentence leads to', async ({ page, site }) => {
	const game = takeGame()
	const member = await registerAndLogIn(page, site)
	const review = await member.review(game, { rating: 4 })
	await visit(page, `/games/${game}`)
	await expect(stars(page)).toHaveValue('4')
	await control(page)
		.getByRole('button', { name: /^Remove your rating/ })
		.click()
	await expect(control(page).getByRole('alert')).toContainText(
		'Your review has this rating. Delete the review to take it back.',
	)
	await expect(stars(page)).toHaveValue('4')
	await stars(page).press('ArrowRight')
	await expect(control(page).getByRole('alert')).toHaveCount(0)
	await expect.poll(() => member.send('GET', `/reviews/${review}`)).toMatchObject({ rating: 4.5 })
	await stars(page).press('Home')
	await control(page).getByRole('alert').getByRole('link').click()
	await expect(page).toHaveURL(`/reviews/${review}`)
})

test('a visitor sees the same control, is asked to log in, and returns to the game', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const member = await registerPerson(site)
	const game = takeGame()
	await visit(page, `/games/${game}`)
	await button(page, 'Playing').click()
	await expect(page).toHaveURL(/\/login\?redirect=%2Fgames%2F\d+&message=keep-track/)
	await expect(page.getByText('Please log in to keep track of your games')).toBeVisible()
	await page.getByRole('link', { name: 'Log In' }).click()
	await logIn(page, member.username)
	await expect(page).toHaveURL(`/games/${game}`)
	await button(page, 'Playing').click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a press that fails is taken back with the reason, and Try Again repeats it', async ({ page, site }) => {
		const { game, member } = await openGame(page, site)
		const mend = await failCalls(page, `**/api/library/${game}`, 'reasoned')
		await button(page, 'Playing').click()
		await expect(toast(page).getByRole('alert')).toHaveText(REASON)
		await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
		await mend()
		await toast(page).getByRole('button', { name: 'Try Again' }).click()
		await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
		await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
	})

	test('offline, the very first press says so, and so does the first menu of a cover', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		await openGame(page, site)
		// Nothing has been said on this page yet
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
		await waitForIdle(page)
		await goOffline(page)
		await button(page, 'Playing').click()
		await expect(toast(page).getByRole('alert')).toHaveText('You are offline, so nothing has changed')
		await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')

		await goOnline(page)
		await visit(page, '/games?period=all')
		const cover = page.getByRole('main').getByRole('button', { name: /^Log / })
		await expect(cover.first()).toBeAttached()
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
		await waitForIdle(page)
		await goOffline(page)
		await cover.first().focus()
		await page.keyboard.press('Enter')
		await expect(toast(page).getByRole('alert')).toHaveText('This menu did not load. Please try again.')
	})

	test('offline, a press says so and is taken back, and the control works again afterwards', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		const { game, member } = await openGame(page, site)
		await button(page, 'Played').click()
		await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'played' })
		await waitForIdle(page)
		await goOffline(page)
		await button(page, 'Playing').click()
		await expect(toast(page).getByRole('alert')).toHaveText('You are offline, so nothing has changed')
		await expect(button(page, 'Played')).toHaveAttribute('aria-pressed', 'true')
		await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
		await goOnline(page)
		await button(page, 'Playing').click()
		await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
	})
})
