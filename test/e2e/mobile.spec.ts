import type { Browser, Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { expect, test } from './in-app.ts'
import { mailedLink } from './mails.ts'
import { inPhone } from './phone.ts'
import { signedIn } from './signed-in.ts'

test('every page stands without the rendering server: its title, its data, its pictures from the site', async ({
	page,
	site,
}) => {
	const asked: string[] = []
	page.on('request', (request) => {
		if (/^\/(api|art|images)\//.test(new URL(request.url()).pathname)) asked.push(new URL(request.url()).origin)
	})
	await page.goto('/')
	await expect(page).toHaveTitle('Savepoint')
	await expect(page.getByRole('heading', { level: 2, name: 'Popular Games' })).toBeVisible()
	const cover = page.locator('main img').first()
	await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
	await page.goto('/games/1')
	await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
	await expect(page).toHaveTitle(/.+ · Savepoint$/)
	await page.goto('/games/999999')
	await expect(page.getByRole('heading', { level: 1, name: 'Game Not Found' })).toBeVisible()
	await page.goto('/no/such/page')
	await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
	await expect(page).toHaveTitle('Page Not Found · Savepoint')
	expect(new Set(asked)).toEqual(new Set([site.url]))
})

/** Answers the provider in a browser of its own, and returns the address that this browser gives to the app. */
async function inSystemBrowser(browser: Browser, address: string, account: string | null): Promise<string> {
	await using context = await browser.newContext()
	const page = await context.newPage()
	const callback = page.waitForResponse(
		(answer) => answer.status() === 302 && answer.headers().location?.startsWith('savepoint:') === true,
	)
	// the last step leads out of the browser, which calls that a failure
	const opening = page.goto(address).catch(() => null)
	await page.getByRole('button', { name: account === null ? 'Cancel' : 'Continue' }).waitFor()
	await opening
	if (account !== null) await page.getByLabel('Account').fill(account)
	await page.getByRole('button', { name: account === null ? 'Cancel' : 'Continue' }).click()
	return (await callback).headers().location ?? ''
}

const flags = (page: Page) =>
	page.evaluate(() => [
		sessionStorage.oauth_processing ?? null,
		sessionStorage.oauth_completed ?? null,
		sessionStorage.oauth_error ?? null,
	])

const menu = (page: Page) => page.getByRole('button', { name: 'Profile menu' })

test('the whole way with Google: the system browser, one ticket back that is worth nothing elsewhere, a username, signed in', async ({
	page,
	browser,
	phone,
	site,
	google,
}) => {
	google.people.set('mara', { email: 'mara@example.org', email_verified: true, name: 'Mara' })
	await page.goto('/login?redirect=%2Fgames%2F1')
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect.poll(() => phone.asked('Browser', 'open')).toHaveLength(1)
	await expect(page).toHaveURL('/login?redirect=%2Fgames%2F1')
	const [{ url: address = '' } = {}] = (await phone.asked('Browser', 'open')) as { url?: string }[]
	const { origin, pathname, searchParams } = new URL(address)
	expect(origin + pathname).toBe(`${site.url}/api/auth/google`)
	expect([searchParams.get('redirect_uri'), searchParams.get('mobile')]).toEqual(['savepoint://oauth/callback', 'true'])
	expect(searchParams.get('challenge')).toMatch(/^[\w-]{43}$/)

	const stolen = await inSystemBrowser(browser, address, 'mara')
	const theft = await fetch(`${site.url}/api/auth/oauth/extract-tokens`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ tempToken: new URL(stolen).searchParams.get('token') }),
	})
	expect(theft.status).toBe(401)

	const callback = await inSystemBrowser(browser, address, 'mara')
	expect([...new URL(callback).searchParams.keys()]).toEqual(['token'])
	await page.evaluate(() => {
		window.addEventListener('oauth-navigate', (event) => {
			;(window as unknown as { led: unknown[] }).led = [(event as CustomEvent).detail]
		})
	})
	await phone.tell('appUrlOpen', { url: callback })
	// the same address may come twice
	await phone.tell('appUrlOpen', { url: callback })
	await expect(page).toHaveURL('/select-username')
	expect(await page.evaluate(() => (window as unknown as { led: unknown[] }).led)).toEqual([
		'/oauth/callback?redirect=%2Fgames%2F1',
	])
	await expect.poll(() => phone.asked('Browser', 'close')).not.toHaveLength(0)
	await page.getByLabel('Username').fill('mara_app')
	await expect(page.getByText('This username is available')).toBeVisible()
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(menu(page)).toBeVisible()
	expect(await flags(page)).toEqual([null, 'true', null])
	await phone.tell('appUrlOpen', { url: callback })
	await page.reload()
	await expect(menu(page)).toBeVisible()
	await expect(page.getByRole('alert')).toHaveCount(0)
})

