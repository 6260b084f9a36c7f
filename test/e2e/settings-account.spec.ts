import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { chunkOf } from '#kit/browser/chunks.ts'
import { waitForMailedLink } from '#kit/browser/mails.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const NEW_PASSWORD = 'Better2Battery'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Logs in on another device. */
const logIn = (site: SiteProcess, identifier: string, password: string, device = WINDOWS) =>
	fetch(`${site.url}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'user-agent': device },
		body: JSON.stringify({ identifier, password }),
	})

test('the email address is confirmed by a resent link, and the settings show it immediately', { tag: '@ci' }, async ({
	page,
	context,
	site,
}) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const email = section(page, 'Email')
	await expect(email.getByText('Not confirmed yet')).toBeVisible()
	const first = await waitForMailedLink(site, `${username}@example.org`, '/verify-email')
	await page.route('**/api/auth/change-email', (route) => route.abort())
	await email.getByRole('button', { name: 'Send the Link Again' }).click()
	await expect(email.getByRole('alert')).toHaveText('Failed to send the mail. Please try again.')
	await page.unroute('**/api/auth/change-email')
	await email.getByRole('button', { name: 'Send the Link Again' }).click()
	await expect(email.getByRole('status').getByText('We sent you a new link. It works for 24 hours.')).toBeVisible()
	await expect.poll(() => waitForMailedLink(site, `${username}@example.org`, '/verify-email')).not.toBe(first)

	const other = await context.newPage()
	await visit(other, await waitForMailedLink(site, `${username}@example.org`, '/verify-email'))
	await other.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(other.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await expect(email.getByText('Confirmed', { exact: true })).toBeVisible()
	await expect(email.getByRole('button', { name: 'Send the Link Again' })).toHaveCount(0)
})

test('a new email address: no input is lost, and the change takes effect once its link is opened', async ({
	page,
	site,
}) => {
	const { username } = await registerAndLogIn(page, site)
	const address = `${username}.new@example.net`
	await visit(page, '/settings')
	const email = section(page, 'Email')
	await email.getByRole('button', { name: 'Change Email' }).click()
	await expect(email.getByLabel('New email')).toBeFocused()
	await email.getByLabel('New email').fill('nowhere')
	await email.getByRole('button', { name: 'Send the Link', exact: true }).click()
	await expect(email.getByText('Please enter a valid email address')).toBeVisible()
	await expect(email.getByText('Please enter your current password')).toBeVisible()
	await expect(email.getByLabel('New email')).toBeFocused()
	await email.getByLabel('New email').fill(`${username}@example.org`)
	await expect(email.getByText('This is already your address')).toBeVisible()

	await email.getByLabel('New email').fill(address)
	await field(page, 'Current password').fill('Wrong1Horse')
	await email.getByRole('button', { name: 'Send the Link', exact: true }).click()
	await expect(email.getByRole('alert').getByText('This is not your current password')).toBeVisible()
	await field(page, 'Current password').fill(PASSWORD)
	await page.route('**/api/auth/change-email', (route) => route.abort())
	await email.getByRole('button', { name: 'Send the Link', exact: true }).click()
	await expect(email.getByRole('alert').getByText('Failed to send the mail. Please try again.')).toBeVisible()
	await expect(email.getByLabel('New email')).toHaveValue(address)
	await expect(field(page, 'Current password')).toHaveValue(PASSWORD)
	await page.unroute('**/api/auth/change-email')
	await email.getByRole('button', { name: 'Send the Link', exact: true }).click()
	await expect(email.getByText(`We sent a link to ${address}.`)).toBeVisible()
	await expect(email.getByRole('button', { name: 'Change Email' })).toBeFocused()
	await expect(email.getByText(`${username}@example.org`)).toBeVisible()

	await visit(page, await waitForMailedLink(site, address, '/verify-email'))
	await page.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await visit(page, '/settings')
	await expect(section(page, 'Email').getByText(address)).toBeVisible()
	await expect(section(page, 'Email').getByText('Confirmed', { exact: true })).toBeVisible()
	expect((await logIn(site, address, PASSWORD)).status).toBe(200)
	expect(site.output()).not.toContain('@example')
})

test('a new password logs out all other devices, but not this one', { tag: '@ci' }, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	const other = (await (await logIn(site, username, PASSWORD)).json()) as { tokens: { accessToken: string } }
	await visit(page, '/settings')
	const password = section(page, 'Password')
	await expect(section(page, 'Devices').getByText('Firefox on Windows')).toBeVisible()
	await password.getByRole('button', { name: 'Change Password' }).click()
	await expect(field(page, 'Current password')).toBeFocused()
	await field(page, 'Current password').fill(PASSWORD)
	await field(page, 'New password').fill('Password123')
	await field(page, 'Confirm password').fill('Password12')
	await password.getByRole('button', { name: 'Save Password' }).click()
	await expect(password.getByText('Passwords do not match')).toBeVisible()
	await field(page, 'Confirm password').fill('Password123')
	await password.getByRole('button', { name: 'Save Password' }).click()
	await expect(password.getByText('This password is too common and easy to guess.')).toBeVisible()
	await expect(field(page, 'Current password')).toHaveValue(PASSWORD)
	await field(page, 'New password').fill(NEW_PASSWORD)
	await field(page, 'Confirm password').fill(NEW_PASSWORD)
	await field(page, 'Confirm password').press('Enter')
	await expect(password.getByText('Your password has been changed. You’re logged out everywhere else.')).toBeVisible()
	await expect(section(page, 'Devices').getByText('Firefox on Windows')).toHaveCount(0)
	const refused = await fetch(`${site.url}/api/auth/me`, {
		headers: { authorization: `Bearer ${other.tokens.accessToken}` },
	})
	expect(refused.status).toBe(401)
	await page.reload()
	await expect(page.getByLabel('Bio')).toBeVisible()
	expect((await logIn(site, username, NEW_PASSWORD)).status).toBe(200)
	expect((await logIn(site, username, PASSWORD)).status).toBe(401)
})

test('devices are listed with this one first, and can be logged out one by one or all together', {
	tag: '@ci',
}, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	for (const device of [WINDOWS, WINDOWS.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64')])
		await logIn(site, username, PASSWORD, device)
	await page.route('**/api/auth/sessions', (route) => route.abort(), { times: 2 })
	await visit(page, '/settings')
	const devices = section(page, 'Devices')
	await expect(devices.getByRole('alert').getByText('Failed to load your devices')).toBeVisible()
	await devices.getByRole('button', { name: 'Try Again' }).click()
	const rows = devices.getByRole('listitem')
	await expect(rows).toHaveCount(3)
	await expect(rows.first()).toContainText('This device')
	await expect(rows.first().getByRole('button')).toHaveCount(0)

	await page.route('**/api/auth/sessions/*', (route) => route.abort(), { times: 1 })
	await devices.getByRole('button', { name: 'Log out Firefox on Windows' }).click()
	await expect(devices.getByRole('alert')).toHaveText('Failed to log out the device. Please try again.')
	await devices.getByRole('button', { name: 'Log out Firefox on Windows' }).click()
	await expect(devices.getByText('Firefox on Windows has been logged out.')).toBeVisible()
	await expect(rows).toHaveCount(2)
	await expect(devices.getByRole('list', { name: 'Devices' })).toBeFocused()
	await page.route('**/api/auth/sessions', (route) => route.abort(), { times: 1 })
	await devices.getByRole('button', { name: 'Log Out All Others' }).click()
	await expect(devices.getByRole('alert')).toHaveText('Failed to log out the other devices. Please try again.')
	await devices.getByRole('button', { name: 'Log Out All Others' }).click()
	await expect(devices.getByText('All other devices have been logged out.')).toBeVisible()
	await expect(rows).toHaveCount(1)
	await expect(devices.getByRole('button', { name: 'Log Out All Others' })).toHaveCount(0)
})

test('all data is exported as one file, even after the access token has expired', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const data = section(page, 'Download everything')
	await page.route('**/api/auth/export?*', (route) => route.abort(), { times: 1 })
	await data.getByRole('button', { name: 'Download JSON' }).click()
	await expect(data.getByRole('alert')).toHaveText('Failed to get your data. Please try again.')
	await page.evaluate(() => localStorage.setItem('accessToken', 'spent'))
	const downloading = page.waitForEvent('download')
	await data.getByRole('button', { name: 'Download JSON' }).click()
	const download = await downloading
	expect(download.suggestedFilename()).toMatch(new RegExp(`^savepoint-${username}-\\d{4}-\\d\\d-\\d\\d\\.json$`))
	const { account } = JSON.parse(await readFile(await download.path(), 'utf8'))
	expect([account.username, account.email]).toEqual([username, `${username}@example.org`])
	await expect(data.getByText('Your data is in your downloads.')).toBeVisible()
})

test('an account is deleted after confirmation; nothing of it remains in the browser or on the server', async ({
	page,
	site,
}) => {
	const other = await registerPerson(site)
	const member = await registerAndLogIn(page, site, newUsername('deleted'))
	const { username } = member
	await member.review(3)
	await visit(page, '/settings')
	await page.getByLabel('Bio').fill('Typed and never saved.')
	await section(page, 'Delete account').getByRole('button', { name: 'Delete Account' }).click()
	const question = page.getByRole('dialog', { name: 'Delete your account?' })
	await expect(question.getByText('This can’t be undone')).toBeVisible()
	await question.getByRole('button', { name: 'Cancel' }).click()
	await expect(section(page, 'Delete account').getByRole('button', { name: 'Delete Account' })).toBeFocused()

	await section(page, 'Delete account').getByRole('button', { name: 'Delete Account' }).click()
	await question.getByRole('button', { name: 'Delete Account' }).click()
	await expect(question.getByText('Please enter your current password')).toBeVisible()
	await question.getByLabel('Current password', { exact: true }).fill('Wrong1Horse')
	await question.getByRole('button', { name: 'Delete Account' }).click()
	await expect(question.getByRole('alert')).toHaveText('This is not your current password')
	await question.getByLabel('Current password', { exact: true }).fill(PASSWORD)
	await page.route('**/api/auth/account', (route) => route.abort(), { times: 1 })
	await question.getByRole('button', { name: 'Delete Account' }).click()
	await expect(question.getByRole('alert')).toHaveText('Failed to delete the account. Please try again.')
	await question.getByRole('button', { name: 'Delete Account' }).click()

	await expect(page).toHaveURL(/\/data-deletion-status\/\w{4}-\w{4}-\w{4}-\w{4}$/)
	await expect(page.getByText('Processing', { exact: true })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveCount(0)
	await expect
		.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
		.not.toMatch(/accessToken|refreshToken|Typed and never saved|deleted_/)
	await page.goBack()
	await expect(page).not.toHaveURL('/settings')
	expect((await page.goto(`/profile/${username}`))?.status()).toBe(404)
	expect((await logIn(site, username, PASSWORD)).status).toBe(401)
	await expect(other.send('GET', `/reviews?username=${username}`)).rejects.toThrow('404')
})

test('an account without a password sets one, and deletion is confirmed by typing the username', {
	tag: '@ci',
}, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	// As a social login leaves it
	await page.route('**/api/auth/me', async (route) => {
		const answer = await (await route.fetch()).json()
		await route.fulfill({ json: { ...answer, user: { ...answer.user, hasPassword: false } } })
	})
	await visit(page, '/settings')
	const password = section(page, 'Password')
	await password.getByRole('button', { name: 'Set Password' }).click()
	await expect(field(page, 'New password')).toBeFocused()
	await expect(field(page, 'Current password')).toHaveCount(0)
	await password.getByRole('button', { name: 'Cancel' }).click()
	await expect(password.getByRole('button', { name: 'Set Password' })).toBeFocused()
	await section(page, 'Delete account').getByRole('button', { name: 'Delete Account' }).click()
	const question = page.getByRole('dialog', { name: 'Delete your account?' })
	await question.getByLabel(`Type ${username} to confirm`).fill('somebody')
	await question.getByRole('button', { name: 'Delete Account' }).click()
	await expect(question.getByText('Please type your username to confirm')).toBeVisible()
	const asked = page.waitForRequest('**/api/auth/account')
	await question.getByLabel(`Type ${username} to confirm`).fill(username.toUpperCase())
	await question.getByRole('button', { name: 'Delete Account' }).click()
	expect((await asked).postDataJSON()).toEqual({ confirm: username.toUpperCase() })
})

test('account settings that fail to load can be retried', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await page.route(`**${chunkOf('src/web/features/settings/account-sections.tsx')}`, (route) => route.abort())
	await visit(page, '/settings')
	await expect(page.getByText('Failed to load your account settings')).toBeVisible()
	await expect(page.getByLabel('Bio')).toBeVisible()
	await page.unroute(`**${chunkOf('src/web/features/settings/account-sections.tsx')}`)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(section(page, 'Email')).toBeVisible()
})

test("the account's settings are accessible in both themes, by keyboard, and fit 320 px", { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { username } = await registerAndLogIn(page, site)
	await logIn(site, username, PASSWORD)
	await visit(page, '/settings')
	for (const label of ['Change Email', 'Change Password']) {
		await page.getByRole('button', { name: label }).focus()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('button', { name: label })).toHaveCount(0)
		await page.keyboard.press('Enter')
	}
	await expect(page.getByText('Please enter a valid email address')).toBeVisible()
	await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
	const devices = section(page, 'Devices')
	await expect(devices.getByRole('listitem')).toHaveCount(2)
	for (const width of [1280, 320]) {
		await page.setViewportSize({ width, height: 3000 })
		await expectFitsWidth(page)
		expect(await findAxeViolations(page)).toEqual([])
		await expect
			.poll(() =>
				devices
					.getByRole('button')
					.evaluateAll((buttons) => Math.min(...buttons.map((button) => button.getBoundingClientRect().height))),
			)
			.toBeGreaterThanOrEqual(44)
		await page.getByRole('button', { name: 'Delete Account' }).focus()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
		await expectFitsWidth(page)
		expect(await findAxeViolations(page)).toEqual([])
		await page.keyboard.press('Escape')
		await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()
	}
})
