import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import { navigateInside } from '#kit/browser/client-navigation.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { scrollUntil } from '#kit/browser/scroll.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a user whose review was seen is among the popular users of each period, with a link to the profile', {
	tag: '@ci',
}, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const [review, loved] = [await writer.review(1), takeGame()]
	await writer.send('PUT', `/library/${loved}`, { rating: 5 })
	// The page is cached for visitors, who may have read it before
	const reader = await registerAndLogIn(page, site)
	await reader.send('POST', '/reviews/seen', { impressions: [review] })
	await expect.poll(() => reader.send('GET', `/reviews/${review}`)).toMatchObject({ impressions: 1 })
	const card = page.getByRole('article').filter({ hasText: writer.username })
	// The order follows what was seen within seconds
	await expect(async () => {
		await visit(page, '/users')
		await expect(page.locator('html')).toHaveAttribute('data-viewer', 'known')
		await scrollUntil(card, 5_000)
	}).toPass()
	await expect(page.getByRole('heading', { level: 1, name: 'Popular Users' })).toBeVisible()
	await expect(card).toContainText('1 impression')
	await expect(card).toContainText('1 review')
	await expect(card).toContainText('0 followers')
	await expect(card).toContainText(/Member since \w+ 20\d\d/)
	await page.getByRole('link', { name: 'All Time' }).click()
	await expect(page).toHaveURL('/users?period=all')
	await expect(page.getByRole('link', { name: 'All Time' })).toHaveAttribute('aria-current', 'true')
	await scrollUntil(card)
	const best = card.getByRole('list', { name: `Rated highest by ${writer.username}` }).getByRole('link')
	await expect(best).toHaveCount(2)
	await expect(best.first()).toHaveAttribute('href', `/games/${loved}`)
	await card.getByRole('button', { name: `Follow ${writer.username}` }).click()
	await expect(card.getByRole('button', { name: `Following ${writer.username}` })).toBeVisible()
	await expect(card).toContainText('1 follower')
	await card.getByRole('link', { name: writer.username, exact: true }).click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
	await expect(page.getByRole('heading', { level: 1, name: writer.username })).toBeVisible()
})

