import type { Page } from '@playwright/test'
import { BANNED } from '#contract/session-refusals.ts'
import { LOGIN_OUTCOMES } from '#contract/social-login-outcomes.ts'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { expectCriticalFailure } from '#kit/browser/landing.ts'
import { waitForMailedLink } from '#kit/browser/mails.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ baseURL: async ({ providersSite }, use) => use(providersSite.url) })

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
	test(`logging in with ${provider} leads over its page, the landing and a username to the site, and puts no token in any URL`, {
		tag: ['@trust-10'],
	}, async ({ page, context, providersSite: site, google, facebook }) => {
		const id = newUsername(account)
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
		await visit(page, '/login')
		await begin(page, provider)
		await answer(page, id)
		await expect(page).toHaveURL('/select-username')
		await expect.poll(() => flags(page)).toEqual([null, 'true', null, 'true'])
		await chooseName(page, newUsername(provider))
		await expect.poll(() => flags(page)).toEqual([null, 'true', null, null])
		expect(names).toContain('/oauth/success')

		const { accessToken, refreshToken } = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
		const cookies = await context.cookies()
		expect(cookies.filter(({ name }) => name === 'login_ticket' || name === 'social_sign_in')).toEqual([])
		for (const secret of [accessToken, refreshToken]) {
			if (!secret) throw new Error('Nobody is logged in')
			expect(seen.filter((address) => address.includes(secret))).toEqual([])
			expect(site.output()).not.toContain(secret)
		}
		// What the provider sends along is seen by nobody but the site
		const codes = seen.flatMap((address) => new URL(address, site.url).searchParams.get('code') ?? [])
		expect(codes.length).toBeGreaterThan(0)
		for (const code of codes) expect(site.output()).not.toContain(code)
		expect(site.output()).not.toContain(`${id}@example.org`)
		expect(site.output()).toContain('"outcome":"done"')

		const history = await (await context.newCDPSession(page)).send('Page.getNavigationHistory')
		const ours = history.entries.map(({ url }) => url).filter((address) => address.startsWith(site.url))
		expect(ours.map((address) => new URL(address).search).join('')).toBe('')
	})

test('a returning user is logged in immediately and redirected to the return path', { tag: '@ci' }, async ({
	page,
	google,
}) => {
	const id = newUsername('again')
	google.people.set(id, { email: `${id}@example.org`, email_verified: true })
	await visit(page, '/login')
	await begin(page, 'Google')
	await answer(page, id)
	await chooseName(page, id)
	await page.evaluate(() => localStorage.clear())
	await visit(page, '/login?redirect=%2Freviews&message=write-review')
	await begin(page, 'Google')
	await expect(page).toHaveURL('/reviews')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await expect.poll(() => flags(page)).toEqual([null, 'true', null, null])
})

test('a refusal and a forged or replayed callback show an error and redirect home', { tag: '@ci' }, async ({
	page,
	facebook,
}) => {
	const id = newUsername('3001')
	facebook.people.set(id, { name: 'Rae', email: `${id}@example.org` })
	await visit(page, '/login')
	await begin(page, 'Facebook')
	await answer(page, null)
	await expect(page).toHaveURL(/\/oauth\/success/)
	await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
	await expect(page).toHaveURL('/')

	const callbacks: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('/callback?')) callbacks.push(request.url())
	})
	await visit(page, '/login')
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

test('an expired ticket is a critical failure: an error message, and the login after three seconds', {
	tag: '@ci',
}, async ({ page, context, providersSite: site }) => {
	await context.addCookies([
		{ name: 'login_ticket', value: 'too-old', url: `${site.url}/api/auth/oauth/extract-tokens`, httpOnly: true },
	])
	await expectCriticalFailure(page, '/oauth/success')
})

test('an email address that has an account: unverified, it is refused with instructions; verified, it logs in to that account', {
	tag: '@ci',
}, async ({ page, providersSite: site, google }) => {
	const username = newUsername('has_one')
	google.people.set(username, { email: `${username}@example.org`, email_verified: true })
	const { id } = await registerPerson(site, username)
	await visit(page, '/login')
	await begin(page, 'Google')
	await answer(page, username)
	const sentence =
		'An account with this email already exists. Log in to it with its password, then connect Google or Facebook in your settings.'
	await expect(page.getByRole('alert')).toHaveText(sentence)
	await expect(page).toHaveURL('/login?message=email_registered')
	await expect(page.getByText(sentence)).toBeVisible()
	await visit(page, await waitForMailedLink(site, `${username}@example.org`, '/verify-email'))
	await page.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await visit(page, '/login')
	await begin(page, 'Google')
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.user).id)).toBe(id)
})

