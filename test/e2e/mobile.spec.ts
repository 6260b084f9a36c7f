import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { expect, test } from '#kit/browser/in-app.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'

test('every page works without server rendering: its title, its data, its pictures from the site', async ({
	page,
	site,
}) => {
	const asked: string[] = []
	page.on('request', (request) => {
		if (/^\/(api|art|images)\//.test(new URL(request.url()).pathname)) asked.push(new URL(request.url()).origin)
	})
	await visit(page, '/')
	await expect(page).toHaveTitle('Savepoint')
	await expect(page.getByRole('heading', { level: 2, name: 'Popular Games' })).toBeVisible()
	const cover = page.locator('main img').first()
	await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
	await visit(page, '/games/1')
	await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
	await expect(page).toHaveTitle(/.+ · Savepoint$/)
	await visit(page, '/games/999999')
	await expect(page.getByRole('heading', { level: 1, name: 'Game Not Found' })).toBeVisible()
	await visit(page, '/no/such/page')
	await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
	await expect(page).toHaveTitle('Page Not Found · Savepoint')
	await waitForIdle(page)
	expect(new Set(asked)).toEqual(new Set([site.url]))
})

test("Android's Back closes overlays, then goes through the screens, then leaves the app", async ({ page, phone }) => {
	await visit(page, '/')
	await page.getByRole('button', { name: 'Menu' }).click()
	const inMenu = page.getByRole('navigation', { name: 'Menu' })
	await expect(inMenu).toBeVisible()
	await phone.emit('backButton')
	await expect(inMenu).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await inMenu.getByRole('link', { name: 'Games' }).click()
	await expect(page).toHaveURL('/games')
	await expect(inMenu).toBeHidden()
	await phone.emit('backButton')
	await expect(page).toHaveURL('/')
	await phone.emit('backButton')
	// Exactly one: the presses before went through the screens
	await expect.poll(() => phone.getCalls('App', 'minimizeApp')).toHaveLength(1)
})

test("Back closes a dialog's suggestions, then the dialog, and an external URL closes both", async ({
	page,
	phone,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/')
	const open = async () => {
		await page.getByRole('button', { name: 'Menu', exact: true }).click()
		await page.getByRole('button', { name: 'Write a Review' }).click()
		await page.getByRole('dialog').getByRole('combobox').fill('celeste')
		await expect(page.getByRole('option').first()).toBeVisible()
	}
	await open()
	await phone.emit('backButton')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page).toHaveURL('/')
	await open()
	await phone.emit('appUrlOpen', { url: 'savepoint://games/1' })
	await expect(page).toHaveURL('/games/1')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect.poll(() => phone.getCalls('App', 'minimizeApp')).toEqual([])
})

/** Fields of text under 16 px, at which iOS zooms in. */
const fieldsThatZoom = (page: Page) =>
	page
		.locator('input:not([type="radio"], [type="checkbox"], [type="file"], [type="range"]), textarea, select')
		.evaluateAll((fields) =>
			fields
				.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
				.map(({ outerHTML }) => outerHTML),
		)

test("a member's screens: fields do not zoom the phone, and the export is shared as a file", async ({
	page,
	phone,
	site,
}) => {
	const { username } = await registerAndLogIn(page, site)
	for (const path of ['/games/1/review', '/list', '/search', '/settings']) {
		await visit(page, path)
		await expect(page.getByRole('main').locator('input:visible').first()).toBeVisible()
		await expect.poll(() => fieldsThatZoom(page), path).toEqual([])
	}
	const isShared = { files: ['file:///cache/export.json'] }
	await page.getByRole('button', { name: 'Download JSON' }).click()
	await expect.poll(() => phone.getCalls('Share', 'share')).toEqual([isShared])
	await page.getByRole('button', { name: 'Download ZIP' }).click()
	await expect.poll(() => phone.getCalls('Share', 'share')).toEqual([isShared, isShared])
	const [json, zip] = (await phone.getCalls('Filesystem', 'writeFile')).map(({ path, data, encoding }) => ({
		...{ path: String(path), encoding },
		bytes: Buffer.from(String(data), 'base64'),
	}))
	expect([json?.encoding, zip?.encoding]).toEqual([undefined, undefined])
	expect(json?.path).toMatch(new RegExp(`${username}.*\\.json$`))
	expect(JSON.parse(String(json?.bytes))).toMatchObject({ account: { username } })
	expect(zip?.path).toMatch(new RegExp(`${username}.*\\.zip$`))
	expect(zip?.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
})

test('without a connection, the app shows it on launch, and continues by a button or automatically', async ({
	page,
	context,
	phone,
	site,
}) => {
	await context.route(`${site.url}/**`, (route) => route.abort())
	await page.goto('/games/1')
	await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toBeVisible()
	await expect(page.getByRole('alert')).toContainText('Savepoint could not be reached.')
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('status')).toHaveText('There is still no connection.')
	await context.unroute(`${site.url}/**`)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page).toHaveTitle(/.+ · Savepoint$/)
	await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toHaveCount(0)

	// What answers is something before the site
	await context.route(`${site.url}/api/site`, (route) =>
		route.fulfill({ status: 404, body: '<h1>Sorry</h1>', headers: { 'access-control-allow-origin': '*' } }),
	)
	await page.reload()
	await expect(page.getByRole('heading', { level: 1, name: 'Savepoint Isn’t Answering' })).toBeVisible()
	await context.unroute(`${site.url}/api/site`)
	await phone.emit('resume')
	await expect(page).toHaveTitle(/.+ · Savepoint$/)
})

