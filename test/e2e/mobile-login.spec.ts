import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#kit/browser/in-app.ts'
import { waitForMailedLink } from '#kit/browser/mails.ts'
import { newUsername, registerAndLogIn } from '#kit/browser/people.ts'
import { type Phone, simulatePhone } from '#kit/browser/phone.ts'
import { visit, waitForHydration } from '#kit/browser/ready.ts'

/** Answers the provider in a browser of its own, and returns the address that this browser gives to the app. */
async function inSystemBrowser(browser: Browser, address: string, account: string | null): Promise<string> {
	await using context = await browser.newContext()
	const page = await context.newPage()
	const callback = page.waitForResponse(
		(answer) => answer.status() === 302 && answer.headers().location?.startsWith('savepoint:') === true,
	)
	// The last step leads out of the browser, which calls that a failure
	const opening = page.goto(address).catch(() => null)
	await page.getByRole('button', { name: account === null ? 'Cancel' : 'Continue' }).waitFor()
	await opening
	if (account !== null) await page.getByLabel('Account').fill(account)
	await page.getByRole('button', { name: account === null ? 'Cancel' : 'Continue' }).click()
	return (await callback).headers().location ?? ''
}

/** Presses the button that leads to the provider, and returns the address that the phone was asked to open. */
async function leadToProvider(page: Page, phone: Phone): Promise<string> {
	const before = (await phone.getCalls('Browser', 'open')).length
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect.poll(() => phone.getCalls('Browser', 'open')).toHaveLength(before + 1)
	return String((await phone.getCalls('Browser', 'open')).at(-1)?.url)
}

const flags = (page: Page) =>
	page.evaluate(() => [
		sessionStorage.oauth_processing ?? null,
		sessionStorage.oauth_completed ?? null,
		sessionStorage.oauth_error ?? null,
	])

const menu = (page: Page) => page.getByRole('button', { name: 'Profile menu' })