test('why a provider got nobody an account is said, and again at the login', { tag: '@ci' }, async ({ page }) => {
	for (const [outcome, sentence] of Object.entries(LOGIN_OUTCOMES)) {
		await visit(page, `/oauth/success?error=${outcome}`)
		await expect(page.getByRole('alert')).toHaveText(sentence)
		await expect(page).toHaveURL(`/login?message=${outcome}`)
		await expect(page.getByText(sentence)).toBeVisible()
	}
})

test('a banned person who logs in with a provider is led to the decision, and appeals', { tag: '@ci' }, async ({
	page,
	providersSite: site,
	google,
}) => {
	const id = newUsername('banned')
	google.people.set(id, { email: `${id}@example.org`, email_verified: true })
	await visit(page, '/login')
	await begin(page, 'Google')
	await answer(page, id)
	await chooseName(page, id)
	const subjectId = await page.evaluate(() => JSON.parse(localStorage.user).id)
	const moderator = await registerWithRole(site, 'moderator')
	await moderator.send('POST', '/moderation/actions', {
		subject: 'user',
		subjectId,
		action: 'ban',
		reason: 'spam',
		note: 'Only advertisements.',
	})
	await page.evaluate(() => localStorage.clear())
	await visit(page, '/login')
	await begin(page, 'Google')
	await expect(page.getByRole('alert')).toHaveText(BANNED.error)
	await expect(page).toHaveURL(/^[^?]+\/appeal\/[\da-f-]+(\?token=[^&]+)?$/)
	await expect(page.getByText('Only advertisements.')).toBeVisible()
	await page.getByLabel('Why was it wrong?').fill('I wrote reviews as well.')
	await page.getByRole('button', { name: 'Send Appeal' }).click()
	await expect(page.getByRole('status').getByText('You appealed')).toBeVisible()
})

test('the settings connect a provider once the address is confirmed, and disconnect it, but never the last login method', {
	tag: '@ci',
}, async ({ page, providersSite: site, google, facebook }) => {
	const username = newUsername('settled')
	google.people.set(username, { email: 'elsewhere@example.org', email_verified: true })
	facebook.people.set(username, { name: 'Settled' })
	await registerAndLogIn(page, site, username)
	const link = await waitForMailedLink(site, `${username}@example.org`, '/verify-email')
	await visit(page, '/settings')
	await page.getByRole('button', { name: 'Connect Google' }).click()
	const section = page.getByRole('region', { name: 'Connected accounts' })
	await expect(section.getByRole('alert')).toHaveText(/^Please confirm your email address first/)
	await visit(page, link)
	await page.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()

	await visit(page, '/settings')
	await page.route('**/api/auth/providers/google', (route) => route.abort(), { times: 1 })
	await page.getByRole('button', { name: 'Connect Google' }).click()
	await expect(section.getByRole('alert')).toHaveText('Failed to connect the account. Please try again.')
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
	expect(await findAxeViolations(page)).toEqual([])
	await page.route('**/api/auth/providers/google', (route) => route.abort(), { times: 1 })
	await page.getByRole('button', { name: 'Disconnect Google' }).click()
	await expect(section.getByRole('alert')).toHaveText('Failed to disconnect the account. Please try again.')
	await page.getByRole('button', { name: 'Disconnect Google' }).click()
	await expect(page.getByText('Google is disconnected.')).toBeVisible()
	await page.reload()
	await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Disconnect Facebook' })).toBeVisible()
})

test('an account whose only login method is a provider cannot disconnect it, and sees why', { tag: '@ci' }, async ({
	page,
	google,
}) => {
	const id = newUsername('only')
	google.people.set(id, { email: `${id}@example.org`, email_verified: true })
	await visit(page, '/login')
	await begin(page, 'Google')
	await answer(page, id)
	await chooseName(page, id)
	await visit(page, '/settings')
	await expect(page.getByText('This is your only way to log in.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Connect Facebook' })).toBeVisible()
})

test('the login shows the providers below the form, accessible by keyboard and to screen readers, in both themes', {
	tag: '@ci',
}, async ({ page }) => {
	for (const address of ['/login', '/login?mode=signup']) {
		await visit(page, address)
		const links = page.getByRole('link', { name: /^Continue with/ })
		await expect(links).toHaveText(['Continue with Google', 'Continue with Facebook'])
		for (const link of await links.all()) {
			await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
			await link.focus()
			await expect(link).toBeFocused()
		}
		expect(await findAxeViolations(page)).toEqual([])
	}
})
