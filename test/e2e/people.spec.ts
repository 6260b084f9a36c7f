import { axeFinds } from './axe.ts'
import { goInside } from './inside.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

test('whose reviews were seen stands among the popular users, by period, and leads to the profile', async ({
	page,
	site,
}, { project }) => {
	const writer = await someone(site, `seen_${project.name}`)
	const reader = await someone(site, `seer_${project.name}`)
	await reader.does('POST', '/reviews/seen', { impressions: [await writer.reviews(1)] })
	const card = page.getByRole('article').filter({ hasText: writer.username })
	await expect(async () => {
		await page.goto('/users')
		await expect(card).toBeVisible({ timeout: 500 })
	}).toPass()
	await expect(page.getByRole('heading', { level: 1, name: 'Popular Users' })).toBeVisible()
	await expect(card).toContainText('1 impression')
	await expect(card).toContainText('1 review')
	await expect(card).toContainText('0 followers')
	await expect(card).toContainText(/Member since \w+ 20\d\d/)
	await page.getByRole('link', { name: 'All Time' }).click()
	await expect(page).toHaveURL('/users?period=all')
	await page.reload()
	await expect(page.getByRole('link', { name: 'All Time' })).toHaveAttribute('aria-current', 'true')
	await card.getByRole('link').click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
	await expect(page.getByRole('heading', { level: 1, name: writer.username })).toBeVisible()
})

test('following counts once under a double click, stays, and can be taken back', async ({ page, site }, {
	project,
}) => {
	const star = await someone(site, `star_${project.name}`)
	const fan = `fan_${project.name}`
	await signedIn(page, site, fan)
	await page.goto(`/profile/${star.username}`)
	const followers = page.getByRole('button', { name: /^\d+ Followers?$/ })
	await expect(followers).toHaveText('0 Followers')
	await page.getByRole('button', { name: `Follow ${star.username}` }).dblclick()
	const following = page.getByRole('button', { name: `Following ${star.username}` })
	await expect(following).toHaveAttribute('aria-pressed', 'true')
	await expect(followers).toHaveText('1 Follower')
	await page.reload()
	await expect(following).toBeVisible()
	await expect(followers).toHaveText('1 Follower')

	await followers.click()
	const dialog = page.getByRole('dialog', { name: 'Followers' })
	await expect(dialog.getByRole('link', { name: fan })).toBeVisible()
	await expect(dialog.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(followers).toBeFocused()

	await following.click()
	await expect(page.getByRole('button', { name: `Follow ${star.username}` })).toHaveAttribute('aria-pressed', 'false')
	await expect(followers).toHaveText('0 Followers')
	await followers.click()
	await expect(dialog).toContainText(`Nobody follows ${star.username} yet.`)
})

test('whom somebody follows is listed, can be followed there, and leads on', async ({ page, site }, { project }) => {
	const [star, friend] = [await someone(site, `hub_${project.name}`), await someone(site, `spoke_${project.name}`)]
	await star.does('POST', '/follows', { followedId: friend.id })
	await signedIn(page, site, `onlooker_${project.name}`)
	await page.goto(`/profile/${star.username}`)
	await page.getByRole('button', { name: '1 Following' }).click()
	const dialog = page.getByRole('dialog', { name: 'Following' })
	await dialog.getByRole('button', { name: `Follow ${friend.username}` }).click()
	await expect(dialog.getByRole('button', { name: `Following ${friend.username}` })).toBeVisible()
	await dialog.getByRole('link', { name: friend.username }).click()
	await expect(page).toHaveURL(`/profile/${friend.username}`)
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page.getByRole('button', { name: '2 Followers' })).toBeVisible()
	await expect(page.getByRole('button', { name: `Following ${friend.username}` })).toBeVisible()
})

