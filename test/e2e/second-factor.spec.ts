import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { logIn } from '#kit/browser/login.ts'
import { addVirtualAuthenticator } from '#kit/browser/passkeys.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { showCode } from '#kit/second-factor.ts'
import type { SiteProcess } from '#kit/site-process.ts'

/** Passkeys need a host name. */
const named = <S extends SiteProcess>(site: S): S => ({ ...site, url: site.url.replace('127.0.0.1', 'localhost') })

test.use({ baseURL: async ({ site }, use) => use(named(site).url) })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const twoStep = (page: Page) => section(page, 'Two-step login')
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your recovery codes' })

async function logOut(page: Page): Promise<void> {
	await page.evaluate(() => localStorage.clear())
	await visit(page, '/login')
}

async function addPasskey(page: Page, name: string): Promise<void> {
	await twoStep(page).getByRole('button', { name: 'Add a Passkey' }).click()
	await expect(twoStep(page).getByLabel('Name', { exact: true })).toBeFocused()
	await twoStep(page).getByLabel('Name', { exact: true }).fill(name)
	await twoStep(page).getByLabel('Name', { exact: true }).press('Enter')
}

async function readCodes(page: Page): Promise<string[]> {
	await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10)
	return codesDialog(page).getByRole('listitem').allTextContents()
}

/** Presses a button by keyboard alone. */
async function press(button: Locator): Promise<void> {
	await button.focus()
	await button.press('Enter')
}

test('a passkey is added, logs in without a name, is asked for after the password, and is removed', {
	tag: '@ci',
}, async ({ page, site }) => {
	const authenticator = await addVirtualAuthenticator(page)
	const { username } = await registerAndLogIn(page, named(site))
	await visit(page, '/settings')
	await expect(twoStep(page).getByText('It’s off.')).toBeVisible()
	await addPasskey(page, 'My phone')
	await readCodes(page)
	expect(await findAxeViolations(page)).toEqual([])
	await press(codesDialog(page).getByRole('button', { name: 'I Saved Them' }))
	await expect(twoStep(page).getByText('My phone has been added. You can now log in with it.')).toBeVisible()
	await expect(twoStep(page).getByText('You have 10 left.')).toBeVisible()
	await expect.poll(() => authenticator.count()).toBe(1)
	expect(await findAxeViolations(page)).toEqual([])

	// Where the browser can, it offers the passkey in the username field, and the person accepts at once
	await authenticator.setPresence(false)
	await logOut(page)
	await expect(page.getByLabel('Username or email')).toHaveAttribute('autocomplete', 'username webauthn')
	await logIn(page, username)
	await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Use a Recovery Code' }).click()
	await expect(page.getByLabel('Recovery code')).toBeFocused()
	await page.getByRole('button', { name: 'Use a Passkey' }).click()
	await authenticator.setPresence(true)
	await page.getByRole('button', { name: 'Use a Passkey' }).click()
	await expect(page).toHaveURL('/')

	// Without the offer in the field, which would be accepted before the button is pressed
	await page.addInitScript(() => {
		PublicKeyCredential.isConditionalMediationAvailable = async () => false
	})
	await logOut(page)
	await page.getByRole('button', { name: 'Use a Passkey' }).click()
	await expect(page).toHaveURL('/')
	await visit(page, '/settings')
	await expect(section(page, 'Devices').getByText('with a passkey').first()).toBeVisible()
	await expect(section(page, 'Devices').getByText('with a password and a second step').first()).toBeVisible()

	await twoStep(page).getByRole('button', { name: 'Rename My phone' }).click()
	await expect(twoStep(page).getByLabel('Name', { exact: true })).toBeFocused()
	await twoStep(page).getByLabel('Name', { exact: true }).fill('Old phone')
	await twoStep(page).getByRole('button', { name: 'Save Name' }).click()
	await press(twoStep(page).getByRole('button', { name: 'Remove Old phone' }))
	await page.getByRole('dialog', { name: 'Remove Old phone?' }).getByRole('button', { name: 'Delete' }).click()
	await expect(twoStep(page).getByText('It’s off.')).toBeVisible()
	await logOut(page)
	await logIn(page, username)
	await expect(page).toHaveURL('/')
})

