import type { Page, Route } from '@playwright/test'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

/** Holds the page's own scripts back until the function returned is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
	const held: Route[] = []
	let isHolding = true
	await page.route(/\/assets\/.*\.js$/, (route) => (isHolding ? void held.push(route) : route.continue()))
	return async () => {
		isHolding = false
		await Promise.all(held.map((route) => route.continue()))
	}
}

test('what was typed, chosen and pressed before the scripts came is done when they have', async ({ page, site }, {
	project,
}) => {
	const { username } = await someone(site, `early_${project.name}`)
	const release = await holdScripts(page)
	await page.goto(`/profile/${username}`, { waitUntil: 'commit' })
	const week = page.getByRole('region', { name: 'Impressions' }).getByRole('button', { name: 'Week' })
	await week.click()
	await expect(week).toHaveAttribute('aria-pressed', 'false')
	await release()
	await expect(week).toHaveAttribute('aria-pressed', 'true')
})

test('a login sent before the scripts came signs in, and puts nothing into the address', async ({ page, site }, {
	project,
}) => {
	const { username } = await someone(site, `hasty_${project.name}`)
	const release = await holdScripts(page)
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	await page.goto('/login', { waitUntil: 'commit' })
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/login')
	await release()
	await expect(page).toHaveURL('/')
	expect(asked.filter((url) => url.includes('Correct1Horse') || url.includes(username))).toEqual([])
})

test('without JavaScript a login puts nothing into the address either', async ({ browser, site }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
	const page = await context.newPage()
	await page.goto('/login')
	await page.getByLabel('Username or email').fill('somebody')
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.keyboard.press('Enter')
	await page.waitForLoadState()
	expect(page.url()).toBe(`${site.url}/login`)
	await context.close()
})
