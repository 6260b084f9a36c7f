import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { stallScripts } from '#kit/browser/stalled-scripts.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

test('a click before hydration is replayed after it', { tag: '@ci' }, async ({ page, site }) => {
	const { username } = await registerPerson(site)
	const release = await stallScripts(page)
	await page.goto(`/profile/${username}`, { waitUntil: 'commit' })
	const week = page.getByRole('region', { name: 'Impressions' }).getByRole('button', { name: 'Week' })
	await week.click()
	await expect(week).toHaveAttribute('aria-pressed', 'false')
	await release()
	await expect(week).toHaveAttribute('aria-pressed', 'true')

	// From then on the page hears of presses itself, and none is noted to be done again
	const noted = () => page.evaluate(() => (window as unknown as { early: { events: unknown[] } }).early.events.length)
	const before = await noted()
	await page.getByRole('button', { name: 'Light or dark' }).click()
	expect(await noted()).toBe(before)
})

test('a bell opened before hydration stays open, and then shows the feed', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	const release = await stallScripts(page)
	await page.goto('/about', { waitUntil: 'commit' })
	await page.getByRole('button', { name: 'Notifications' }).click()
	await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
	await release()
	await expect(page.getByText('No recent activity from users you follow.')).toBeVisible()
})

test('text typed into the search before hydration is searched for after it', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerPerson(site)
	await writer.review(1, { description: 'A quiet evening with a lantern.' })
	await writer.review(2, { description: 'A loud evening with a hammer.' })
	const release = await stallScripts(page)
	await page.goto(`/${writer.username}/reviews`, { waitUntil: 'commit' })
	await page.getByRole('searchbox').fill('hammer')
	await expect(page.getByRole('article')).toHaveCount(2)
	await release()
	await expect(page).toHaveURL(/\?search=hammer$/)
	await expect(page.getByRole('searchbox')).toHaveValue('hammer')
	await expect(page.getByRole('article')).toHaveCount(1)
})

test('a login submitted before hydration logs in, and puts nothing into the URL', async ({ page, site }) => {
	const { username } = await registerPerson(site)
	const release = await stallScripts(page)
	const requested: string[] = []
	page.on('request', (request) => requested.push(request.url()))
	await page.goto('/login', { waitUntil: 'commit' })
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/login')
	await release()
	await expect(page).toHaveURL('/')
	expect(requested.filter((url) => url.includes(PASSWORD) || url.includes(username))).toEqual([])
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('a login puts nothing into the URL', { tag: '@ci' }, async ({ page }) => {
		await page.goto('/login')
		await page.getByLabel('Username or email').fill('somebody')
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
		const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST')
		await page.keyboard.press('Enter')
		await sent
		await page.waitForLoadState()
		await expect(page).toHaveURL('/login')
	})
})
