import { axeFinds } from './axe.ts'
import { madeList } from './made-list.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'

const paths = [
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
	'/privacy-policy',
	'/list',
	'/settings',
	'/forgot-password',
	'/reset-password?token=any',
	'/reset-password',
	'/verify-email?token=forged',
	'/oauth/callback?token=forged',
]

for (const path of [
	...paths,
	'/nowhere/at/all',
	'/games/999999',
	'/profile/nobody_here',
	'/reviews/00000000-0000-7000-8000-000000000000',
	'/list/none',
	'/data-deletion-status/AAAA-BBBB-CCCC-DDDD',
	'/data-deletion-status',
])
	test(`${path} is accessible in both themes, fits its width, and says nothing in the console`, async ({ page }) => {
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		expect(
			await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
		).toBeLessThanOrEqual(0)
		expect(await axeFinds(page)).toEqual([])
	})

for (const path of ['/list', '/list/:id', '/list/edit/:id'])
	test(`${path} of a member is accessible in both themes, and fits 320 px`, async ({ page, site }, { project }) => {
		const { accessToken } = await signedIn(page, site, `lister_${project.name}_${path.length}`)
		const games = [{ gameId: 7, notes: 'Up, and up.' }, { gameId: 12 }, { gameId: 21 }]
		const id = await madeList(site, accessToken, { title: 'Of three', description: 'In order.', games })
		// so high that nothing lies under the bar with the buttons
		for (const width of [page.viewportSize()?.width ?? 1280, 320]) {
			await page.setViewportSize({ width, height: 1600 })
			await page.goto(path.replace(':id', id))
			await page.waitForLoadState('networkidle')
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
			expect(await axeFinds(page)).toEqual([])
		}
	})

test('without JavaScript every page can be read', async ({ browser, site }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
	const page = await context.newPage()
	await page.goto('/')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover Your Next Favorite Game')
	await page.getByRole('link', { name: 'All Time' }).click()
	await expect(page).toHaveURL(/period=all/)
	await page.getByRole('link', { name: 'View All Games' }).click()
	await expect(page.getByRole('article').or(page.getByRole('listitem')).first()).toBeVisible()
	await page.goto('/games/1')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await context.close()
})

test('a signed-in player sees no flash of the signed-out page', async ({ page, site }, { project }) => {
	await signedIn(page, site, `noflash_${project.name}`)
	// the scripts wait, so that what stands in the first paint stays on the screen
	await page.route('**/assets/*.js', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 1500))
		await route.continue()
	})
	await page.goto('/', { waitUntil: 'commit' })
	await page.locator('h2').first().waitFor()
	await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
	await expect(page.getByRole('heading', { name: 'Discover Your Next Favorite Game' })).toBeHidden()
	await page.waitForLoadState('networkidle')
	await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
})

test('back restores the loaded pages and the place on the page', async ({ page }) => {
	await page.goto('/games')
	for (let turn = 0; turn < 4; turn++) {
		await page.mouse.wheel(0, 20_000)
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
		await page.waitForTimeout(300)
	}
	const cards = page.locator('main article')
	await expect.poll(() => cards.count()).toBeGreaterThan(36)
	const shown = await cards.count()
	const target = cards.nth(30).getByRole('link').first()
	await target.scrollIntoViewIfNeeded()
	const before = await page.evaluate(() => window.scrollY)
	const name = await target.innerText()
	await target.click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await page.goBack()
	await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(shown)
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 60)
	expect(await page.evaluate(() => window.scrollY)).toBeLessThan(before + 60)
	await expect(cards.nth(30)).toContainText(name.split('\n')[0] ?? '')
})

test('the theme follows the system, can be switched, and stays switched', async ({ page }, { project }) => {
	await page.emulateMedia({ colorScheme: 'dark' })
	await page.goto('/about')
	const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
	const night = await ground()
	if (project.name === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click()
	await page.getByRole('button', { name: 'Switch between light and dark' }).click()
	await expect.poll(ground).not.toBe(night)
	const day = await ground()
	await page.reload()
	expect(await ground()).toBe(day)
})

test('a source that is to be named is named beside its facts, and at the foot of pages that show its pictures', async ({
	page,
}) => {
	const credits = page.getByRole('link', { name: 'Data from IGDB.com' })
	await page.goto('/games')
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
	expect(await axeFinds(page)).toEqual([])

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
	// and not a second time at the foot
	await expect(credits).toHaveCount(1)
})