test('who refuses, and whoever sends an address that nobody here asked for, is told and led home or to the login', async ({
	page,
	browser,
	phone,
	site,
	google,
}) => {
	google.people.set('eve', { email: 'eve@example.org', email_verified: true })
	await page.goto('/login')
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect.poll(() => phone.asked('Browser', 'open')).toHaveLength(1)
	const [{ url: address = '' } = {}] = (await phone.asked('Browser', 'open')) as { url?: string }[]
	const refused = await inSystemBrowser(browser, address, null)
	expect(refused).toBe('savepoint://oauth/callback?error=access_denied')
	await phone.tell('appUrlOpen', { url: refused })
	await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
	await expect(page).toHaveURL('/')

	await phone.tell('appUrlOpen', { url: 'savepoint://oauth/callback' })
	await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
	await expect(page).toHaveURL('/login')

	// somebody else's ticket, for which they asked without a challenge, would sign this person in to that account
	const theirs = await inSystemBrowser(browser, `${site.url}/api/auth/google?mobile=true`, 'eve')
	for (const hasAsked of [false, true]) {
		if (hasAsked) {
			await page.getByRole('link', { name: 'Continue with Google' }).click()
			await expect.poll(() => phone.asked('Browser', 'open')).toHaveLength(2)
		}
		await phone.tell('appUrlOpen', { url: hasAsked ? theirs : `${theirs}0` })
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		await expect(page).toHaveURL('/login')
		await expect(page.getByRole('alert')).toHaveText('')
	}
	expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('an app that was ended while its person was at the provider is started by the address that leads back, and goes on', async ({
	page,
	browser,
	context,
	phone,
	google,
}) => {
	google.people.set('cold', { email: 'cold@example.org', email_verified: true })
	await page.goto('/login')
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect.poll(() => phone.asked('Browser', 'open')).toHaveLength(1)
	const [{ url: address = '' } = {}] = (await phone.asked('Browser', 'open')) as { url?: string }[]
	const callback = await inSystemBrowser(browser, address, 'cold')
	await page.close()
	await inPhone(context, { system: 'android', launchUrl: callback })
	const again = await context.newPage()
	await again.goto('/')
	await expect(again).toHaveURL('/select-username')
	// the phone says by what the app was started for as long as it runs
	await again.reload()
	await expect(again.getByLabel('Username')).toBeVisible()
	await expect(again.getByRole('alert')).toHaveText('')
	await expect(again).toHaveURL('/select-username')
})

test('on a phone that opens no browser a sign-in says that it failed', async ({ page, phone }) => {
	await page.goto('/login')
	await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
	await page.evaluate(() => {
		const { Capacitor } = window as unknown as { Capacitor: { nativePromise: () => Promise<unknown> } }
		Capacitor.nativePromise = () => Promise.reject(new Error('Unable to display URL'))
	})
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
	await expect(page).toHaveURL('/')
	expect(await phone.asked('Browser', 'open')).toEqual([])
})

test('a provider is connected from the settings by way of the system browser, for this account and app alone', async ({
	page,
	browser,
	phone,
	site,
	google,
}) => {
	google.people.set('other', { email: 'elsewhere@example.org', email_verified: true })
	await signedIn(page, site, 'in_app')
	const link = new URL(await mailedLink(site, 'in_app@example.org', '/verify-email'), site.url)
	// the mail opens the app
	await phone.tell('appUrlOpen', { url: site.url + link.pathname + link.search })
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await page.goto('/settings')
	const section = page.getByRole('region', { name: 'Connected accounts' })
	for (const [account, sentence] of [
		[null, 'You did not allow it, so nothing was connected.'],
		['other', 'Google is connected.'],
	] as const) {
		const before = (await phone.asked('Browser', 'open')).length
		await section.getByRole('button', { name: 'Connect Google' }).click()
		await expect.poll(() => phone.asked('Browser', 'open')).toHaveLength(before + 1)
		const { url: address = '' } = (await phone.asked('Browser', 'open')).at(-1) as { url?: string }
		await phone.tell('appUrlOpen', { url: await inSystemBrowser(browser, address, account) })
		await expect(section.getByText(sentence)).toBeVisible()
		await expect(page).toHaveURL('/settings')
	}
	await expect(section.getByRole('button', { name: 'Disconnect Google' })).toBeVisible()
})

test('Android goes back: out of what lies over the page, then through the screens, then out of the app', async ({
	page,
	phone,
}) => {
	await page.goto('/')
	await page.getByRole('button', { name: 'Menu' }).click()
	const inMenu = page.getByRole('navigation', { name: 'Menu' })
	await expect(inMenu).toBeVisible()
	await phone.tell('backButton')
	await expect(inMenu).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await inMenu.getByRole('link', { name: 'Games' }).click()
	await expect(page).toHaveURL('/games')
	await expect(inMenu).toBeHidden()
	await phone.tell('backButton')
	await expect(page).toHaveURL('/')
	expect(await phone.asked('App', 'minimizeApp')).toEqual([])
	await phone.tell('backButton')
	await expect.poll(() => phone.asked('App', 'minimizeApp')).toHaveLength(1)
})

test('a dialog and what it suggests are left one after the other, and an address from outside leaves both', async ({
	page,
	phone,
	site,
}) => {
	await signedIn(page, site, 'back_and_forth')
	await page.goto('/')
	const open = async () => {
		await page.getByRole('button', { name: 'Menu', exact: true }).click()
		await page.getByRole('button', { name: 'Write a review' }).click()
		await page.getByRole('dialog').getByRole('combobox').fill('celeste')
		await expect(page.getByRole('option').first()).toBeVisible()
	}
	await open()
	await phone.tell('backButton')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page).toHaveURL('/')
	await open()
	await phone.tell('appUrlOpen', { url: 'savepoint://games/1' })
	await expect(page).toHaveURL('/games/1')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	expect(await phone.asked('App', 'minimizeApp')).toEqual([])
})

test("a member's screens: fields that do not make the phone zoom, and their data as a file for another app", async ({
	page,
	phone,
	site,
}) => {
	await signedIn(page, site, 'on_the_phone')
	for (const path of ['/games/1/review', '/list', '/search', '/settings']) {
		await page.goto(path)
		await expect(page.getByRole('main').locator('input:visible').first()).toBeVisible()
		const small = await page
			.locator('input:not([type="radio"], [type="file"], [type="range"]), textarea, select')
			.evaluateAll((fields) =>
				fields
					.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
					.map(({ outerHTML }) => outerHTML),
			)
		expect([path, small]).toEqual([path, []])
	}
	await page.getByRole('button', { name: /^Download/ }).click()
	await expect.poll(() => phone.asked('Share', 'share')).toEqual([{ files: ['file:///cache/export.json'] }])
	const [{ path, data } = { path: '', data: '' }] = await phone.asked('Filesystem', 'writeFile')
	expect(path).toMatch(/on_the_phone.*\.json$/)
	expect(JSON.parse(String(data))).toMatchObject({ account: { username: 'on_the_phone' } })
})

test('without a connection the app says so at its start, and goes on by a button or by itself', async ({
	page,
	context,
	phone,
	site,
}) => {
	await context.route(`${site.url}/**`, (route) => route.abort())
	await page.goto('/games/1')
	await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toBeVisible()
	await expect(page.getByRole('alert')).toContainText('Savepoint could not be reached.')
	expect(await axeFinds(page)).toEqual([])
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('status')).toHaveText('There is still no connection.')
	await context.unroute(`${site.url}/**`)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page).toHaveTitle(/.+ · Savepoint$/)
	await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toHaveCount(0)

	// what answers is something before the site
	await context.route(`${site.url}/api/site`, (route) =>
		route.fulfill({ status: 404, body: '<h1>Sorry</h1>', headers: { 'access-control-allow-origin': '*' } }),
	)
	await page.reload()
	await expect(page.getByRole('heading', { level: 1, name: 'Out of Order' })).toBeVisible()
	await context.unroute(`${site.url}/api/site`)
	await phone.tell('resume')
	await expect(page).toHaveTitle(/.+ · Savepoint$/)
})

