import type { Page } from '@playwright/test'
import { runClockUntil, visitWithStoppedClock } from '#kit/browser/clock.ts'
import { expect, test } from '#kit/browser/test.ts'

const place = (page: Page) => page.getByText(/^\d+ of \d+$/)

async function openCarousel(page: Page): Promise<void> {
	await visitWithStoppedClock(page, '/games/1')
	await runClockUntil(page, () => place(page).isVisible())
	await expect(place(page)).toHaveText(/^1 of /)
}

test.describe('without reduced motion', () => {
	test.use({ contextOptions: { reducedMotion: 'no-preference' } })

	test('the carousel advances every five seconds, unless it is focused or paused', { tag: '@ci' }, async ({ page }) => {
		await openCarousel(page)
		await page.clock.runFor(5000)
		await expect(place(page)).toHaveText(/^2 of /)
		const pause = page.getByRole('button', { name: 'Pause pictures' })
		await pause.focus()
		await page.clock.runFor(6000)
		await expect(place(page)).toHaveText(/^2 of /)
		await pause.press('Enter')
		const play = page.getByRole('button', { name: 'Play pictures' })
		await expect(play).toBeFocused()
		await play.blur()
		await page.clock.runFor(6000)
		await expect(place(page)).toHaveText(/^2 of /)
		await play.press('Enter')
		await expect(pause).toBeFocused()
		await page.clock.runFor(5000)
		await expect(place(page)).toHaveText(/^3 of /)
	})

	test('the carousel follows the arrow keys, wraps around and ignores a second key within half a second', {
		tag: '@ci',
	}, async ({ page }) => {
		await openCarousel(page)
		await page.keyboard.press('ArrowLeft')
		await expect(place(page)).toHaveText(/^(\d+) of \1$/)
		await page.clock.runFor(500)
		await page.keyboard.press('ArrowRight')
		await expect(place(page)).toHaveText(/^1 of /)
		await page.clock.runFor(499)
		await page.keyboard.press('ArrowRight')
		await page.clock.runFor(1)
		await page.keyboard.press('ArrowRight')
		// At the third had the early key counted
		await expect(place(page)).toHaveText(/^2 of /)
	})
})

test('with reduced motion, the carousel does not autoplay but can be moved by hand', { tag: '@ci' }, async ({
	page,
}) => {
	await openCarousel(page)
	await expect(page.getByRole('button', { name: 'Pause pictures' })).toHaveCount(0)
	await page.clock.runFor(6000)
	await expect(place(page)).toHaveText(/^1 of /)
	await page.getByRole('button', { name: 'Next picture' }).click()
	await expect(place(page)).toHaveText(/^2 of /)
})
