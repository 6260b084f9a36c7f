// Writing a review: drafts, a second one, deletion.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, gameId, takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle, waitForRendering } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a draft of a review survives a reload and is published', async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, `/games/${gameId('Balatro')}/review`)
	await page.getByRole('textbox', { name: 'Your review' }).fill('Half a thought about poker that I')
	await page.reload()
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue('Half a thought about poker that I')
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption({ index: 1 })
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
})

test('a second review of a game redirects to editing the first, with the typed text', async ({ page, site }) => {
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/games/${celeste}/review`)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByRole('textbox', { name: 'Your review' }).fill('A second opinion of mine, typed late.')
	const id = await reader.review(celeste, { rating: 2 })
	await page.getByLabel('Platform').selectOption('Nintendo Switch')
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page).toHaveURL(`/games/${celeste}/review?edit=${id}`)
	await expect(page.getByText('You have already reviewed this game')).toBeVisible()
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue('A second opinion of mine, typed late.')
	await page.getByRole('button', { name: 'Update Review' }).click()
	await expect(page.getByText('Review updated successfully!')).toBeVisible()
	await visit(page, `/games/${celeste}/review`)
	await expect(page).toHaveURL(`/games/${celeste}/review?edit=${id}`)
})

test('a draft that is still being saved is there when a review turns out to exist', async ({ page, site }) => {
	const reader = await registerAndLogIn(page, site)
	// Otherwise the page finds the review while it loads
	const loaded = page.waitForResponse(`**/api/games/${celeste}`)
	await visit(page, `/games/${celeste}/review`)
	await loaded
	await expect(page.getByRole('slider', { name: 'Your rating' })).toBeVisible()
	const id = await reader.review(celeste, { rating: 2 })
	// The draft is saved after the next form asks for the review, and before that arrives
	const asked = page.waitForRequest(`**/api/reviews/${id}`)
	const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
	await page.route(`**/api/reviews/drafts/${celeste}`, async (route) => {
		if (route.request().method() === 'PUT') {
			await asked
			await waitForRendering(page)
		}
		await route.continue()
	})
	await page.route(`**/api/reviews/${id}`, async (route) => {
		await saved
		await route.continue()
	})
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption('Nintendo Switch')
	const saving = page.waitForRequest((request) => request.method() === 'PUT')
	await page.getByRole('textbox', { name: 'Your review' }).fill('A second opinion of mine, typed late.')
	await saving
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page).toHaveURL(`/games/${celeste}/review?edit=${id}`)
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue('A second opinion of mine, typed late.')
})

test('an author deletes a review on its page', async ({ page, site }) => {
	const author = await registerAndLogIn(page, site)
	const game = takeGame()
	const id = await author.review(game)
	await visit(page, `/reviews/${id}`)
	await page.getByRole('button', { name: 'More about your review' }).click()
	await page.getByRole('button', { name: 'Delete your review' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page).toHaveURL(`/games/${game}`)
	await expect(page.getByText('Review deleted successfully!')).toBeVisible()
	await visit(page, `/reviews/${id}`)
	await expect(page.getByRole('heading', { name: 'Review Not Found' })).toBeVisible()
})

test('deleting in the list of reviews asks for confirmation, shows a message for five seconds and keeps the position', {
	tag: '@ci',
}, async ({ page, site }) => {
	const author = await registerAndLogIn(page, site)
	const game = takeGame()
	await author.review(game)
	await page.clock.install()
	await visit(page, `/reviews?gameId=${game}`)
	await expect(page.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true')
	await expect(page.getByText("You've reached the end!")).toBeVisible()
	await page.getByRole('button', { name: /^More about your review of/ }).click()
	await page.getByRole('button', { name: /^Delete your review of/ }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	const sentence = page.getByText('Review deleted successfully!')
	await expect(sentence).toBeVisible()
	await expect(page.getByRole('heading', { name: /^0 reviews/ })).toBeFocused()
	await expect(page.getByText('No reviews found')).toBeVisible()
	await page.clock.runFor(5000)
	await expect(sentence).toHaveCount(0)
	await page.getByRole('link', { name: 'Clear All Filters' }).click()
	await expect(page).toHaveURL('/reviews')
	await expect(page.getByRole('combobox', { name: 'Sort by' }).getByRole('option')).toHaveText([
		'Newest First',
		'Most Popular',
		'Highest Rated',
		'Most Viewed',
	])
})

test('on a phone the first line of the text is in sight without scrolling, with what is logged of the game', {
	tag: '@touch',
}, async ({ page, site }) => {
	await page.setViewportSize({ width: 390, height: 664 })
	const member = await registerAndLogIn(page, site)
	await member.send('PUT', `/library/${celeste}`, { status: 'finished', rating: 4.5 })
	const session = { day: '2026-03-12', minutes: 100 }
	await member.send('POST', `/library/${celeste}/sessions`, session)
	await member.send('POST', `/library/${celeste}/plays`, { platform: 'Nintendo Switch', outcome: 'finished' })
	await visit(page, `/games/${celeste}/review`)
	const text = page.getByRole('textbox', { name: 'Your review' })
	await expect(text).toBeVisible()
	await waitForIdle(page)
	const lineEnd = await text.evaluate((field) => {
		const { paddingTop, lineHeight } = getComputedStyle(field)
		return field.getBoundingClientRect().top + Number.parseFloat(paddingTop) + Number.parseFloat(lineHeight)
	})
	const bar = await page.getByRole('button', { name: 'Submit Review' }).locator('..').boundingBox()
	expect(lineEnd).toBeLessThan(bar?.y ?? 0)
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
	await expect(page.getByRole('slider', { name: 'Your rating' })).toHaveValue('4.5')
	await expect(page.getByLabel('Platform')).toHaveValue('Nintendo Switch')
	await expect(page.getByLabel('Hours played')).toHaveValue('2')
	await expect(page.getByText('from your log')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])

	await page.getByRole('button', { name: /^Love / }).tap()
	const readEntry = () => member.send('GET', `/library/${celeste}`)
	await expect.poll(readEntry).toMatchObject({ entry: { isLoved: true, rating: 4.5 } })

	// What is typed counts, and is a draft that nothing that is logged later replaces
	await page.getByLabel('Hours played').fill('12')
	await expect(page.getByText('from your log')).toHaveCount(0)
	await expect(page.getByText(/^Saved · /)).toBeVisible()
	await member.send('POST', `/library/${celeste}/sessions`, { ...session, minutes: 300 })
	await page.reload()
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(page.getByLabel('Hours played')).toHaveValue('12')
	await text.fill('Up, and up, and up again, with a friend.')
	await page.getByRole('button', { name: 'Submit Review' }).tap()
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await expect.poll(readEntry).toMatchObject({ entry: { status: 'finished', isLoved: true, rating: 4.5 } })
})
