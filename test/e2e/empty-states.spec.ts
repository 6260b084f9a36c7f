import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

/** Waits until the drawing is really drawn: its file has loaded and has the part that is named. */
const expectDrawn = (page: Page, scene: string) =>
	expect
		.poll(() =>
			page
				.locator(`use[href$="#${scene}"]`)
				.first()
				.evaluate((use: SVGUseElement) => use.getBBox().width),
		)
		.toBeGreaterThan(100)

test('a page that does not exist draws a torn map, searches, and shows three popular games', async ({ page }) => {
	await visit(page, '/no/such/page')
	await expectDrawn(page, 'map')
	const games = page.getByRole('list', { name: 'Popular games' }).getByRole('link')
	await expect(games).toHaveCount(3)
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByLabel('Looking for a game or a user?').fill('celeste')
	await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
	await expect(page).toHaveURL('/search?query=celeste')
	await expect(page.getByRole('main').getByRole('link', { name: 'Celeste', exact: true })).toBeVisible()
	await page.goBack()
	await games.first().click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('a page that does not exist searches, too', { tag: '@ci' }, async ({ page }) => {
		await page.goto('/no/such/page')
		await page.getByLabel('Looking for a game or a user?').fill('celeste')
		await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
		await expect(page).toHaveURL('/search?query=celeste')
	})
})

test('each empty state has a drawing of its own', { tag: '@ci' }, async ({ page, site }) => {
	const { username, createList } = await registerAndLogIn(page, site)
	const list = await createList({ title: 'Bare' })
	for (const [path, scene] of [
		[`/${username}/reviews`, 'book'],
		[`/${username}/lists?search=zzzz`, 'magnifier'],
		[`/list/${list}`, 'shelf'],
		['/search?query=qqqqqq', 'magnifier'],
	] as const) {
		await visit(page, path)
		await expectDrawn(page, scene)
	}
	await page.getByRole('button', { name: /^Notifications/ }).click()
	await expectDrawn(page, 'cups')
	await page.getByRole('button', { name: 'Unread', exact: true }).click()
	await expectDrawn(page, 'bell')
})

test('the home page quotes a popular review to visitors, with a link to it', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const review = await writer.review(1, { description: 'A stranger waited for me at the end of the road.' })
	await (await registerPerson(site)).send('POST', `/reviews/${review}/like`)
	const quote = page.getByRole('main').locator('a:has(q)')
	// Pages for visitors are cached for seconds
	await expect(async () => {
		await visit(page, '/')
		await expect(quote).toBeVisible({ timeout: 1000 })
	}).toPass()
	await expect(quote).toContainText(' on ')
	await quote.click()
	await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/)
})
