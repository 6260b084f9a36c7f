// Writing a review: drafts, a second one, deletion.

import { celeste, gameId, takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForRendering } from '#kit/browser/ready.ts'
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
	await page.getByText('Nintendo Switch', { exact: true }).click()
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
	await page.getByText('Nintendo Switch', { exact: true }).click()
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
