import type { BrowserContext, Page, Route } from '@playwright/test'
import { navigateInside } from '#kit/browser/client-navigation.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

/** Puts a token of the right shape that no server takes in the place of the access token, as if it had expired. */
const expire = (page: Page) =>
	page.evaluate(() => localStorage.setItem('accessToken', 'eyJhbGciOiJIUzI1NiJ9.e30.expired'))

/** Counts the exchanges of refresh tokens, of all tabs. */
function countExchanges(context: BrowserContext): () => number {
	let count = 0
	context.on('request', (request) => {
		if (new URL(request.url()).pathname === '/api/auth/refresh-token') count++
	})
	return () => count
}

test('an expired access token is refreshed once, whatever the number of pending requests, across two tabs', async ({
	page,
	context,
	site,
}) => {
	const writer = await registerPerson(site)
	await writer.review(5)
	await registerAndLogIn(page, site)
	const other = await context.newPage()
	await Promise.all([page, other].map((tab) => visit(tab, `/profile/${writer.username}`)))
	for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Follow / })).toBeVisible()
	await expire(page)
	const exchanges = countExchanges(context)
	// Each opened page asks for a handful of things as its member; they leave together, all with the same spent token
	let held: Route[] = []
	await context.route('**/api/**', (route) => {
		held.push(route)
		if (held.length < 10) return
		for (const one of held) void one.continue()
		held = []
		return context.unroute('**/api/**')
	})
	let refused = 0
	context.on('response', (response) => {
		if (response.url().includes('/api/') && response.status() === 401) refused++
	})
	// The exchange takes its time, in which nothing is seen of it
	const mayAnswer = Promise.withResolvers<void>()
	await context.route('**/api/auth/refresh-token', async (route) => {
		await mayAnswer.promise
		await route.continue()
	})
	const isSilent = async () => {
		for (const tab of [page, other]) {
			await expect(tab.getByRole('heading', { level: 1, name: writer.username })).toBeVisible()
			await expect(tab.getByRole('button', { name: 'Profile menu' })).toBeVisible()
			await expect(tab.getByRole('link', { name: 'Login' })).toBeHidden()
			await expect(tab.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
		}
	}
	await Promise.all([page.reload(), other.reload()])
	await expect.poll(() => refused).toBeGreaterThanOrEqual(10)
	await isSilent()
	mayAnswer.resolve()
	for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Follow / })).toBeVisible()
	expect(exchanges()).toBe(1)
	await isSilent()
	await expect.poll(() => other.evaluate(() => localStorage.getItem('accessToken'))).not.toContain('expired')
})

test('a refused refresh signs out in every tab, and keeps drafts', { tag: '@ci' }, async ({ page, context, site }) => {
	const writer = await registerPerson(site)
	const review = await writer.review(5)
	const { username } = await registerAndLogIn(page, site)
	const other = await context.newPage()
	await visit(other, '/games')
	// What is reported of the visit would meet the end of the session first
	const reported = page.waitForResponse('**/api/reviews/seen')
	await visit(page, `/reviews/${review}`)
	await page.getByLabel('Write a comment').fill('Half a thought about this')
	await reported
	await page.evaluate(() => localStorage.setItem('refreshToken', 'no-token-at-all'))
	await expire(page)
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText('Your session has expired. Your draft is saved.')).toBeVisible()
	await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
	await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()

	await page.getByRole('link', { name: 'Log in to comment' }).click()
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page.getByLabel('Write a comment')).toHaveValue('Half a thought about this')
	await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible()
})

test('a refresh that fails to send ends no session, and a retry succeeds', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/about')
	await waitForIdle(page)
	await expire(page)
	await page.route('**/api/auth/refresh-token', (route) => route.abort())
	await navigateInside(page, '/games')
	await expect(page.getByRole('alert').getByText('Failed to fetch games')).toBeVisible()
	await page.unroute('**/api/auth/refresh-token')
	await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).not.toContain('expired')
})

test('logging out in one tab reaches the other', { tag: '@ci' }, async ({ page, context, site }) => {
	await registerAndLogIn(page, site)
	const other = await context.newPage()
	await visit(page, '/games')
	await visit(other, '/users')
	await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
	await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
	await expect(other.getByRole('button', { name: 'Profile menu' })).toBeHidden()
})

test('with storage blocked by the browser, a login lasts until the page is left', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { username } = await registerPerson(site)
	await page.addInitScript(() => {
		for (const storage of ['localStorage', 'sessionStorage'])
			Object.defineProperty(window, storage, {
				get() {
					throw new DOMException('Access is denied for this document.', 'SecurityError')
				},
			})
	})
	const errors: string[] = []
	page.on('pageerror', ({ message }) => errors.push(message))
	await visit(page, '/login')
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Log In', exact: true }).click()
	await expect(page).toHaveURL('/')
	await navigateInside(page, '/settings')
	const email = page.getByText(`${username}@example.org`)
	await expect(email.first()).toBeVisible()
	await page.reload()
	await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
	expect(errors).toEqual([])
})