test('a follow that fails says so and can be tried again', async ({ page, site }, { project }) => {
	const star = await someone(site, `far_${project.name}`)
	await signedIn(page, site, `unlucky_fan_${project.name}`)
	await page.goto(`/profile/${star.username}`)
	const follow = page.getByRole('button', { name: `Follow ${star.username}` })
	await expect(follow).toBeVisible()
	await page.route('**/api/follows', (route) => route.abort())
	await follow.click()
	await expect(page.getByRole('alert').filter({ hasText: 'Failed to follow user' })).toBeVisible()
	await expect(follow).toHaveAttribute('aria-pressed', 'false')
	await page.unroute('**/api/follows')
	await follow.click()
	await page.route('**/api/follows/*', (route) =>
		route.request().method() === 'DELETE' ? route.abort() : route.continue(),
	)
	await page.getByRole('button', { name: `Following ${star.username}` }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Failed to unfollow user' })).toBeVisible()
	await expect(page.getByRole('button', { name: `Following ${star.username}` })).toHaveAttribute('aria-pressed', 'true')
})

test('whoever follows when the session has ended is told to log in, and comes back', async ({ page, site }, {
	project,
}) => {
	const star = await someone(site, `late_star_${project.name}`)
	await signedIn(page, site, `late_fan_${project.name}`)
	await page.goto(`/profile/${star.username}`)
	const follow = page.getByRole('button', { name: `Follow ${star.username}` })
	await expect(follow).toBeVisible()
	const refusal = { status: 401, json: { success: false, error: 'This session has ended', code: 'session_revoked' } }
	await page.route('**/api/follows', (route) => route.fulfill(refusal))
	await page.route('**/api/auth/refresh-token', (route) => route.fulfill(refusal))
	await follow.click()
	const alert = page.getByRole('alert').filter({ hasText: 'You need to be logged in to follow users' })
	await expect(alert).toBeVisible()
	await expect(follow).toHaveCount(0)
	await alert.getByRole('link', { name: 'Login' }).click()
	await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/profile/${star.username}`)}`)
})

test('a visitor sees no follow button, and is sent from the own profile to the sign-in and back', async ({
	page,
	site,
}, { project }) => {
	const someoneElse = await someone(site, `public_${project.name}`)
	await page.goto(`/profile/${someoneElse.username}`)
	await page.waitForLoadState('networkidle')
	await expect(page.getByRole('heading', { level: 1, name: someoneElse.username })).toBeVisible()
	await expect(page.getByRole('button', { name: /^(Follow|Loading)/ })).toHaveCount(0)
	await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)

	await page.goto('/profile')
	await expect(page).toHaveURL('/login?redirect=%2Fprofile')
	await expect(page.getByText('Please log in to see your profile')).toBeVisible()
	await page.getByLabel('Username or email').fill(someoneElse.username)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(`/profile/${someoneElse.username}`)
	await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/settings')
	await expect(page.getByRole('button', { name: /^(Follow |Loading)/ })).toHaveCount(0)
})

