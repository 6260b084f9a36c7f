import { findAxeViolations } from '#kit/browser/axe.ts'
import { visit } from '#kit/browser/ready.ts'
import { waitForWorker } from '#kit/browser/service-worker.ts'
import { expect, startSeededSite, test } from '#kit/browser/test.ts'
import { startHttpProxy } from '#kit/peers/http-proxy.ts'

test.use({ serviceWorkers: 'allow', expectedNoise: /net::ERR_|status of 503/ })

const GAMES = /^Popular Games/

test('a page opened without a network is the offline page, which loads the page once the network is back', async ({
	page,
	context,
}) => {
	await visit(page, '/about')
	await waitForWorker(page)
	await context.setOffline(true)
	await page.goto('/games')
	await expect(page).toHaveTitle('No Connection · Savepoint')
	await expect(page.getByRole('heading', { name: 'No Connection' })).toBeVisible()
	expect(page.url()).toMatch(/\/games$/)
	expect(await findAxeViolations(page)).toEqual([])
	await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	// Nothing of the page needs the network or is refused by its policy
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('heading', { name: 'No Connection' })).toBeVisible()
	await context.setOffline(false)
	await expect(page).toHaveTitle(GAMES)
})

test('Try Again loads the page as soon as the site answers, and the theme is the chosen one', { tag: '@ci' }, async ({
	page,
	context,
}) => {
	await visit(page, '/about')
	await waitForWorker(page)
	for (const [theme, color] of [
		['day', 'rgb(247, 245, 241)'],
		['night', 'rgb(15, 18, 24)'],
	] as const) {
		await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
		await context.setOffline(true)
		await page.goto('/games').catch(() => null)
		await expect(page.locator('body')).toHaveCSS('background-color', color)
		await context.setOffline(false)
		await expect(page).toHaveTitle(GAMES)
	}
})

test('the service worker stores nothing, and answers nothing but navigations', { tag: '@ci' }, async ({
	page,
	context,
}) => {
	await visit(page, '/about')
	await waitForWorker(page)
	await page.reload()
	await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
	await context.setOffline(true)
	const fetchSite = () =>
		page.evaluate(() =>
			fetch('/api/site').then(
				() => 'answered',
				() => 'failed',
			),
		)
	await expect.poll(fetchSite).toBe('failed')
})

test('a service worker of another version is replaced, and leaves no page behind', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await using proxy = await startHttpProxy(site.url)
	proxy.scripts.set('/sw.js', OLD_WORKER)
	await page.goto(`${proxy.url}/about`)
	await waitForWorker(page)
	await page.goto(`${proxy.url}/games`)
	await expect(page.getByText('An old page')).toBeVisible()
	proxy.scripts.clear()
	// The browser looks for another version whenever it opens a page
	await expect(async () => {
		await page.goto(`${proxy.url}/games`)
		await expect(page).toHaveTitle(GAMES, { timeout: 1000 })
	}).toPass()
	await expect(page.locator('html')).toHaveAttribute('data-ready')
})

test('with SERVICE_WORKER=off browsers remove the one that they have', { tag: '@ci' }, async ({ page, site }) => {
	await using off = await startSeededSite({ SERVICE_WORKER: 'off' })
	await using proxy = await startHttpProxy(site.url)
	await page.goto(`${proxy.url}/about`)
	await waitForWorker(page)
	proxy.target = off.url
	await page.reload()
	const countWorkers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
	await expect.poll(countWorkers).toBe(0)
	await page.goto(`${proxy.url}/games`)
	await expect(page).toHaveTitle(GAMES)
})

/** As bad as a worker can be: it never lets another one take over by itself, and answers every page with one of its own. */
const OLD_WORKER = `
	addEventListener('activate', (event) => event.waitUntil(clients.claim()))
	addEventListener('fetch', (event) => {
		if (event.request.mode === 'navigate')
			event.respondWith(new Response('<title>Old</title>An old page', { headers: { 'content-type': 'text/html' } }))
	})`
