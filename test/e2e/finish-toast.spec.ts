// The message of a finished game asks how it was.

import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE } from '#kit/browser/call-failures.ts'
import { button, control, openGame, readEntry, stars, toast, undo } from '#kit/browser/log-control.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const words = (page: Page) => toast(page).getByRole('status')
const question = (page: Page) => toast(page).getByRole('slider', { name: /^Your rating of / })

/** Presses the half of a star at the edge of the screen; 0.9 is four and a half. */
async function pressStar(page: Page, fraction: number, clickCount = 1): Promise<void> {
	const box = await question(page).boundingBox()
	if (!box) throw new Error('The stars have no place on the screen')
	await page.mouse.click(box.x + box.width * fraction - 1, box.y + box.height / 2, { clickCount })
}

test('a game that is finished at home can be rated in its message, and leaves its row only afterwards', {
	tag: '@phone',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const [game, other] = [takeGame(), takeGame()]
	for (const one of [other, game]) {
		await member.send('PUT', `/library/${one}`, { status: 'playing' })
		await member.send('POST', `/library/${one}/sessions`, {
			day: one === game ? '2026-03-12' : '2026-03-11',
			minutes: 70,
		})
	}
	await page.clock.install()
	await visit(page, '/')
	const rows = page.getByRole('region', { name: 'Playing Now' }).getByRole('article')
	const finished = rows.first().getByRole('button', { name: /^Finished/ })
	await expect(rows).toHaveCount(2)
	await finished.click()
	await expect(words(page)).toHaveText('Finished today. How was it?')
	await expect(question(page)).toHaveValue('0')
	expect(await findAxeViolations(page)).toEqual([])
	await pressStar(page, 0.9)
	await page.mouse.move(300, 5)
	await expect(words(page)).toHaveText('Rated 4.5')
	await expect(question(page)).toHaveCount(0)
	await expect(finished).toBeFocused()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'finished', rating: 4.5 })
	await words(page).dispatchEvent('pointermove')
	await page.clock.runFor(60_000)
	await waitForIdle(page)
	await expect(rows).toHaveCount(2)
	await words(page).dispatchEvent('pointerout', { relatedTarget: null })
	await page.clock.runFor(8000)
	await expect(toast(page)).toBeHidden()
	await expect(rows).toHaveCount(1)
	// The focus was in the row that left
	await expect(rows.getByRole('heading').getByRole('link')).toBeFocused()
})

test('the question waits longer than Undo does, and a game that is played on after all stays in its row', {
	tag: '@ci',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await member.send('PUT', `/library/${game}`, { status: 'playing' })
	await page.clock.install()
	await visit(page, '/')
	const row = page.getByRole('region', { name: 'Playing Now' }).getByRole('article')
	const finished = row.getByRole('button', { name: /^Finished/ })
	await finished.click()
	await expect(question(page)).toBeVisible()
	await finished.click()
	await expect(words(page)).toHaveText('Marked as playing')
	await page.clock.runFor(8000)
	await expect(toast(page)).toBeHidden()
	await waitForIdle(page)
	await expect(finished).toHaveAttribute('aria-pressed', 'false')

	await finished.click()
	await page.clock.runFor(9000)
	await question(page).dispatchEvent('pointerdown', { button: 2 })
	await page.clock.runFor(20_000)
	await expect(question(page)).toBeVisible()
	await question(page).dispatchEvent('pointerout', { relatedTarget: null })
	await page.clock.runFor(3000)
	await expect(toast(page)).toBeHidden()
	await expect(row).toHaveCount(0)
	await expect(page.getByText('What are you playing?')).toBeVisible()
})