test('an authenticator app is set up, its codes log in once each, and recovery codes stand in for it', {
	tag: '@ci',
}, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, named(site))
	await visit(page, '/settings')
	await twoStep(page).getByRole('button', { name: 'Set Up an App' }).click()
	await expect(twoStep(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
	await expect(twoStep(page).getByLabel('Code from your app')).toBeFocused()
	const secret = ((await twoStep(page).getByText('Key:').textContent()) ?? '').replace('Key:', '').replace(/\s/g, '')
	await twoStep(page).getByLabel('Code from your app').fill('12345')
	await twoStep(page).getByRole('button', { name: 'Finish' }).click()
	await expect(twoStep(page).getByText('Please enter the 6 digits from your app')).toBeVisible()
	await twoStep(page)
		.getByLabel('Code from your app')
		.fill(showCode(secret, Date.now() + 3_600_000))
	await twoStep(page).getByRole('button', { name: 'Finish' }).click()
	await expect(twoStep(page).getByText('This code is not right.')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	// The code of the step before: that of now is then left for the login
	await twoStep(page)
		.getByLabel('Code from your app')
		.fill(showCode(secret, Date.now() - 30_000))
	await twoStep(page).getByRole('button', { name: 'Finish' }).click()
	const [first = ''] = await readCodes(page)
	const download = page.waitForEvent('download')
	await codesDialog(page).getByRole('button', { name: 'Download' }).click()
	expect(await readFile(await (await download).path(), 'utf8')).toContain(first)
	await codesDialog(page).getByRole('button', { name: 'I Saved Them' }).click()

	await logOut(page)
	await logIn(page, username)
	const code = page.getByLabel('Code from your authenticator app')
	await expect(code).toBeFocused()
	await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
	await code.fill(showCode(secret, Date.now() + 3_600_000))
	await code.press('Enter')
	await expect(page.getByText('This did not work. Please check it and try again.')).toBeVisible()
	await code.fill(showCode(secret, Date.now() + 30_000))
	await code.press('Enter')
	await expect(page).toHaveURL('/')

	for (const outcome of ['works', 'is spent'] as const) {
		await logOut(page)
		await logIn(page, username)
		await press(page.getByRole('button', { name: 'Use a Recovery Code' }))
		await page.getByLabel('Recovery code').fill(first.toLowerCase())
		await page.getByRole('button', { name: 'Log In', exact: true }).click()
		if (outcome === 'works') await expect(page).toHaveURL('/')
		else await expect(page.getByText('This did not work. Please check it and try again.')).toBeVisible()
	}
	await page.getByRole('button', { name: 'Back to Login' }).click()
	await expect(page.getByLabel('Username or email')).toBeVisible()
})

test('a login whose second step took too long begins again and says why', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerPerson(site)
	const { secret } = await person.send<{ secret: string }>('POST', '/auth/authenticator', {})
	await person.send('PUT', '/auth/authenticator', { code: showCode(secret, Date.now()) })
	await visit(page, '/login')
	await logIn(page, person.username)
	const json = { success: false, code: 'bad_token', error: 'This login has expired. Please log in again.' }
	await page.route('**/api/auth/login/second-factor', (route) => route.fulfill({ status: 401, json }))
	await page.getByLabel('Code from your authenticator app').fill('123456')
	await page.getByRole('button', { name: 'Log In', exact: true }).click()
	await expect(page.getByText('This login has expired. Please log in again.')).toBeVisible()
	await expect(page.getByLabel('Username or email')).toBeVisible()
})

