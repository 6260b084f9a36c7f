import type { Page } from '@playwright/test'
import { mailedLink } from './mails.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

const NEW = 'Better2Battery'

async function logIn(page: Page, identifier: string, password: string): Promise<void> {
	await page.getByLabel('Username or email').fill(identifier)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In' }).click()
}

async function choosePassword(page: Page, password: string): Promise<void> {
	await page.getByLabel('New password', { exact: true }).fill(password)
	await page.getByLabel('Confirm password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Save the Password' }).click()
}

test('a forgotten password: the link is mailed, works once, and the new password logs in', async ({ page, site }, {
	project,
}) => {
	const username = `forgetful_${project.name}`
	await someone(site, username)
	await page.goto('/login')
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
	const link = await mailedLink(site, `${username}@example.org`, '/reset-password')
	await page.goto(link)
	await expect(page).toHaveURL('/reset-password')
	await choosePassword(page, 'Password123')
	await expect(page.getByText('This password is one of the first that anyone would try.')).toBeVisible()
	await page.getByLabel('New password', { exact: true }).fill(NEW)
	await page.getByRole('button', { name: 'Save the Password' }).click()
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await choosePassword(page, NEW)
	await expect(page).toHaveURL('/login')
	await expect(page.getByText('Your password is changed. Please log in with the new one.')).toBeVisible()
	expect(referrers.filter((address) => address.includes('token='))).toEqual([])
	expect(site.output()).not.toContain('token=')

	await logIn(page, username, 'Correct1Horse')
	await expect(page.getByText('Invalid credentials')).toBeVisible()
	await logIn(page, username, NEW)
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()

	// going back never shows the token, and the link is spent
	await page.goto(link)
	await expect(page).toHaveURL('/reset-password')
	await choosePassword(page, 'Another3Attempt')
	await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
	await page.getByRole('link', { name: 'Get a New Link' }).click()
	await expect(page).toHaveURL('/forgot-password')
	await page.goBack()
	await expect(page).toHaveURL('/reset-password')
	await expect(page.getByRole('heading', { level: 1, name: 'This link is not complete' })).toBeVisible()
})

test('a failing network loses nothing that was typed, and another try goes through', async ({ page, site }, {
	project,
}) => {
	const username = `offline_${project.name}`
	await someone(site, username)
	await page.route('**/api/auth/forgot-password', (route) => route.abort())
	await page.goto('/forgot-password')
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByRole('button', { name: 'Send the Link' }).click()
	await expect(page.getByRole('alert')).toHaveText('Failed to send the mail. Please try again.')
	await expect(page.getByLabel('Email')).toHaveValue(`${username}@example.org`)
	await page.unroute('**/api/auth/forgot-password')
	await page.getByRole('button', { name: 'Send the Link' }).click()
	await expect(page.getByText('If an account has this address, a mail with a link is on its way.')).toBeVisible()

	await page.goto(await mailedLink(site, `${username}@example.org`, '/reset-password'))
	await page.route('**/api/auth/reset-password', (route) => route.abort())
	await choosePassword(page, NEW)
	await expect(page.getByRole('alert')).toHaveText('Failed to change the password. Please try again.')
	await page.unroute('**/api/auth/reset-password')
	await page.getByRole('button', { name: 'Save the Password' }).click()
	await expect(page).toHaveURL('/login')
})

test('the mailed link of a new account confirms its address at once; a forged one does not', async ({ page, site }, {
	project,
}) => {
	const username = `confirming_${project.name}`
	await someone(site, username)
	const link = await mailedLink(site, `${username}@example.org`, '/verify-email')
	await page.route('**/api/auth/verify-email', (route) => route.abort())
	await page.goto(link)
	await expect(page.getByRole('alert')).toHaveText('Failed to confirm the address. Please try again.')
	await expect(page).toHaveURL('/verify-email')
	await page.unroute('**/api/auth/verify-email')
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeFocused()
	await page.goto(link)
	await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
	await page.goto('/verify-email?token=forged')
	await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
	await expect(page).toHaveURL('/verify-email')
	await page.goto('/verify-email')
	await expect(page.getByRole('heading', { level: 1, name: 'This link is not complete' })).toBeVisible()
})

test('a provider without keys is not offered', async ({ page }) => {
	for (const address of ['/login', '/login?mode=signup']) {
		await page.goto(address)
		await expect(page.getByRole('button', { name: /^(Log In|Sign Up)$/ })).toBeVisible()
		await expect(page.getByText('Continue with')).toHaveCount(0)
	}
	expect((await page.request.get('/api/auth/google')).status()).toBe(404)
})