test('by keyboard the stars stay until the rating is right, Escape closes them, and the focus returns', {
	tag: '@ci',
}, async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	await page.clock.install()
	const opener = control(page).getByRole('button', { name: /^All statuses of/ })
	await opener.focus()
	await page.keyboard.press('Enter')
	await page.getByRole('menuitemradio', { name: 'Completed' }).press('Enter')
	await expect(words(page)).toHaveText('Completed today. How was it?')
	await page.keyboard.press('F6')
	await expect(question(page)).toBeFocused()
	await page.keyboard.press('End')
	await page.keyboard.press('ArrowLeft')
	await expect(words(page)).toHaveText('Rated 4.5')
	await expect(question(page)).toBeFocused()
	await page.clock.runFor(60_000)
	await expect(question(page)).toHaveAttribute('aria-valuetext', /4\.5|four/i)
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'completed', rating: 4.5 })
	await page.keyboard.press('Tab')
	await expect(toast(page).getByRole('button', { name: 'Write a Review' })).toBeFocused()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await expect(toast(page)).toBeHidden()
	await expect(opener).toBeFocused()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'completed', rating: null })

	await button(page, 'Completed').press('Enter')
	await page.keyboard.press('F6')
	await page.keyboard.press('Escape')
	await expect(toast(page)).toBeHidden()
	await expect(button(page, 'Played')).toBeFocused()
})

test('a rating from before is shown, a double click is one press, and Undo takes back the rating alone', async ({
	page,
	site,
}) => {
	const { game, member } = await openGame(page, site)
	await member.send('PUT', `/library/${game}`, { status: 'playing', rating: 3 })
	await page.reload()
	await control(page)
		.getByRole('button', { name: /^All statuses of/ })
		.click()
	await page.getByRole('menuitemradio', { name: 'Finished' }).click()
	await expect(question(page)).toHaveValue('3')
	await pressStar(page, 0.9, 2)
	await expect(words(page)).toHaveText('Rated 4.5')
	await expect(stars(page)).toHaveValue('4.5')
	await expect(page).toHaveURL(`/games/${game}`)
	await undo(page).click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'finished', rating: 3 })
})

test('Undo of the question takes back the end, and the way to the review keeps the rating', async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	const finish = async () => {
		await control(page)
			.getByRole('button', { name: /^All statuses of/ })
			.click()
		await page.getByRole('menuitemradio', { name: 'Finished' }).click()
	}
	await finish()
	await undo(page).click()
	await expect.poll(() => readEntry(member, game)).toBeNull()
	await finish()
	await pressStar(page, 0.9)
	await toast(page).getByRole('button', { name: 'Write a Review' }).click()
	await expect(page).toHaveURL(`/games/${game}/review`)
	await expect(toast(page)).toBeHidden()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'finished', rating: 4.5 })
})

test('the rating of a review is changed, but not removed, in the message', { tag: '@ci' }, async ({ page, site }) => {
	const game = takeGame()
	const member = await registerAndLogIn(page, site)
	const review = await member.review(game, { rating: 4 })
	await visit(page, `/games/${game}`)
	await control(page)
		.getByRole('button', { name: /^All statuses of/ })
		.click()
	await page.getByRole('menuitemradio', { name: 'Finished' }).click()
	await expect(question(page)).toHaveValue('4')
	await page.keyboard.press('F6')
	await page.keyboard.press('ArrowRight')
	await expect(words(page)).toHaveText('Rated 4.5')
	await expect.poll(() => member.send('GET', `/reviews/${review}`)).toMatchObject({ rating: 4.5 })
	await page.keyboard.press('Home')
	await expect(toast(page).getByRole('alert')).toHaveText(
		'Your review has this rating. Delete the review to take it back.',
	)
	await expect.poll(() => member.send('GET', `/reviews/${review}`)).toMatchObject({ rating: 4.5 })
})

test.describe('offline', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('an end or a rating without a network says so and is taken back', { tag: '@ci' }, async ({ page, site }) => {
		const { game, member } = await openGame(page, site)
		const finish = async () => {
			await control(page)
				.getByRole('button', { name: /^All statuses of/ })
				.click()
			await page.getByRole('menuitemradio', { name: 'Finished' }).click()
		}
		await finish()
		await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'finished' })
		await waitForIdle(page)
		await goOffline(page)
		await pressStar(page, 0.9)
		await expect(toast(page).getByRole('alert')).toHaveText('You are offline, so nothing has changed')
		await expect(stars(page)).toHaveValue('0')
		await button(page, 'Finished').click()
		await expect(toast(page).getByRole('alert')).toHaveText('You are offline, so nothing has changed')
		await expect(button(page, 'Finished')).toHaveAttribute('aria-pressed', 'true')
		await goOnline(page)
		await toast(page).getByRole('button', { name: 'Try Again' }).click()
		await expect.poll(() => readEntry(member, game)).toBeNull()
	})
})
