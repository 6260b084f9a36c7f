import { chunkOf } from '#kit/browser/chunks.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { visit, waitForIdle, waitForRendering } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

// What is cut off is noted in the console by the browser itself.
test.use({
	expectedNoise: /net::ERR_INTERNET_DISCONNECTED|status of 5\d\d|Failed to fetch dynamically imported module/,
})

test('a screen whose code fails to load shows an error, leaves the site usable, and loads when the network is back', {
	tag: '@ci',
}, async ({ page }) => {
	await visit(page, '/about')
	await waitForIdle(page)
	await goOffline(page)
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
	// By itself, as soon as the browser says so
	await goOnline(page)
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

test('after a deployment removed old chunks, the page is reloaded once', { tag: '@ci' }, async ({ page }) => {
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents++
	})
	let isGone = true
	await page.route(`**${chunkOf('src/web/pages/privacy-policy.tsx')}`, (route) =>
		isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
	)
	await visit(page, '/about')
	await waitForIdle(page)
	documents = 0
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
	// The server's HTML stands, though it is lifeless: and it is not loaded again and again
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
	// A page that went on loading itself would not come to rest
	await page.waitForLoadState('load')
	await waitForRendering(page)
	expect(documents).toBe(1)
	isGone = false
	await page.reload()
	await waitForIdle(page)
	await page.getByRole('banner').getByRole('link', { name: 'Savepoint' }).click()
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('heading', { level: 2, name: 'Popular Games' })).toBeVisible()
})