test('addresses open the screens that they name, and links lead out of the app where its pages end', async ({
	page,
	phone,
	site,
}) => {
	await page.goto('/')
	for (const [url, path] of [
		['savepoint://games/1', '/games/1'],
		['savepoint://search?query=zelda', '/search?query=zelda'],
		[`${site.url}/reviews?sortBy=rating`, '/reviews?sortBy=rating'],
		['savepoint:////evil.example/x', '/evil.example/x'],
		['savepoint://', '/'],
	] as const) {
		await phone.tell('appUrlOpen', { url })
		await expect(page).toHaveURL(path)
	}
	await phone.tell('appUrlOpen', { url: 'https://elsewhere.example/games/2' })
	await phone.tell('appUrlOpen', { url: `${site.url}/api/docs` })
	await page.getByRole('contentinfo').getByRole('link', { name: 'Atom feed' }).click()
	await expect
		.poll(async () => (await phone.asked('Browser', 'open')).map(({ url }) => url))
		.toEqual(['https://elsewhere.example/games/2', `${site.url}/api/docs`, `${site.url}/feeds/reviews.atom`])
	await page.goto('/games/1?from=here')
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('button', { name: 'Share this page' }).click()
	await expect
		.poll(() => phone.asked('Share', 'share'))
		.toEqual([{ title: await page.title(), url: `${site.url}/games/1?from=here` }])
	await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
	const link = page.locator('a[target="_blank"]').first()
	const href = await link.getAttribute('href')
	await link.click()
	await expect.poll(async () => (await phone.asked('Browser', 'open')).map(({ url }) => url)).toContain(href)
	expect(page.context().pages()).toHaveLength(1)
})

