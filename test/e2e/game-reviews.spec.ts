import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const cards = (page: Page) => page.getByRole('region', { name: 'Reviews' }).getByRole('article')

test('reviews of a game are sorted, filtered by a press on a bar, and read in place', async ({ page, site }) => {
	const game = takeGame()
	const [one, two, three] = [await registerPerson(site), await registerPerson(site), await registerPerson(site)]
	const end = 'And that is how it ends.'
	await one.review(game, { rating: 2, description: `${'So it goes on and on. '.repeat(20)}\n${end}` })
	const liked = await two.review(game, { rating: 4.5, description: 'The one that somebody likes.' })
	await three.review(game, { rating: 5, description: 'The newest of the three.' })
	await one.send('POST', `/reviews/${liked}/like`)
	// The order follows a like within seconds
	await expect(async () => {
		await visit(page, `/games/${game}`)
		await expect(cards(page).first()).toContainText('The one that somebody likes.', { timeout: 1_000 })
	}).toPass()
	await expect(page.getByRole('region', { name: 'Reviews' }).getByText('3', { exact: true })).toBeVisible()
	const sort = page.getByRole('combobox', { name: 'Sort reviews' })
	await sort.selectOption('Newest')
	await expect(cards(page).first()).toContainText('The newest of the three.')
	await sort.selectOption('Lowest')
	await expect(page).toHaveURL(`/games/${game}?sort=lowest`)
	await expect(cards(page).first()).toContainText('So it goes on')

	await expect(page.getByText(end)).toHaveCount(0)
	await cards(page).first().getByRole('button', { name: 'Read on' }).click()
	await expect(page.getByText(end)).toBeVisible()
	await expect(page).toHaveURL(`/games/${game}?sort=lowest`)

	await page.getByRole('link', { name: '4.5 stars: 1 rating' }).click()
	await expect(page).toHaveURL(`/games/${game}?sort=lowest&rating=4.5`)
	await expect(cards(page)).toHaveCount(1)
	await page.reload()
	await expect(cards(page)).toHaveCount(1)
	await expect(cards(page)).toContainText('The one that somebody likes.')
	await page.getByRole('link', { name: 'Remove the filter 4.5 stars' }).click()
	await expect(cards(page)).toHaveCount(3)
	await visit(page, `/games/${game}?rating=3`)
	await expect(page.getByText('No reviews found')).toBeVisible()
	await page.getByRole('link', { name: 'Show All Reviews' }).click()
	await expect(cards(page)).toHaveCount(3)
})

test("one's own review comes first, then those of people one follows", async ({ page, site }) => {
	const game = takeGame()
	const [friend, stranger] = [await registerPerson(site), await registerPerson(site)]
	await friend.review(game, { rating: 4, description: 'What a friend thinks of it.' })
	const liked = await stranger.review(game, { description: 'What a stranger thinks of it.' })
	await friend.send('POST', `/reviews/${liked}/like`)
	const viewer = await registerAndLogIn(page, site)
	await viewer.send('POST', '/follows', { followedId: friend.id })
	await viewer.review(game, { description: 'What I think of it myself.' })
	await visit(page, `/games/${game}`)
	await expect(cards(page)).toHaveCount(3)
	await expect(cards(page).nth(0)).toContainText('What I think of it myself.')
	await expect(cards(page).nth(1)).toContainText('What a friend thinks of it.')
	await expect(page.getByText('1 review, 4.0 on average')).toBeVisible()
	await expect(cards(page).nth(2)).toContainText('What a stranger thinks of it.')
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])
})

test('the average on a platform leads to the reviews of those who played on it', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const game = takeGame()
	const people = await Promise.all(Array.from({ length: 5 }, () => registerPerson(site)))
	for (const person of people) await person.review(game)
	await visit(page, `/games/${game}`)
	await page.getByRole('link', { name: / 4\.0$/ }).click()
	const filter = page.getByRole('link', { name: 'Remove the filter' })
	await expect(filter).toBeVisible()
	await expect(cards(page)).toHaveCount(people.length)
	await filter.click()
	await expect(filter).toHaveCount(0)
})
