import type { Page } from '@playwright/test'
import { madeList } from './made-list.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

// What is cut off is noted in the console by the browser itself.
test.use({
	expectedNoise: /net::ERR_INTERNET_DISCONNECTED|status of 5\d\d|Failed to fetch dynamically imported module/,
})

test('a screen whose code cannot be loaded says so, keeps the site alive, and comes when the network is back', async ({
	page,
	context,
}) => {
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await context.setOffline(true)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toBeVisible()
	await expect(page).toHaveURL('/privacy-policy')
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('There is still no connection.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused()
	await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No Connection')
	await page.goBack()
	await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toBeVisible()
	// by itself, as soon as the browser says so
	await context.setOffline(false)
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

test('after an update of the site, whose old parts are gone, the page is loaded anew, once', async ({ page }) => {
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents++
	})
	let isGone = true
	await page.route('**/assets/privacy-policy-*.js', (route) =>
		isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
	)
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	documents = 0
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
	// the server's HTML stands, though it is lifeless: and it is not loaded again and again
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
	await page.waitForTimeout(1500)
	expect(documents).toBe(1)
	isGone = false
	await page.reload()
	await page.waitForLoadState('networkidle')
	await page.getByRole('banner').getByRole('link', { name: 'Savepoint' }).click()
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('heading', { level: 2, name: 'Popular Games' })).toBeVisible()
})

/** Comes to a screen by a link, so that the browser asks for its data itself, while the API fails in the given way. */
async function failAt(page: Page, how: 'aborted' | 'status 500'): Promise<() => Promise<void>> {
	const handle = (route: { abort: () => Promise<void>; fulfill: (answer: object) => Promise<void> }) =>
		how === 'aborted' ? route.abort() : route.fulfill({ status: 500, body: '' })
	await page.route('**/api/**', handle)
	return () => page.unroute('**/api/**', handle)
}

for (const how of ['aborted', 'status 500'] as const)
	test(`every screen of a list says what failed (${how}), offers another try, and recovers with the focus kept`, async ({
		page,
		site,
	}, { project }) => {
		test.setTimeout(120_000)
		const writer = await someone(site, `wrote_${project.name}_${how.length}`)
		const review = await writer.reviews(3)
		const { accessToken } = await signedIn(page, site, `netted_${project.name}_${how.length}`)
		const list = await madeList(site, accessToken, { title: 'Of two', games: [{ gameId: 3 }, { gameId: 4 }] })
		const lost = how === 'aborted'
		const screens: [path: string, sentence: string, after: RegExp][] = [
			['/games', 'Failed to fetch games', /Popular Games/],
			['/users', 'Failed to fetch users', /Popular Users/],
			['/reviews', 'Failed to fetch reviews', /Game Reviews/],
			['/games/3', 'Failed to fetch game details', /Baldur/],
			[`/reviews/${review}`, 'Failed to fetch review details', /Baldur/],
			[`/list/${list}`, 'Failed to load list', /Of two/],
			[`/${writer.username}/reviews`, 'Failed to fetch user reviews', /Reviews/],
			[
				'/search?query=zelda',
				lost ? 'An error occurred while searching for games' : 'Failed to fetch games',
				/Search|zelda/,
			],
		]
		for (const [path, sentence, after] of screens) {
			await page.goto('/about')
			await page.waitForLoadState('networkidle')
			const mend = await failAt(page, how)
			await go(page, path)
			await expect(page.getByText(sentence).first(), path).toBeVisible()
			const again = page.getByRole('main').getByRole('button', { name: 'Try Again' }).first()
			await mend()
			await again.focus()
			await page.keyboard.press('Enter')
			await expect(page.getByText(sentence), path).toHaveCount(0)
			await expect(page.getByRole('heading', { level: 1, name: after }).first(), path).toBeVisible()
			expect(await page.evaluate(() => document.activeElement?.closest('main') !== null), path).toBe(true)
		}
	})

test('a screen on a slow network shows its places and then its content, and nothing moves', async ({ page }) => {
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await page.route('**/api/**', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 1200))
		await route.continue()
	})
	for (const [path, places] of [
		['/games', 'Loading games'],
		['/users', 'Loading users'],
		['/reviews', 'Loading reviews'],
	] as const) {
		await go(page, path)
		await expect(page.getByLabel(places)).toBeVisible()
		await expect(page.getByLabel(places)).toHaveCount(0)
	}
})

/** Goes to a path as a link of the page would, without loading the document anew. */
async function go(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		const link = document.querySelector<HTMLAnchorElement>('footer a[href="/about"]')
		if (!link) throw new Error('There is no footer')
		// the router reads the address of its own link from its props, not from here: history is its other way in
		history.pushState({}, '', to)
		dispatchEvent(new PopStateEvent('popstate', { state: {} }))
	}, path)
}
