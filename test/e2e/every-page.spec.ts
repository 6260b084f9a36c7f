import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndSignIn } from '#kit/browser/people.ts'
import { visit, waitForHydration, waitForIdle } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

const PATHS = [
	'/',
	'/games',
	'/games/1',
	'/reviews',
	'/users',
	'/search',
	'/search?query=zelda',
	'/search?query=zelda&tab=users',
	'/login',
	'/login?mode=signup',
	'/about',
	'/rules',
	'/join/none',
	'/privacy-policy',
	'/transparency',
	'/appeal/00000000-0000-7000-8000-000000000000',
	'/admin',
	'/lists',
	'/list',
	'/feed',
	'/welcome',
	'/settings',
	'/forgot-password',
	'/reset-password?token=any',
	'/reset-password',
	'/verify-email?token=forged',
	'/unsubscribe',
	'/oauth/callback?token=forged',
	'/nowhere/at/all',
	'/games/999999',
	'/profile/nobody_here',
	'/nobody_here/games',
	'/nobody_here/diary',
	'/nobody_here/stats',
	'/nobody_here/year/2026',
	'/nobody_here/year/26',
	'/reviews/00000000-0000-7000-8000-000000000000',
	'/list/none',
	'/data-deletion-status/AAAA-BBBB-CCCC-DDDD',
	'/data-deletion-status',
]

for (const path of PATHS)
	test(`${path} is accessible on computers and phones, fits their width, and logs nothing to the console`, async ({
		page,
	}) => {
		await visit(page, path)
		for (const size of [
			{ width: 1280, height: 800 },
			{ width: 390, height: 844 },
		]) {
			await page.setViewportSize(size)
			await waitForIdle(page)
			await expectFitsWidth(page)
			expect(await findAxeViolations(page)).toEqual([])
		}
	})

for (const path of ['/list', '/list/:id', '/list/edit/:id'])
	test(`${path} of a member is accessible in both themes, and fits 320 px`, async ({ page, site }) => {
		const member = await registerAndSignIn(page, site)
		const games = [{ gameId: 7, notes: 'Up, and up.' }, { gameId: 12 }, { gameId: 21 }]
		const id = await member.createList({ title: 'Of three', description: 'In order.', games })
		await visit(page, path.replace(':id', id))
		for (const width of [1280, 320]) {
			// So high that nothing lies under the bar with the buttons
			await page.setViewportSize({ width, height: 1600 })
			await waitForIdle(page)
			await expectFitsWidth(page)
			expect(await findAxeViolations(page)).toEqual([])
		}
	})

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

test('a signed-in user sees no flash of the signed-out page', async ({ page, site }) => {
	await registerAndSignIn(page, site)
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

test('a source that requires credit is named next to its facts, and in the footer of pages with its pictures', async ({
	page,
}) => {
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