test('logging in with Google: the system browser, a ticket that is worthless elsewhere, a username, logged in', async ({
	page,
	browser,
	phone,
	site,
	google,
}) => {
	const account = newUsername('mara')
	google.people.set(account, { email: `${account}@example.org`, email_verified: true, name: 'Mara' })
	await visit(page, '/login?redirect=%2Fgames%2F1')
	const address = await leadToProvider(page, phone)
	await expect(page).toHaveURL('/login?redirect=%2Fgames%2F1')
	const { origin, pathname, searchParams } = new URL(address)
	expect(origin + pathname).toBe(`${site.url}/api/auth/google`)
	expect([searchParams.get('redirect_uri'), searchParams.get('mobile')]).toEqual(['savepoint://oauth/callback', 'true'])
	expect(searchParams.get('challenge')).toMatch(/^[\w-]{43}$/)

	const stolen = await inSystemBrowser(browser, address, account)
	const theft = await fetch(`${site.url}/api/auth/oauth/extract-tokens`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ tempToken: new URL(stolen).searchParams.get('token') }),
	})
	expect(theft.status).toBe(401)

	const callback = await inSystemBrowser(browser, address, account)
	expect([...new URL(callback).searchParams.keys()]).toEqual(['token'])
	await page.evaluate(() => {
		const led: unknown[] = []
		Object.assign(window, { led })
		window.addEventListener('oauth-navigate', (event) => led.push((event as CustomEvent).detail))
	})
	await phone.emit('appUrlOpen', { url: callback })
	// The same address may come twice
	await phone.emit('appUrlOpen', { url: callback })
	await expect(page).toHaveURL('/select-username')
	await expect
		.poll(() => page.evaluate(() => (window as unknown as { led: unknown[] }).led))
		.toContain('/oauth/callback?redirect=%2Fgames%2F1')
	await expect.poll(() => phone.getCalls('Browser', 'close')).not.toHaveLength(0)
	await page.getByLabel('Username').fill(`${account}_app`)
	await expect(page.getByText('This username is available')).toBeVisible()
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(menu(page)).toBeVisible()
	await expect.poll(() => flags(page)).toEqual([null, 'true', null])
	await phone.emit('appUrlOpen', { url: callback })
	await page.reload()
	await waitForHydration(page)
	await expect(menu(page)).toBeVisible()
	await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a refusal and an unrequested callback URL show an error and redirect home or to the login', async ({
	page,
	browser,
	phone,
	site,
	google,
}) => {
	const eve = newUsername('eve')
	google.people.set(eve, { email: `${eve}@example.org`, email_verified: true })
	await visit(page, '/login')
	const address = await leadToProvider(page, phone)
	const refused = await inSystemBrowser(browser, address, null)
	expect(refused).toBe('savepoint://oauth/callback?error=access_denied')
	await phone.emit('appUrlOpen', { url: refused })
	await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
	await expect(page).toHaveURL('/')

	await phone.emit('appUrlOpen', { url: 'savepoint://oauth/callback' })
	await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
	await expect(page).toHaveURL('/login')

	// Somebody else's ticket, for which they asked without a challenge, would sign this person in to that account
	const theirs = await inSystemBrowser(browser, `${site.url}/api/auth/google?mobile=true`, eve)
	for (const hasAsked of [false, true]) {
		if (hasAsked) await leadToProvider(page, phone)
		await phone.emit('appUrlOpen', { url: hasAsked ? theirs : `${theirs}0` })
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		await expect(page).toHaveURL('/login')
		await expect(page.getByRole('alert')).toHaveText('')
	}
	await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('an app killed while its user was at the provider is started by the callback URL and continues', async ({
	page,
	browser,
	context,
	phone,
	google,
}) => {
	const account = newUsername('cold')
	google.people.set(account, { email: `${account}@example.org`, email_verified: true })
	await visit(page, '/login')
	const callback = await inSystemBrowser(browser, await leadToProvider(page, phone), account)
	await page.close()
	await simulatePhone(context, { system: 'android', launchUrl: callback })
	const again = await context.newPage()
	await visit(again, '/')
	await expect(again).toHaveURL('/select-username')
	// The phone says by what the app was started for as long as it runs
	await again.reload()
	await expect(again.getByLabel('Username')).toBeVisible()
	await expect(again.getByRole('alert')).toHaveText('')
	await expect(again).toHaveURL('/select-username')
})

test('on a phone that cannot open a browser, a login shows an error', async ({ page, phone }) => {
	await visit(page, '/login')
	await page.evaluate(() => {
		const { Capacitor } = window as unknown as { Capacitor: { nativePromise: () => Promise<unknown> } }
		Capacitor.nativePromise = () => Promise.reject(new Error('Unable to display URL'))
	})
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
	await expect(page).toHaveURL('/')
	await expect.poll(() => phone.getCalls('Browser', 'open')).toEqual([])
})

test('a provider is connected from the settings through the system browser, for this account and app only', async ({
	page,
	browser,
	phone,
	site,
	google,
}) => {
	const other = newUsername('other')
	google.people.set(other, { email: 'elsewhere@example.org', email_verified: true })
	const { username } = await registerAndLogIn(page, site)
	const link = new URL(await waitForMailedLink(site, `${username}@example.org`, '/verify-email'), site.url)
	await visit(page, '/about')
	// The mail opens the app
	await phone.emit('appUrlOpen', { url: site.url + link.pathname + link.search })
	await page.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await visit(page, '/settings')
	const section = page.getByRole('region', { name: 'Connected accounts' })
	for (const [account, sentence] of [
		[null, 'You did not allow it, so nothing was connected.'],
		[other, 'Google is connected.'],
	] as const) {
		const before = (await phone.getCalls('Browser', 'open')).length
		await section.getByRole('button', { name: 'Connect Google' }).click()
		await expect.poll(() => phone.getCalls('Browser', 'open')).toHaveLength(before + 1)
		const { url: address = '' } = (await phone.getCalls('Browser', 'open')).at(-1) as { url?: string }
		await phone.emit('appUrlOpen', { url: await inSystemBrowser(browser, address, account) })
		await expect(section.getByText(sentence)).toBeVisible()
		await expect(page).toHaveURL('/settings')
	}
	await expect(section.getByRole('button', { name: 'Disconnect Google' })).toBeVisible()
})
