// Reading a review and its game, also while a part of the page fails.

import type { Page } from '@playwright/test'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { navigateInside } from '#kit/browser/client-navigation.ts'
import { registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const TEXT = 'Ten words and a few more'
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' })

test("a game's page shows the distribution of its ratings", async ({ page, site }) => {
	const game = takeGame()
	for (const rating of [3.5, 3.5, 5, 0.5]) await (await registerPerson(site)).review(game, { rating })
	await visit(page, `/games/${game}`)
	const steps = page.getByRole('list', { name: 'Ratings by stars' }).getByRole('listitem')
	await expect(steps).toHaveText([
		'Half a star: 1 rating (25%)',
		'1 star: 0 ratings (0%)',
		'1.5 stars: 0 ratings (0%)',
		'2 stars: 0 ratings (0%)',
		'2.5 stars: 0 ratings (0%)',
		'3 stars: 0 ratings (0%)',
		'3.5 stars: 2 ratings (50%)',
		'4 stars: 0 ratings (0%)',
		'4.5 stars: 0 ratings (0%)',
		'5 stars: 1 rating (25%)',
	])
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test("a game's page shows which part failed and refetches it", async ({ page, site }) => {
		const [game, other] = [takeGame(), takeGame()]
		await (await registerPerson(site)).review(other)
		await visit(page, '/about')
		const mendGame = await failCalls(page, `**/api/games/${game}`, 'lost')
		await navigateInside(page, `/games/${game}`)
		await expect(page.getByText('Failed to fetch game details')).toBeVisible()
		await mendGame()
		await tryAgain(page).click()
		await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Game')

		const mendReviews = await failCalls(page, '**/api/reviews?*', 'lost')
		await navigateInside(page, `/games/${other}`)
		await expect(page.getByText('Failed to load reviews. Please try again later.')).toBeVisible()
		await mendReviews()
		await tryAgain(page).click()
		await expect(page.getByText(TEXT)).toBeVisible()
	})

	test("a review's page shows which part failed and refetches it", { tag: '@ci' }, async ({ page, site }) => {
		const writer = await registerPerson(site)
		const [id, other] = [await writer.review(1), await writer.review(2)]
		await visit(page, '/about')
		const mendReview = await failCalls(page, `**/api/reviews/${id}`, 'lost')
		await navigateInside(page, `/reviews/${id}`)
		await expect(page.getByText('Failed to fetch review details')).toBeVisible()
		await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toBeVisible()
		await mendReview()
		await tryAgain(page).click()
		await expect(page.getByText(TEXT)).toBeVisible()

		const mendComments = await failCalls(page, '**/api/comments/**', 'lost')
		await navigateInside(page, `/reviews/${other}`)
		await expect(page.getByText('Failed to fetch comments')).toBeVisible()
		await mendComments()
		await tryAgain(page).click()
		await expect(page.getByText('No comments yet.')).toBeVisible()
	})

	test('the list of reviews and each part of the home page show their failures and are refetched', {
		tag: '@ci',
	}, async ({ page, site }) => {
		await (await registerPerson(site)).review(1)
		await visit(page, '/about')
		const mendReviews = await failCalls(page, '**/api/reviews?*', 'lost')
		await navigateInside(page, '/reviews')
		await expect(page.getByText('Failed to fetch reviews')).toBeVisible()
		await mendReviews()
		await tryAgain(page).click()
		await expect(page.getByRole('article').first()).toBeVisible()

		const mendAll = await failCalls(page, '**/api/**', 'lost')
		await navigateInside(page, '/')
		await expect(page.getByText('Failed to fetch popular games')).toBeVisible()
		await expect(page.getByText('Failed to load popular reviews. Please try again later.')).toBeVisible()
		await expect(page.getByText('Failed to fetch popular profiles')).toBeVisible()
		await expect(tryAgain(page)).toHaveCount(3)
		await mendAll()
		await tryAgain(page).first().click()
		await expect(tryAgain(page)).toHaveCount(2)
		await expect(page.getByText('Failed to fetch popular games')).toHaveCount(0)
	})
})

test('a response that is not JSON is an ordinary failure', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/about')
	await failCalls(page, '**/api/games/popular?*', 'page')
	await page.getByRole('link', { name: 'Savepoint' }).first().click()
	await expect(page.getByText('Invalid data structure returned from API')).toBeVisible()
})

test('a review is read as an article, with other reviews at its end', { tag: '@phone' }, async ({
	page,
	site,
	isPhone,
}) => {
	const [game, another] = [takeGame(), takeGame()]
	const [author, other] = [await registerPerson(site), await registerPerson(site)]
	const id = await author.review(game, { rating: 4.5, description: 'word '.repeat(801) })
	await author.review(another, { description: 'What the author thinks of another game.' })
	await other.review(game, { description: 'What somebody else thinks of this one.' })
	await visit(page, `/reviews/${id}`)
	const main = page.getByRole('main')
	await expect(main.getByText(/ · 4 min$/)).toBeVisible()
	// Under the text on a phone, where they can be folded, beside it on a desktop
	const genres = main.getByRole('complementary').getByText('Genres')
	await expect(genres).toBeVisible()
	if (isPhone) {
		await main.getByText('About the Game').click()
		await expect(genres).toBeHidden()
	}
	const words = main.getByText(/^word word/)
	const stars = main.getByRole('img', { name: '4.5 out of 5' }).first()
	expect((await stars.boundingBox())?.y).toBeLessThan((await words.boundingBox())?.y ?? 0)
	await expect(main.getByText('What the author thinks of another game.')).toBeVisible()
	await expect(main.getByRole('heading', { name: `More by ${author.username}` })).toBeVisible()
	await main.getByRole('link', { name: /, who reviewed / }).click()
	await expect(main.getByRole('heading', { name: /^Others on / })).toBeVisible()
	await expect(main.getByText(/^word word/)).toBeVisible()
	// A writer of one review has no others
	await expect(main.getByRole('heading', { name: /^More by / })).toHaveCount(0)
	await main.getByRole('link', { name: 'Comment', exact: true }).click()
	await expect(page).toHaveURL(/#comments$/)
})