test.describe('with a provider', () => {
	test.use({ baseURL: async ({ providersSite }, use) => use(named(providersSite).url) })

	test('a login through a provider asks for the second step, and the only passkey is not removed', {
		tag: '@ci',
	}, async ({ page, google }) => {
		await addVirtualAuthenticator(page)
		const account = newUsername('keyed')
		google.people.set(account, { email: `${account}@example.net`, email_verified: true })
		await visit(page, '/login')
		await page.getByRole('link', { name: 'Continue with Google' }).click()
		await page.getByLabel('Account').fill(account)
		await page.getByRole('button', { name: 'Continue' }).click()
		await page.getByLabel('Username').fill(account)
		await page.getByRole('button', { name: 'Continue' }).click()
		await expect(page).toHaveURL('/')
		await visit(page, '/settings')
		await addPasskey(page, 'My phone')
		await codesDialog(page).getByRole('button', { name: 'I Saved Them' }).click()

		await page.evaluate(() => localStorage.clear())
		await visit(page, '/login?mode=signup')
		// The provider remembers the account
		await page.getByRole('link', { name: 'Continue with Google' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
		await page.getByRole('button', { name: 'Use a Passkey' }).click()
		await expect(page).toHaveURL('/')
		await visit(page, '/settings')
		await section(page, 'Connected accounts').getByRole('button', { name: 'Disconnect Google' }).click()
		await expect(section(page, 'Connected accounts').getByText('Google is disconnected.')).toBeVisible()
		await twoStep(page).getByRole('button', { name: 'Remove My phone' }).click()
		const dialog = page.getByRole('dialog', { name: 'Remove My phone?' })
		await dialog.getByRole('button', { name: 'Delete' }).click()
		await expect(dialog.getByText('This is your only way to log in.')).toBeVisible()
	})
})

test('the download of one’s data asks an account with a second factor for a proof', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const authenticator = await addVirtualAuthenticator(page)
	await registerAndLogIn(page, named(site))
	await visit(page, '/settings')
	await addPasskey(page, 'My phone')
	await codesDialog(page).getByRole('button', { name: 'I Saved Them' }).click()
	await expect.poll(() => authenticator.count()).toBe(1)
	const json = { success: false, error: 'Please confirm that it is you first', code: 'proof_needed' }
	const answerOnce = (path: string) => page.route(path, (route) => route.fulfill({ status: 403, json }), { times: 1 })
	await answerOnce('**/api/auth/export?*')
	await answerOnce('**/api/auth/reauthenticate')
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download JSON' }).click()
	const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
	await expect(dialog.getByText('This file holds everything about you')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Use a Passkey' }).click()
	expect(await readFile(await (await download).path(), 'utf8')).toContain('My phone')
})

test('what fails says so, and can be tried again', { tag: '@ci' }, async ({ page, site }) => {
	const authenticator = await addVirtualAuthenticator(page)
	await registerAndLogIn(page, named(site))
	const failOnce = (path: string, method: string, times = 1) =>
		page.route(
			`**/api/auth/${path}`,
			(route) => (route.request().method() === method ? route.abort() : route.fallback()),
			{ times },
		)
	// A read is retried once by itself
	await failOnce('second-factor', 'GET', 2)
	await visit(page, '/settings')
	await expect(twoStep(page).getByText('Failed to load your login options')).toBeVisible()
	await twoStep(page).getByRole('button', { name: 'Try Again' }).click()

	await failOnce('passkeys/options', 'POST')
	await addPasskey(page, 'My phone')
	await expect(twoStep(page).getByText('This passkey could not be added. Please try again.')).toBeVisible()
	await twoStep(page).getByRole('button', { name: 'Continue' }).click()
	await codesDialog(page).getByRole('button', { name: 'I Saved Them' }).click()
	await failOnce('passkeys/*', 'PUT')
	await twoStep(page).getByRole('button', { name: 'Rename My phone' }).click()
	await twoStep(page).getByLabel('Name', { exact: true }).fill('Phone')
	await twoStep(page).getByRole('button', { name: 'Save Name' }).click()
	await expect(twoStep(page).getByText('Failed to rename the passkey. Please try again.')).toBeVisible()
	await twoStep(page).getByRole('button', { name: 'Cancel' }).click()

	await failOnce('authenticator', 'POST')
	await twoStep(page).getByRole('button', { name: 'Set Up an App' }).click()
	await expect(twoStep(page).getByText('Failed to start the setup. Please try again.')).toBeVisible()
	await twoStep(page).getByRole('button', { name: 'Set Up an App' }).click()
	const secret = ((await twoStep(page).getByText('Key:').textContent()) ?? '').replace('Key:', '').replace(/\s/g, '')
	await twoStep(page).getByLabel('Code from your app').fill(showCode(secret, Date.now()))
	await failOnce('authenticator', 'PUT')
	await twoStep(page).getByRole('button', { name: 'Finish' }).click()
	await expect(twoStep(page).getByText('Failed to finish the setup. Please try again.')).toBeVisible()
	await twoStep(page).getByRole('button', { name: 'Finish' }).click()
	await expect(twoStep(page).getByText('It’s on:')).toBeVisible()

	await failOnce('authenticator', 'DELETE')
	await twoStep(page).getByRole('button', { name: 'Remove the authenticator app' }).click()
	const removal = page.getByRole('dialog', { name: 'Remove the authenticator app?' })
	await removal.getByRole('button', { name: 'Delete' }).click()
	await expect(removal.getByText('Failed to remove the authenticator app. Please try again.')).toBeVisible()
	await removal.getByRole('button', { name: 'Cancel' }).click()
	await failOnce('passkeys/*', 'DELETE')
	await twoStep(page).getByRole('button', { name: 'Remove My phone' }).click()
	const other = page.getByRole('dialog', { name: 'Remove My phone?' })
	await other.getByRole('button', { name: 'Delete' }).click()
	await expect(other.getByText('Failed to remove the passkey. Please try again.')).toBeVisible()
	await other.getByRole('button', { name: 'Cancel' }).click()
	await failOnce('recovery-codes', 'POST')
	await twoStep(page).getByRole('button', { name: 'Make New Codes' }).click()
	await expect(twoStep(page).getByText('Failed to make new recovery codes. Please try again.')).toBeVisible()

	// It would accept the offer in the username field at once
	await authenticator.setPresence(false)
	await logOut(page)
	await page.route('**/api/auth/login/passkey/options', (route) => route.abort())
	await page.getByRole('button', { name: 'Use a Passkey' }).click()
	await expect(page.getByText('This passkey did not work. Please try again, or log in another way.')).toBeVisible()
})
