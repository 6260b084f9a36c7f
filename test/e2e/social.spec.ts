import type { Page } from '@playwright/test'
import { newDataPlace, type SiteProcess, startProcess } from '../process.ts'
import { type Facebook, startFacebook } from '../social/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../social/openid-provider.ts'
import { axeFinds } from './axe.ts'
import { mailedLink } from './mails.ts'
import { signedIn } from './signed-in.ts'
import { test as base, expect } from './site.ts'
import { someone } from './someone.ts'

const test = base.extend<object, { google: OpenIdProvider; facebook: Facebook; ownSite: SiteProcess }>({
	google: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			const provider = await startOpenIdProvider()
			await use(provider)
			await provider[Symbol.asyncDispose]()
		},
		{ scope: 'worker' },
	],
	facebook: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			const provider = await startFacebook()
			await use(provider)
			await provider[Symbol.asyncDispose]()
		},
		{ scope: 'worker' },
	],
	ownSite: [
		async ({ google, facebook }, use) => {
			const place = await newDataPlace()
			const site = await startProcess(place, { ...google.env, ...facebook.env, LOG_LEVEL: 'info' })
			await use(site)
			await site.stop()
			await place[Symbol.asyncDispose]()
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	site: async ({ ownSite }, use) => use(ownSite),
})

const begin = (page: Page, provider: 'Google' | 'Facebook') =>
	page.getByRole('link', { name: `Continue with ${provider}` }).click()

/** Answers the provider's page. */
async function answer(page: Page, account: string | null): Promise<void> {
	await expect(page.getByRole('heading', { level: 1, name: /^Log in (at the provider|with Facebook)$/ })).toBeVisible()
	if (account !== null) await page.getByLabel('Account').fill(account)
	await page.getByRole('button', { name: account === null ? 'Cancel' : 'Continue' }).click()
}

async function chooseName(page: Page, name: string): Promise<void> {
	await expect(page).toHaveURL('/select-username')
	await page.getByLabel('Username').fill(name)
	await expect(page.getByText('This username is available')).toBeVisible()
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
}

const flags = (page: Page) =>
	page.evaluate(() => [
		sessionStorage.oauth_processing ?? null,
		sessionStorage.oauth_completed ?? null,
		sessionStorage.oauth_error ?? null,
		localStorage.oauth_already_processed ?? null,
	])

for (const [provider, account] of [
	['Google', 'mara'],
	['Facebook', '2001'],
] as const)
	test(`the whole way with ${provider}: its page, the landing, a username, signed in; trust case 10: no token on the way`, async ({
		page,
		context,
		site,
		google,
		facebook,
	}, { project }) => {
		const id = `${account}${project.name}`
		google.people.set(id, { email: `${id}@example.org`, email_verified: true, name: 'Mara' })
		facebook.people.set(id, { name: 'Mara', email: `${id}@example.org` })
		const seen: string[] = []
		context.on('request', (request) => {
			seen.push(request.url(), request.headers().referer ?? '')
		})
		const names: string[] = []
		context.on('request', (request) => {
			if (request.isNavigationRequest()) names.push(new URL(request.url()).pathname)
		})
		await page.goto('/login')
		await begin(page, provider)
		await answer(page, id)
		await expect(page).toHaveURL('/select-username')
		expect(await flags(page)).toEqual([null, 'true', null, 'true'])
		await chooseName(page, `${provider}_${project.name}`)
		expect(await flags(page)).toEqual([null, 'true', null, null])
		expect(names).toContain('/oauth/success')

		const { accessToken, refreshToken } = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
		const cookies = await context.cookies()
		expect(cookies.filter(({ name }) => name === 'login_ticket' || name === 'social_sign_in')).toEqual([])
		for (const secret of [accessToken, refreshToken]) {
			if (!secret) throw new Error('Nobody is signed in')
			expect(seen.filter((address) => address.includes(secret))).toEqual([])
			expect(site.output()).not.toContain(secret)
		}
		// what the provider sends along is seen by nobody but the site
		const codes = seen.flatMap((address) => new URL(address, site.url).searchParams.get('code') ?? [])
		expect(codes.length).toBeGreaterThan(0)
		for (const code of codes) expect(site.output()).not.toContain(code)
		expect(site.output()).not.toContain(`${id}@example.org`)
		expect(site.output()).toContain('"outcome":"done"')

		const history = await (await context.newCDPSession(page)).send('Page.getNavigationHistory')
		const ours = history.entries.map(({ url }) => url).filter((address) => address.startsWith(site.url))
		expect(ours.map((address) => new URL(address).search).join('')).toBe('')
	})

test('whoever comes again is signed in at once, and goes on where they wanted to be', async ({ page, google }, {
	project,
}) => {
	const id = `again_${project.name}`
	google.people.set(id, { email: `${id}@example.org`, email_verified: true })
	await page.goto('/login')
	await begin(page, 'Google')
	await answer(page, id)
	await chooseName(page, id)
	await page.evaluate(() => localStorage.clear())
	await page.goto('/login?redirect=%2Freviews&message=write-review')
	await begin(page, 'Google')
	await expect(page).toHaveURL('/reviews')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	expect(await flags(page)).toEqual([null, 'true', null, null])
})