test('a profile shows four reviews, four lists, links to the rest, and recent activity', async ({ page, site }) => {
	const maker = await registerPerson(site)
	for (let gameId = 1; gameId <= 5; gameId++) await maker.review(gameId)
	for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
		await maker.createList({ title: `List ${title}`, games: [{ gameId: 1 }] })
	await visit(page, `/profile/${maker.username}`)

	const reviews = page.getByRole('region', { name: 'Reviews' })
	await expect(reviews.getByRole('article')).toHaveCount(4)
	const lists = page.getByRole('region', { name: 'Game Lists' })
	await expect(lists.getByRole('article')).toHaveCount(4)
	await expect(lists.getByRole('link', { name: 'List Five' })).toHaveAttribute('href', /^\/list\/[0-9a-f-]{36}$/)
	const activity = page.getByRole('region', { name: 'Recent Activity' })
	await expect(activity.getByRole('listitem')).toHaveCount(10)
	await expect(activity.getByRole('link', { name: 'Made a list, List Five' })).toBeVisible()
	await expect(activity.getByRole('link', { name: /^Reviewed / }).first()).toHaveAttribute('href', /^\/reviews\//)

	const impressions = page.getByRole('region', { name: 'Impressions' })
	await expect(impressions.getByRole('button', { name: 'All Time' })).toHaveAttribute('aria-pressed', 'true')
	await impressions.getByRole('button', { name: 'Week' }).click()
	await expect(impressions.getByRole('button', { name: 'Week' })).toHaveAttribute('aria-pressed', 'true')
	await expect(impressions.getByRole('status')).toHaveText(/^\d+ times? these reviews were seen$/)

	await lists.getByRole('link', { name: 'View All' }).click()
	await expect(page).toHaveURL(`/${maker.username}/lists`)
	await expect(page.getByRole('article')).toHaveCount(5)
	await page.getByRole('link', { name: /^Back to / }).click()
	await reviews.getByRole('link', { name: 'View All' }).click()
	await expect(page).toHaveURL(`/${maker.username}/reviews`)
	await expect(page.getByRole('article')).toHaveCount(5)
})

test("filters of a user's reviews and lists are in the URL and survive a reload", { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const maker = await registerPerson(site)
	await maker.review(1, { description: 'A quiet evening with a lantern.' })
	await maker.review(2, { description: 'A loud evening with a hammer.' })
	await maker.createList({ title: 'Rainy Sundays' })
	await maker.createList({ title: 'Short', description: 'None of it needs rain' })
	await maker.createList({ title: 'Sunny Mondays' })

	await visit(page, `/${maker.username}/reviews`)
	await expect(page.getByRole('article')).toHaveCount(2)
	await page.getByRole('searchbox').fill('lantern')
	await expect(page).toHaveURL(/\?search=lantern$/)
	await expect(page.getByRole('article')).toHaveCount(1)
	await page.getByLabel('Date').selectOption('Last Month')
	await expect(page).toHaveURL(/\?search=lantern&date=month$/)
	await page.reload()
	await expect(page.getByRole('searchbox')).toHaveValue('lantern')
	await expect(page.getByLabel('Date')).toHaveValue('month')
	await expect(page.getByRole('article')).toHaveCount(1)
	await page.getByRole('searchbox').fill('nothing like it')
	await expect(page.getByText('No reviews found')).toBeVisible()
	await page.getByRole('link', { name: 'Clear All Filters' }).click()
	await expect(page).toHaveURL(`/${maker.username}/reviews`)
	await expect(page.getByRole('article')).toHaveCount(2)
	await expect(page.getByRole('searchbox')).toHaveValue('')

	await visit(page, `/${maker.username}/lists?search=rain`)
	await expect(page.getByRole('article')).toHaveCount(2)
	await page.getByRole('searchbox').fill('rain sunday')
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(page.getByRole('link', { name: 'Rainy Sundays' })).toBeVisible()
	await page.getByRole('searchbox').fill('snow')
	await expect(page.getByText('No lists found')).toBeVisible()
})

test('every page of a user who does not exist returns 404 and says so', { tag: '@ci' }, async ({ page }) => {
	for (const path of [
		'/profile/no_such_one',
		'/no_such_one/reviews',
		'/no_such_one/lists',
		`/profile/${'x'.repeat(90)}`,
	]) {
		const answer = await visit(page, path)
		expect(answer?.status(), path).toBe(404)
		await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
	}
})

test('a username in another case shows the same user, with the canonical URL in their spelling', {
	tag: '@ci',
}, async ({ page, site }) => {
	const { username } = await registerPerson(site, newUsername('CamelCase'))
	await visit(page, `/profile/${username.toLowerCase()}`)
	await expect(page.getByRole('heading', { level: 1, name: username, exact: true })).toBeVisible()
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/profile/${username}$`))
	await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute(
		'href',
		`/feeds/users/${username}.atom`,
	)
})

test('each part of a profile that fails to load shows its own error, and loads on retry', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	// Each step shows another user, of whom nothing is cached yet
	const step = async (pattern: string, path: (username: string) => string, sentence: string) => {
		const writer = await registerPerson(site)
		await writer.review(3)
		const mend = await failCalls(page, pattern, 'lost')
		await navigateInside(page, path(writer.username))
		const alert = page.getByRole('alert').filter({ hasText: sentence })
		await expect(alert).toBeVisible()
		return async () => {
			await mend()
			await page.getByRole('button', { name: 'Try Again' }).click()
			await expect(alert).toBeHidden()
		}
	}
	const profile = (username: string) => `/profile/${username}`
	await visit(page, '/about')
	const mendProfile = await step('**/api/users/by-username/**', profile, 'Failed to find user')
	for (const stat of ['0 Followers', '0 Following', '0 Reviews', '0 Lists'])
		await expect(page.getByRole('listitem').filter({ hasText: stat })).toBeVisible()
	await mendProfile()
	await expect(page.getByText(/Member since/)).toBeVisible()
	await (await step('**/api/reviews?**', profile, 'Failed to fetch user reviews'))()
	await expect(page.getByRole('region', { name: 'Reviews' }).getByRole('article')).toHaveCount(1)
	await (await step('**/api/lists?**', profile, 'Failed to load lists'))()
	await expect(page.getByText('No lists yet.')).toBeVisible()
	await (await step('**/api/reviews/activity?**', profile, 'Failed to fetch user activity'))()
	await expect(page.getByRole('link', { name: /^Reviewed / })).toBeVisible()
	await (await step('**/api/reviews/users/*/impressions', profile, 'Failed to fetch impression stats'))()
	await expect(page.getByText(/times? these reviews were seen/)).toBeVisible()
	await (await step('**/api/reviews/popular-users?**', () => '/users', 'Failed to fetch users'))()
	await (await step('**/api/reviews?**', (username) => `/${username}/reviews`, 'Failed to fetch user reviews'))()
	await expect(page.getByRole('article')).toHaveCount(1)
	await (await step('**/api/lists?**', (username) => `/${username}/lists`, 'Failed to load lists'))()
	await expect(page.getByText('No lists yet.')).toBeVisible()
})

test('names on cards link to the profile, the rest of the card to the review', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const writer = await registerPerson(site)
	const game = takeGame()
	const review = await writer.review(game)
	await visit(page, `/reviews?gameId=${game}`)
	const card = page.getByRole('article').filter({ hasText: writer.username })
	// To the review, its author, its comments, and the login for those who like it
	await expect(card.getByRole('link')).toHaveCount(4)
	await card.getByRole('link', { name: writer.username, exact: true }).click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
	await page.goBack()
	// The link lies over the text, so a click is forced, which does not wait for it
	const text = card.getByText('Ten words and a few more')
	await expect(text).toBeVisible()
	await text.click({ force: true })
	await expect(page).toHaveURL(`/reviews/${review}`)
	await page.getByRole('link', { name: writer.username, exact: true }).click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
	await navigateInside(page, `/games/${game}`)
	await expect(page.getByRole('heading', { level: 1 })).not.toContainText(writer.username)
	await page
		.getByRole('article')
		.filter({ hasText: 'Ten words and a few more' })
		.getByRole('link', { name: writer.username, exact: true })
		.click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
})

test('the followers of a user are listed in an accessible dialog', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const fan = await registerPerson(site)
	await fan.send('POST', '/follows', { followedId: writer.id })
	await visit(page, `/profile/${writer.username}`)
	await page.getByRole('button', { name: '1 Follower' }).click()
	await expect(page.getByRole('dialog').getByRole('link', { name: fan.username })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
})