test.describe('the landing of a social sign-in', () => {
	/** What the server answers to an exchange. The ways to the providers themselves are in social.spec.ts. */
	const answered = (page: Page, answer: { status: number; body: object } | 'nothing') =>
		page.route('**/api/auth/oauth/extract-tokens', (route) =>
			answer === 'nothing' ? route.abort() : route.fulfill({ status: answer.status, json: answer.body }),
		)

	test('without anything it leads to the login', async ({ page }) => {
		await page.goto('/oauth/success')
		await expect(page).toHaveURL('/login')
		await page.goto('/oauth/elsewhere')
		await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
	})

	test('with tokens already held it leads home', async ({ page, site }, { project }) => {
		await signedIn(page, site, `landed_${project.name}`)
		await page.goto('/oauth/callback?token=any')
		await expect(page).toHaveURL('/')
		await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	})

	test('a ticket that is none is a critical failure: the sentence, and the login after three seconds', async ({
		page,
	}) => {
		await page.goto('/oauth/callback?token=forged&refresh_token=forged')
		await expect(page).toHaveURL('/oauth/callback')
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		const began = Date.now()
		await expect(page).toHaveURL('/login')
		expect(Date.now() - began).toBeGreaterThan(2_000)
		expect(await page.evaluate(() => [localStorage.accessToken, sessionStorage.oauth_processing])).toEqual([
			undefined,
			undefined,
		])
	})

	test("a provider's refusal and a failing network lead home after a second", async ({ page }) => {
		await page.goto('/oauth/success?error=<b>access_denied</b>')
		await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
		await expect(page).toHaveURL('/')
		await answered(page, 'nothing')
		await page.goto('/oauth/success')
		await expect(page.getByRole('alert')).toHaveText('OAuth login failed. Please try again.')
		await expect(page).toHaveURL('/')
	})

	test('an answer without tokens is a critical failure', async ({ page }) => {
		await answered(page, { status: 200, body: { success: true } })
		await page.goto('/oauth/success?token=any')
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		await expect(page).toHaveURL('/login')
	})

	test('the error that the app has stored is told', async ({ page }) => {
		await page.goto('/about')
		await page.evaluate(() => sessionStorage.setItem('oauth_error', 'No authentication data received'))
		await page.goto('/oauth/callback')
		await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try logging in again.')
		expect(await page.evaluate(() => sessionStorage.oauth_error)).toBeUndefined()
	})

	for (const needsUsernameSelection of [false, true])
		test(`a good ticket signs in, and leads ${needsUsernameSelection ? 'to the choice of a username' : 'home'}`, async ({
			page,
			site,
		}, { project }) => {
			const username = `social_${project.name}_${needsUsernameSelection ? 1 : 2}`
			await someone(site, username)
			const answer = await fetch(`${site.url}/api/auth/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ identifier: username, password: 'Correct1Horse' }),
			})
			const body = (await answer.json()) as { user: object }
			const user = { ...body.user, needsUsernameSelection }
			await answered(page, { status: 200, body: { ...body, user } })
			await page.route('**/api/auth/me', (route) => route.fulfill({ json: { success: true, user } }))
			await page.route('**/api/auth/username-required', (route) =>
				route.fulfill({ json: { success: true, needsUsernameSelection } }),
			)
			await page.goto('/oauth/success')
			await expect(page).toHaveURL(needsUsernameSelection ? '/select-username' : '/')
			expect(
				await page.evaluate(() => [sessionStorage.oauth_completed, localStorage.oauth_already_processed ?? null]),
			).toEqual(['true', needsUsernameSelection ? 'true' : null])
		})

	test('the event of the app leads where it says, and nowhere else', async ({ page }) => {
		await page.route('**/api/auth/oauth/extract-tokens', () => {})
		for (const [path, end] of [
			['/reviews', '/reviews'],
			['//evil.example', '/'],
		] as const) {
			await page.goto('/oauth/callback')
			await expect(page.getByText('One moment, please...')).toBeVisible()
			await page.waitForLoadState('load')
			await expect
				.poll(async () => {
					await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('oauth-navigate', { detail })), path)
					return new URL(page.url()).pathname
				})
				.toBe(end)
		}
	})
})

test('a deleted account can be looked up by its code, and by no other', async ({ page, site }, { project }) => {
	const { does } = await someone(site, `leaving_${project.name}`)
	const { confirmationCode } = (await does('DELETE', '/auth/account', { password: 'Correct1Horse' })) as {
		confirmationCode: string
	}
	const answer = await page.goto(`/data-deletion-status/${confirmationCode}`)
	expect(answer?.status()).toBe(200)
	const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format()
	await expect(page.getByText(confirmationCode)).toBeVisible()
	await expect(page.getByText(date)).toBeVisible()
	await expect(page.getByText('Processing', { exact: true })).toBeVisible()

	expect((await page.goto('/data-deletion-status/AAAA-BBBB'))?.status()).toBe(404)
	await expect(page.getByText('No deletion has this code.')).toBeVisible()
	expect((await page.goto('/data-deletion-status/'))?.status()).toBe(404)
	await expect(page.getByText('N/A').first()).toBeVisible()
	expect(await mailedLink(site, `leaving_${project.name}@example.org`, '/data-deletion-status/')).toContain(
		confirmationCode,
	)
})