test('a profile shows four reviews and four lists, where the rest is, and what was done lately', async ({
	page,
	site,
}, { project }) => {
	const maker = await someone(site, `works_${project.name}`)
	for (let gameId = 1; gameId <= 5; gameId++) await maker.reviews(gameId)
	for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
		await maker.does('POST', '/lists', { title: `List ${title}`, games: [{ gameId: 1 }] })
	await page.goto(`/profile/${maker.username}`)

	const reviews = page.getByRole('region', { name: 'Reviews' })
	await expect(reviews.getByRole('article')).toHaveCount(4)
	const lists = page.getByRole('region', { name: 'Game Lists' })
	await expect(lists.getByRole('article')).toHaveCount(4)
	await expect(lists.getByRole('link', { name: 'List Five' })).toHaveAttribute('href', /^\/list\/[0-9a-f-]{36}$/)
	const activity = page.getByRole('region', { name: 'Recent Activity' })
	await expect(activity.getByRole('listitem')).toHaveCount(10)
	await expect(activity.getByRole('link', { name: 'Made the list List Five' })).toBeVisible()
	await expect(activity.getByRole('link', { name: /^Reviewed / }).first()).toHaveAttribute('href', /^\/reviews\//)

	const impressions = page.getByRole('region', { name: 'Impressions' })
	await expect(impressions.getByRole('button', { name: 'All Time' })).toHaveAttribute('aria-pressed', 'true')
	await impressions.getByRole('button', { name: 'Week' }).click()
	await expect(impressions.getByRole('button', { name: 'Week' })).toHaveAttribute('aria-pressed', 'true')
	await expect(impressions.getByRole('status')).toHaveText('0 times a review was seen')

	await lists.getByRole('link', { name: 'View All' }).click()
	await expect(page).toHaveURL(`/${maker.username}/lists`)
	await expect(page.getByRole('article')).toHaveCount(5)
	await page.getByRole('link', { name: /^Back to / }).click()
	await reviews.getByRole('link', { name: 'View All' }).click()
	await expect(page).toHaveURL(`/${maker.username}/reviews`)
	await expect(page.getByRole('article')).toHaveCount(5)
})

test('filters of what somebody made stand in the address and survive a reload', async ({ page, site }, { project }) => {
	const maker = await someone(site, `filtered_${project.name}`)
	await maker.reviews(1, 'A quiet evening with a lantern.')
	await maker.reviews(2, 'A loud evening with a hammer.')
	await maker.does('POST', '/lists', { title: 'Rainy Sundays', games: [] })
	await maker.does('POST', '/lists', { title: 'Short', description: 'None of it needs rain', games: [] })
	await maker.does('POST', '/lists', { title: 'Sunny Mondays', games: [] })

	await page.goto(`/${maker.username}/reviews`)
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

	await page.goto(`/${maker.username}/lists?search=rain`)
	await expect(page.getByRole('article')).toHaveCount(2)
	await page.getByRole('searchbox').fill('rain sunday')
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(page.getByRole('link', { name: 'Rainy Sundays' })).toBeVisible()
	await page.goto(`/${maker.username}/lists?search=snow`)
	await expect(page.getByText('No lists found')).toBeVisible()
})

test('what is typed before the page is alive is searched for', async ({ page, site }, { project }) => {
	const maker = await someone(site, `early_${project.name}`)
	await maker.reviews(1, 'A quiet evening with a lantern.')
	await maker.reviews(2, 'A loud evening with a hammer.')
	await page.route('**/assets/*.js', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 1500))
		await route.continue()
	})
	await page.goto(`/${maker.username}/reviews`, { waitUntil: 'commit' })
	await page.getByRole('searchbox').fill('hammer')
	await expect(page).toHaveURL(/\?search=hammer$/)
	await expect(page.getByRole('searchbox')).toHaveValue('hammer')
	await expect(page.getByRole('article')).toHaveCount(1)
})

test("back restores how far somebody's reviews were read", async ({ page, site }, { project }) => {
	const writer = await someone(site, `prolific_${project.name}`)
	for (let gameId = 1; gameId <= 30; gameId++) await writer.reviews(gameId)
	await page.goto(`/${writer.username}/reviews`)
	const cards = page.getByRole('article')
	await expect(async () => {
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
		await expect(page.getByText("You've reached the end!")).toBeVisible({ timeout: 300 })
	}).toPass()
	await expect(cards).toHaveCount(30)
	const target = cards.nth(20).getByRole('link').first()
	await target.scrollIntoViewIfNeeded()
	const before = await page.evaluate(() => window.scrollY)
	await target.click()
	await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/)
	await page.goBack()
	await expect(cards).toHaveCount(30)
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 60)
	expect(await page.evaluate(() => window.scrollY)).toBeLessThan(before + 60)
})

test('nobody has a page that says so, under every address of a user', async ({ page }) => {
	for (const path of [
		'/profile/no_such_one',
		'/no_such_one/reviews',
		'/no_such_one/lists',
		`/profile/${'x'.repeat(90)}`,
	]) {
		const answer = await page.goto(path)
		expect([path, answer?.status()]).toEqual([path, 404])
		await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
	}
})

