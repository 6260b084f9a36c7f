import type { Page } from '@playwright/test'
import { expectCriticalFailure } from '#kit/browser/landing.ts'
import { waitForMailedLink } from '#kit/browser/mails.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

const NEW = 'Better2Battery'

async function logIn(page: Page, identifier: string, password: string): Promise<void> {
	await page.getByLabel('Username or email').fill(identifier)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In' }).click()
}

async function choosePassword(page: Page, password: string): Promise<void> {
	await page.getByLabel('New password', { exact: true }).fill(password)
	await page.getByLabel('Confirm password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Save Password' }).click()
}

test('a password reset link is mailed, works once, and the new password logs in', async ({ page, site }) => {
	const { username } = await registerPerson(site)
	await visit(page, '/login')
	await page.getByRole('link', { name: 'Forgot password?' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
	await page.getByLabel('Email').fill('nowhere')
	await page.getByRole('button', { name: 'Send the Link' }).click()
	await expect(page.getByText('Please enter a valid email address')).toBeVisible()
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByRole('button', { name: 'Send the Link' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeFocused()

	const referrers: string[] = []
	page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
	const link = await waitForMailedLink(site, `${username}@example.org`, '/reset-password')
	await visit(page, link)
	await expect(page).toHaveURL('/reset-password')
	await choosePassword(page, 'Password123')
	await expect(page.getByText('This password is too common and easy to guess.')).toBeVisible()
	await page.getByLabel('New password', { exact: true }).fill(NEW)
	await page.getByRole('button', { name: 'Save Password' }).click()
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await choosePassword(page, NEW)
	await expect(page).toHaveURL('/login')
	await expect(page.getByText('Your password has been changed. Please log in with the new one.')).toBeVisible()
	expect(referrers.filter((address) => address.includes('token='))).toEqual([])
	expect(site.output()).not.toContain('token=')

	await logIn(page, username, PASSWORD)
	await expect(page.getByText('Invalid credentials')).toBeVisible()
	await logIn(page, username, NEW)
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()

	// Going back never shows the token, and the link is spent
	await visit(page, link)
	await expect(page).toHaveURL('/reset-password')
	await choosePassword(page, 'Another3Attempt')
	await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
	await page.getByRole('link', { name: 'Get a New Link' }).click()
	await expect(page).toHaveURL('/forgot-password')
	await page.goBack()
	await expect(page).toHaveURL('/reset-password')
	await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible()
})

test('the mailed link of a new account confirms its address once the button is pressed; a forged link does not', async ({
	page,
	site,
}) => {
	const { username } = await registerPerson(site)
	const link = await waitForMailedLink(site, `${username}@example.org`, '/verify-email')
	let sent = 0
	await page.route('**/api/auth/verify-email', (route) => {
		sent++
		return route.abort()
	})
	await visit(page, link)
	const button = page.getByRole('button', { name: 'Confirm My Address' })
	await expect(button).not.toHaveAttribute('aria-disabled', 'true')
	// A program that opens links confirms nothing
	expect(sent).toBe(0)
	await button.click()
	await expect(page.getByRole('alert')).toHaveText('Failed to confirm the address. Please try again.')
	await expect(button).toBeFocused()
	await expect(page).toHaveURL('/verify-email')
	await page.unroute('**/api/auth/verify-email')
	await button.click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeFocused()
	for (const dead of [link, '/verify-email?token=forged']) {
		await visit(page, dead)
		await button.click()
		await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
	}
	await expect(page).toHaveURL('/verify-email')
	await visit(page, '/verify-email')
	await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible()
})

test('a provider without keys is not shown', { tag: '@ci' }, async ({ page }) => {
	for (const address of ['/login', '/login?mode=signup']) {
		await visit(page, address)
		await expect(page.getByRole('button', { name: /^(Log In|Sign Up)$/ })).toBeVisible()
		await expect(page.getByText('Continue with')).toHaveCount(0)
	}
	expect((await page.request.get('/api/auth/google')).status()).toBe(404)
})

test.describe('the landing of a social login', () => {
	/** What the server answers to an exchange. The ways to the providers themselves are in social.spec.ts. */
	const answered = (page: Page, answer: { status: number; body: object } | 'nothing') =>
		page.route('**/api/auth/oauth/extract-tokens', (route) =>
			answer === 'nothing' ? route.abort() : route.fulfill({ status: answer.status, json: answer.body }),
		)

	test('without parameters, it redirects to the login', { tag: '@ci' }, async ({ page }) => {
		await visit(page, '/oauth/success')
		await expect(page).toHaveURL('/login')
		await visit(page, '/oauth/elsewhere')
		await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
	})

	test('with tokens already stored, it redirects home', { tag: '@ci' }, async ({ page, site }) => {
		await registerAndLogIn(page, site)
		await visit(page, '/oauth/callback?token=any')
		await expect(page).toHaveURL('/')
		await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	})

	test('an invalid ticket is a critical failure: an error message, and the login after three seconds', {
		tag: '@ci',
	}, async ({ page }) => {
		await expectCriticalFailure(page, '/oauth/callback?token=forged&refresh_token=forged')
		await expect
			.poll(() => page.evaluate(() => [localStorage.accessToken, sessionStorage.oauth_processing]))
			.toEqual([undefined, undefined])
	})

	test('a refusal at the provider and a network failure redirect home after a second', { tag: '@ci' }, async ({
		page,
	}) => {
		await visit(page, '/oauth/success?error=<b>access_denied</b>')
		await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
		await expect(page).toHaveURL('/')
		await answered(page, 'nothing')
		await visit(page, '/oauth/success')
		await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
		await expect(page).toHaveURL('/')
	})

	test('a response without tokens is a critical failure', { tag: '@ci' }, async ({ page }) => {
		await answered(page, { status: 200, body: { success: true } })
		await visit(page, '/oauth/success?token=any')
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		await expect(page).toHaveURL('/login')
	})

	test('an error stored by the app is shown', { tag: '@ci' }, async ({ page }) => {
		await visit(page, '/about')
		await page.evaluate(() => sessionStorage.setItem('oauth_error', 'No authentication data received'))
		await visit(page, '/oauth/callback')
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		await expect.poll(() => page.evaluate(() => sessionStorage.oauth_error)).toBeUndefined()
	})

	for (const needsUsernameSelection of [false, true])
		test(`a valid ticket logs in and redirects ${needsUsernameSelection ? 'to the choice of a username' : 'home'}`, {
			tag: '@ci',
		}, async ({ page, site }) => {
			const { username } = await registerPerson(site)
			const answer = await fetch(`${site.url}/api/auth/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ identifier: username, password: PASSWORD }),
			})
			const body = (await answer.json()) as { user: object }
			const user = { ...body.user, needsUsernameSelection }
			await answered(page, { status: 200, body: { ...body, user } })
			await page.route('**/api/auth/me', (route) => route.fulfill({ json: { success: true, user } }))
			await page.route('**/api/auth/username-required', (route) =>
				route.fulfill({ json: { success: true, needsUsernameSelection } }),
			)
			await visit(page, '/oauth/success')
			await expect(page).toHaveURL(needsUsernameSelection ? '/select-username' : '/')
			await expect
				.poll(() => page.evaluate(() => [sessionStorage.oauth_completed, localStorage.oauth_already_processed ?? null]))
				.toEqual(['true', needsUsernameSelection ? 'true' : null])
		})

	test("the app's event navigates to its path, and only within the site", { tag: '@ci' }, async ({ page }) => {
		await page.route('**/api/auth/oauth/extract-tokens', () => {})
		for (const [path, end] of [
			['/reviews', '/reviews'],
			['//evil.example', '/'],
		] as const) {
			await visit(page, '/oauth/callback')
			await expect(page.getByText('One moment, please...')).toBeVisible()
			await expect
				.poll(async () => {
					await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('oauth-navigate', { detail })), path)
					return new URL(page.url()).pathname
				})
				.toBe(end)
		}
	})
})

test('a deleted account can be looked up only by its code', { tag: '@ci' }, async ({ page, site }) => {
	const { send, username } = await registerPerson(site)
	const { confirmationCode } = await send<{ confirmationCode: string }>('DELETE', '/auth/account', {
		password: PASSWORD,
	})
	const answer = await visit(page, `/data-deletion-status/${confirmationCode}`)
	expect(answer?.status()).toBe(200)
	const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format()
	await expect(page.getByText(confirmationCode)).toBeVisible()
	await expect(page.getByText(date)).toBeVisible()
	await expect(page.getByText('Processing', { exact: true })).toBeVisible()

	expect((await visit(page, '/data-deletion-status/AAAA-BBBB'))?.status()).toBe(404)
	await expect(page.getByText('No deletion request has this code.')).toBeVisible()
	expect((await visit(page, '/data-deletion-status/'))?.status()).toBe(404)
	await expect(page.getByText('N/A').first()).toBeVisible()
	expect(await waitForMailedLink(site, `${username}@example.org`, '/data-deletion-status/')).toContain(confirmationCode)
})