test('deep links open their screens, and external links leave the app', async ({ page, phone, site }) => {
	await visit(page, '/')
	for (const [url, path] of [
		['savepoint://games/1', '/games/1'],
		['savepoint://search?query=zelda', '/search?query=zelda'],
		[`${site.url}/reviews?sortBy=rating`, '/reviews?sortBy=rating'],
		['savepoint:////evil.example/x', '/evil.example/x'],
		['savepoint://', '/'],
	] as const) {
		await phone.emit('appUrlOpen', { url })
		await expect(page).toHaveURL(path)
	}
	await phone.emit('appUrlOpen', { url: 'https://elsewhere.example/games/2' })
	await phone.emit('appUrlOpen', { url: `${site.url}/api/docs` })
	await page.getByRole('contentinfo').getByRole('link', { name: 'Atom feed' }).click()
	await expect
		.poll(async () => (await phone.getCalls('Browser', 'open')).map(({ url }) => url))
		.toEqual(['https://elsewhere.example/games/2', `${site.url}/api/docs`, `${site.url}/feeds/reviews.atom`])
	await visit(page, '/games/1?from=here')
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('button', { name: 'Share This Page' }).click()
	await expect
		.poll(() => phone.getCalls('Share', 'share'))
		.toEqual([{ title: expect.stringMatching(/.+ · Savepoint$/), url: `${site.url}/games/1?from=here` }])
	await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
	const link = page.locator('a[target="_blank"]').first()
	await link.click()
	await expect
		.poll(async () => (await phone.getCalls('Browser', 'open')).at(-1)?.url === (await link.getAttribute('href')))
		.toBe(true)
	expect(page.context().pages()).toHaveLength(1)
})

test('the system bars follow the theme, and the keyboard does not hide the focused field', async ({ page, phone }) => {
	await page.emulateMedia({ colorScheme: 'light' })
	await visit(page, '/login')
	const styles = async () => (await phone.getCalls('SystemBars', 'setStyle')).map(({ style }) => style)
	await expect.poll(styles).toEqual(['LIGHT'])
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('button', { name: 'Light or dark' }).click()
	await expect.poll(styles).toEqual(['LIGHT', 'DARK'])
	await phone.emit('backButton')

	const field = page.getByLabel('Password', { exact: true })
	await field.focus()
	await page.setViewportSize({ width: 412, height: 360 })
	await phone.emit('keyboardDidShow', { keyboardHeight: 555 })
	await expect(field).toBeInViewport({ ratio: 1 })
	await expect.poll(() => fieldsThatZoom(page)).toEqual([])
})

test('pulling down at the top of a screen refreshes it', async ({ page }) => {
	await visit(page, '/games')
	await expect(page.locator('main img').first()).toBeVisible()
	const reading = page.waitForRequest((request) => request.url().includes('/api/games?'))
	const session = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
	await touch('touchStart', 200)
	for (const y of [220, 260, 320, 400, 450]) await touch('touchMove', y)
	await touch('touchEnd', 450)
	await reading
	await expect(page.getByText('Refreshing')).toHaveCount(0)
})

test.describe('on an iPhone', () => {
	test.use({ system: 'ios', viewport: { width: 393, height: 852 } })

	test('nothing is under the notch or behind the home indicator, menus included', async ({ page, context }) => {
		const session = await context.newCDPSession(page)
		await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 59, bottom: 34 } })
		await visit(page, '/about')
		const edges = async (locator: Locator) => {
			const box = await locator.boundingBox()
			return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
		}
		await expect
			.poll(async () => (await edges(page.getByRole('button', { name: 'Menu' }))).top)
			.toBeGreaterThanOrEqual(59)
		await page.getByRole('button', { name: 'Menu' }).click()
		await expect
			.poll(async () => (await edges(page.locator('#site-menu'))).top - (await edges(page.getByRole('banner'))).bottom)
			.toBeGreaterThanOrEqual(-1)
		await page.keyboard.press('Escape')
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
		await expect
			.poll(async () => (await edges(page.getByRole('contentinfo').getByRole('link', { name: 'API' }))).bottom)
			.toBeLessThanOrEqual(852 - 34)
		await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'none')
	})
})