test('who refuses, or comes with a forged or replayed answer, reads why and is led home', async ({ page, facebook }, {
	project,
}) => {
	const id = `3001${project.name}`
	facebook.people.set(id, { name: 'Rae', email: `rae_${project.name}@example.org` })
	await page.goto('/login')
	await begin(page, 'Facebook')
	await answer(page, null)
	await expect(page).toHaveURL(/\/oauth\/success/)
	await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
	await expect(page).toHaveURL('/')

	const callbacks: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('/callback?')) callbacks.push(request.url())
	})
	await page.goto('/login')
	await begin(page, 'Facebook')
	await answer(page, id)
	await expect(page).toHaveURL('/select-username')
	await page.evaluate(() => localStorage.clear())
	const [callback = ''] = callbacks
	for (const address of [
		callback,
		callback.replace(/state=[^&#]+/, 'state=forged'),
		'/api/auth/google/callback?code=forged&state=forged',
	]) {
		await page.goto(address)
		await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
		await expect(page).toHaveURL('/')
		await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveCount(0)
	}
})

test('a ticket that is too old is a critical failure: the sentence, and the login after three seconds', async ({
	page,
	context,
	site,
}) => {
	await context.addCookies([
		{ name: 'login_ticket', value: 'too-old', url: `${site.url}/api/auth/oauth/extract-tokens`, httpOnly: true },
	])
	await page.goto('/oauth/success')
	await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
	const began = Date.now()
	await expect(page).toHaveURL('/login')
	expect(Date.now() - began).toBeGreaterThan(2_000)
})

test('an address that has an account: unconfirmed it is refused with what to do, confirmed it is the same account', async ({
	page,
	site,
	google,
}, { project }) => {
	const username = `has_one_${project.name}`
	google.people.set(username, { email: `${username}@example.org`, email_verified: true })
	const { id } = await someone(site, username)
	await page.goto('/login')
	await begin(page, 'Google')
	await answer(page, username)
	const sentence =
		'An account with this email already exists. Log in to it with its password, then connect Google or Facebook in your settings.'
	await expect(page.getByRole('alert')).toHaveText(sentence)
	await expect(page).toHaveURL('/login?message=email_registered')
	await expect(page.getByText(sentence)).toBeVisible()
	await page.goto(await mailedLink(site, `${username}@example.org`, '/verify-email'))
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await page.goto('/login')
	await begin(page, 'Google')
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	expect(await page.evaluate(() => JSON.parse(localStorage.user).id)).toBe(id)
})

test('the settings connect a provider once the address is confirmed, and disconnect it, but never the last way in', async ({
	page,
	site,
	google,
	facebook,
}, { project }) => {
	const username = `settled_${project.name}`
	google.people.set(username, { email: 'elsewhere@example.org', email_verified: true })
	facebook.people.set(username, { name: 'Settled' })
	await signedIn(page, site, username)
	const link = await mailedLink(site, `${username}@example.org`, '/verify-email')
	await page.goto('/settings')
	await page.getByRole('button', { name: 'Connect Google' }).click()
	const section = page.getByRole('region', { name: 'Connected accounts' })
	await expect(section.getByRole('alert')).toHaveText(/^Please confirm your email address first/)
	await page.goto(link)
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()

	await page.goto('/settings')
	await page.getByRole('button', { name: 'Connect Google' }).click()
	await answer(page, null)
	await expect(page.getByText('You did not allow it, so nothing was connected.')).toBeVisible()
	await expect(page).toHaveURL('/settings')
	await page.getByRole('button', { name: 'Connect Google' }).click()
	await answer(page, username)
	await expect(page.getByText('Google is connected.')).toBeInViewport()
	await expect(page).toHaveURL('/settings')
	await page.getByRole('button', { name: 'Connect Facebook' }).click()
	await answer(page, username)
	await expect(page.getByText('Facebook is connected.')).toBeVisible()
	await expect(page.getByRole('button', { name: /^Disconnect/ })).toHaveCount(2)
	expect(await axeFinds(page)).toEqual([])
	await page.getByRole('button', { name: 'Disconnect Google' }).click()
	await expect(page.getByText('Google is disconnected.')).toBeVisible()
	await page.reload()
	await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Disconnect Facebook' })).toBeVisible()
})

test('an account that only a provider opens keeps it, and is told why', async ({ page, google }, { project }) => {
	const id = `only_${project.name}`
	google.people.set(id, { email: `${id}@example.org`, email_verified: true })
	await page.goto('/login')
	await begin(page, 'Google')
	await answer(page, id)
	await chooseName(page, id)
	await page.goto('/settings')
	await expect(page.getByText('This is your only way to log in.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Connect Facebook' })).toBeVisible()
})

test('the login offers the providers below the form, by keyboard and to screen readers, in both themes', async ({
	page,
}) => {
	for (const address of ['/login', '/login?mode=signup']) {
		await page.goto(address)
		const links = page.getByRole('link', { name: /^Continue with/ })
		await expect(links).toHaveText(['Continue with Google', 'Continue with Facebook'])
		for (const link of await links.all()) {
			const box = await link.boundingBox()
			expect(box?.height).toBeGreaterThanOrEqual(44)
			await link.focus()
			await expect(link).toBeFocused()
		}
		expect(await axeFinds(page)).toEqual([])
	}
})
