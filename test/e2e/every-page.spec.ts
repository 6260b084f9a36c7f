import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForHydration, waitForIdle } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('pages are readable, and their links work', async ({ page }) => {
		await page.goto('/')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover Your Next Favorite Game')
		await page.getByRole('link', { name: 'All Time' }).click()
		await expect(page).toHaveURL(/period=all/)
		await page.getByRole('link', { name: 'View All Games' }).click()
		await expect(page.getByRole('article').or(page.getByRole('listitem')).first()).toBeVisible()
		await page.goto('/games/1')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	})
})

test.describe('east of UTC', () => {
	test.use({ timezoneId: 'Pacific/Kiritimati' })

	test('a member sees moments in their own zone and writes on their own day, a visitor sees those of UTC', async ({
		page,
		site,
	}) => {
		const author = await registerPerson(site)
		const review = await author.review(celeste)
		const moment = page.getByRole('main').getByRole('time').first()
		await visit(page, `/reviews/${review}`)
		await expect(moment).toHaveAttribute('title', / UTC$/)
		const { username } = await registerAndLogIn(page, site)
		await visit(page, `/reviews/${review}`)
		await expect(moment).toHaveAttribute('title', / GMT\+14$/)

		await visit(page, `/games/${celeste}/review`)
		await page.getByRole('slider', { name: 'Your rating' }).press('End')
		await page.getByLabel('Platform').selectOption('Nintendo Switch')
		await page.getByLabel('Your review').fill('Written where the day begins.')
		const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
		await page.getByRole('button', { name: 'Submit Review' }).click()
		await expect(page.getByText('Review submitted successfully!')).toBeVisible()
		await visit(page, `/${username}/diary`)
		await expect(page.getByRole('main').locator(`time[datetime="${today}"]`)).toBeVisible()
	})
})

test.describe('west of UTC', () => {
	test.use({ timezoneId: 'America/Los_Angeles' })

	test('days stay those that the server rendered', async ({ page, site }) => {
		const player = await registerPerson(site)
		await player.review(celeste)
		// The console is quiet only if React finds the texts that it expects
		await visit(page, `/${player.username}/diary`)
		await visit(page, `/games/${celeste}`)
		await expect(page.getByText('January 25, 2018')).toBeVisible()
	})
})

test('a logged-in user sees no flash of the signed-out page', async ({ page, site }) => {
	await registerAndLogIn(page, site)
	// What the first paint shows stays on the screen
	const release = await stallRequests(page, '**/assets/*.js')
	await page.goto('/', { waitUntil: 'commit' })
	await expect(page.locator('h2').first()).toBeVisible()
	const login = page.getByRole('link', { name: 'Login' })
	await expect(login).toBeHidden()
	await expect(page.getByRole('heading', { name: 'Discover Your Next Favorite Game' })).toBeHidden()
	release()
	await waitForHydration(page)
	await expect(login).toBeHidden()
})

test('Back restores the loaded part of a list and the scroll position', async ({ page }) => {
	await visit(page, '/games')
	const cards = page.locator('main article')
	await expect
		.poll(async () => {
			await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
			return cards.count()
		})
		.toBeGreaterThan(36)
	await waitForIdle(page)
	const shown = await cards.count()
	const target = cards.nth(30).getByRole('link').first()
	await target.scrollIntoViewIfNeeded()
	await waitForIdle(page)
	const before = await page.evaluate(() => window.scrollY)
	const [name = ''] = (await target.innerText()).split('\n')
	await target.click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await page.goBack()
	await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(shown)
	await expect.poll(() => page.evaluate((y) => Math.abs(window.scrollY - y), before)).toBeLessThan(60)
	await expect(cards.nth(30)).toContainText(name)
})

test('the theme follows the system, can be switched, and stays switched', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'dark' })
	await visit(page, '/about')
	const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
	const dark = await ground()
	await page.getByRole('button', { name: 'Light or dark' }).click()
	await expect.poll(ground).not.toBe(dark)
	await waitForIdle(page)
	const light = await ground()
	await page.reload()
	await expect.poll(ground).toBe(light)
})

test('a source that requires credit is named next to its facts, and in the footer of pages with its pictures', {
	tag: '@ci',
}, async ({ page }) => {
	const credits = page.getByRole('link', { name: 'Data from IGDB.com' })
	await visit(page, '/games')
	await expect(page.getByRole('article').first()).toBeVisible()
	await expect(credits).toBeHidden()
	await page
		.getByRole('main')
		.locator('img')
		.first()
		.evaluate((image: HTMLImageElement) => {
			image.src = '/art/1/cover-0123456789-igdb.webp'
		})
	await expect(credits).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])

	await page.route('**/api/games/*', async (route) => {
		const answer = await route.fetch()
		const body = await answer.json()
		body.data.credits = [{ name: 'IGDB.com', url: 'https://www.igdb.com/' }]
		body.data.cover = '/art/1/cover-0123456789-igdb.webp'
		await route.fulfill({ response: answer, json: body })
	})
	await page.getByRole('article').nth(1).getByRole('link').click()
	const facts = page.getByRole('complementary', { name: 'Facts' })
	await expect(facts.getByRole('link', { name: 'Data from IGDB.com' })).toHaveAttribute('href', 'https://www.igdb.com/')
	// And not a second time at the foot
	await expect(credits).toHaveCount(1)
})