test('the bars follow the theme, and the keyboard hides nothing that is typed into', async ({ page, phone }) => {
	await page.emulateMedia({ colorScheme: 'light' })
	await page.goto('/login')
	const styles = async () => (await phone.asked('SystemBars', 'setStyle')).map(({ style }) => style)
	await expect.poll(styles).toEqual(['LIGHT'])
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('button', { name: 'Switch between light and dark' }).click()
	await expect.poll(styles).toEqual(['LIGHT', 'DARK'])
	await phone.tell('backButton')

	const field = page.getByLabel('Password', { exact: true })
	await field.focus()
	await page.setViewportSize({ width: 412, height: 360 })
	await phone.tell('keyboardDidShow', { keyboardHeight: 555 })
	await expect(field).toBeInViewport({ ratio: 1 })
	const sizes = await page
		.locator('input')
		.evaluateAll((inputs) => inputs.map((input) => getComputedStyle(input).fontSize))
	expect(sizes.filter((size) => Number.parseFloat(size) < 16)).toEqual([])
})

test('a pull at the top of a screen reads it anew', async ({ page }) => {
	await page.goto('/games')
	await expect(page.locator('main img').first()).toBeVisible()
	const reading = page.waitForRequest((request) => request.url().includes('/api/games/popular'))
	const session = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
	await touch('touchStart', 200)
	for (const y of [220, 260, 320, 400, 450]) await touch('touchMove', y)
	await touch('touchEnd', 450)
	await reading
	await expect(page.getByText('Reading anew')).toHaveCount(0)
})

test.describe('on an iPhone', () => {
	test.use({ system: 'ios', viewport: { width: 393, height: 852 } })

	test('nothing stands under the notch or behind the line at the foot, menus neither', async ({ page, context }) => {
		const session = await context.newCDPSession(page)
		await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 59, bottom: 34 } })
		await page.goto('/about')
		const top = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y ?? 0
		expect(await top('Menu')).toBeGreaterThanOrEqual(59)
		await page.getByRole('button', { name: 'Menu' }).click()
		const menu = await page.locator('#site-menu').boundingBox()
		const bar = await page.getByRole('banner').boundingBox()
		expect(menu?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1)
		await page.keyboard.press('Escape')
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
		const foot = await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).boundingBox()
		expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(852 - 34)
		expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none')
	})
})