test('a name in another case is the same person, under the address as they spell it', async ({ page, site }, {
	project,
}) => {
	const writer = await someone(site, `CamelCase_${project.name}`)
	await page.goto(`/profile/${writer.username.toLowerCase()}`)
	await expect(page.getByRole('heading', { level: 1, name: writer.username, exact: true })).toBeVisible()
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/profile/${writer.username}$`))
	await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute(
		'href',
		`/feeds/users/${writer.username}.atom`,
	)
})

test('what does not come says so, each by itself, and comes when tried again', async ({ page, site }, { project }) => {
	const writer = await someone(site, `offline_${project.name}`)
	await writer.reviews(3)
	const failing = async (pattern: string, path: string, sentence: string) => {
		await page.goto('/about')
		await page.route(pattern, (route) => route.abort())
		await goInside(page, path)
		const alert = page.getByRole('alert').filter({ hasText: sentence })
		await expect(alert).toBeVisible()
		await page.unroute(pattern)
		await page.getByRole('button', { name: 'Try Again' }).click()
		await expect(alert).toBeHidden()
	}
	const profile = `/profile/${writer.username}`
	await failing('**/api/users/by-username/**', profile, 'Failed to find user')
	await expect(page.getByText(/Member since/)).toBeVisible()
	await failing('**/api/reviews?**', profile, 'Failed to fetch user reviews')
	await expect(page.getByRole('region', { name: 'Reviews' }).getByRole('article')).toHaveCount(1)
	await failing('**/api/lists?**', profile, 'Failed to load lists')
	await expect(page.getByText('No lists yet.')).toBeVisible()
	await failing('**/api/reviews/activity?**', profile, 'Failed to fetch user activity')
	await expect(page.getByRole('link', { name: /^Reviewed / })).toBeVisible()
	await failing('**/api/reviews/users/*/impressions', profile, 'Failed to fetch impression stats')
	await expect(page.getByText(/times? a review was seen/)).toBeVisible()
	await failing('**/api/reviews/popular-users?**', '/users', 'Failed to fetch users')
	await failing('**/api/reviews?**', `/${writer.username}/reviews`, 'Failed to fetch user reviews')
	await expect(page.getByRole('article')).toHaveCount(1)
	await failing('**/api/lists?**', `/${writer.username}/lists`, 'Failed to load lists')
	await expect(page.getByText('No lists yet.')).toBeVisible()
})

test('while a profile cannot be found out about, its name stands with zeros', async ({ page, site }, { project }) => {
	const writer = await someone(site, `unreached_${project.name}`)
	await page.goto('/about')
	await page.route('**/api/users/by-username/**', (route) => route.abort())
	await goInside(page, `/profile/${writer.username}`)
	await expect(page.getByRole('heading', { level: 1, name: writer.username })).toBeVisible()
	for (const stat of ['0 Followers', '0 Following', '0 Reviews', '0 Lists'])
		await expect(page.getByRole('listitem').filter({ hasText: stat })).toBeVisible()
})

test('names on cards lead to the people, the rest of the card to the review', async ({ page, site }, { project }) => {
	const writer = await someone(site, `told_of_${project.name}`)
	const reviewId = await writer.reviews(4)
	await page.goto('/reviews')
	const card = page.getByRole('article').filter({ hasText: writer.username })
	await expect(card.getByRole('link')).toHaveCount(2)
	await card.getByRole('link', { name: writer.username, exact: true }).click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
	await page.goBack()
	// The link lies over the text.
	const text = card.getByText('Ten words and a few more')
	await expect(text).toBeVisible()
	await text.click({ force: true })
	await expect(page).toHaveURL(`/reviews/${reviewId}`)
	await page.getByRole('link', { name: writer.username }).click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
	await page.goto('/games/4')
	await page
		.getByRole('article')
		.filter({ hasText: 'Ten words and a few more' })
		.getByRole('link', { name: writer.username, exact: true })
		.click()
	await expect(page).toHaveURL(`/profile/${writer.username}`)
})

test('the screens of a user are accessible in both themes and fit 320 px', async ({ page, site }, { project }) => {
	const names = `axe_${project.name}`
	const writer = await someone(site, `a_long_name_of__${names}`)
	const fan = await someone(site, `fan_of_${names}`)
	await fan.does('POST', '/follows', { followedId: writer.id })
	await writer.reviews(5, `A review with one endless word, ${'ha'.repeat(80)}, and then more.`)
	await writer.does('POST', '/lists', { title: 'L'.repeat(120), games: [{ gameId: 1 }, { gameId: 2 }] })
	await signedIn(page, site, `viewer_${names}`)
	const profile = `/profile/${writer.username}`
	for (const path of [`/${writer.username}/lists`, `/${writer.username}/reviews`, profile]) {
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		expect([path, await axeFinds(page)]).toEqual([path, []])
		const { width = 0, height = 0 } = page.viewportSize() ?? {}
		await page.setViewportSize({ width: 320, height: 640 })
		expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
		await page.setViewportSize({ width, height })
	}
	await page.getByRole('button', { name: '1 Follower' }).click()
	await expect(page.getByRole('dialog').getByRole('link', { name: fan.username })).toBeVisible()
	expect(await axeFinds(page)).toEqual([])
})
