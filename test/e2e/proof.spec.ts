import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { waitForMailedLink } from '#kit/browser/mails.ts'
import { newUsername, registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'
import type { OpenIdProvider } from '#kit/peers/openid-provider.ts'

test.use({ baseURL: async ({ providersSite }, use) => use(providersSite.url) })

const NEW = 'Better2Battery'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it’s you' })

/** Makes the last proof too old, once: ten minutes are more than a test waits. */
async function ageProof(page: Page): Promise<void> {
	const json = { success: false, error: 'Please confirm that it is you first', code: 'proof_needed' }
	await page.route('**/api/auth/reauthenticate', (route) => route.fulfill({ status: 403, json }), { times: 1 })
}

async function answerProvider(page: Page, account: string): Promise<void> {
	await expect(page.getByRole('heading', { level: 1, name: 'Log in at the provider' })).toBeVisible()
	await page.getByLabel('Account').fill(account)
	await page.getByRole('button', { name: 'Continue' }).click()
}

/** An account at the provider that nobody has used here. */
function newAccount(google: OpenIdProvider): string {
	const account = newUsername('proof')
	google.people.set(account, { email: `${account}@example.net`, email_verified: true })
	return account
}

test('connecting asks for the password if the last proof is old, then continues to the provider', {
	tag: '@ci',
}, async ({ page, providersSite: site, google }) => {
	const { username: name } = await registerAndLogIn(page, site)
	await visit(page, await waitForMailedLink(site, `${name}@example.org`, '/verify-email'))
	await page.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await visit(page, '/settings')
	await ageProof(page)
	await section(page, 'Connected accounts').getByRole('button', { name: 'Connect Google' }).click()
	await expect(dialog(page)).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.route('**/api/auth/reauthenticate', (route) => route.abort(), { times: 1 })
	await dialog(page).getByLabel('Current password', { exact: true }).fill('Wrong1Horse')
	await dialog(page).getByRole('button', { name: 'Confirm' }).click()
	await expect(dialog(page).getByText('We could not confirm that it is you. Please try again.')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Confirm' }).click()
	await expect(dialog(page).getByText('This is not your current password')).toBeVisible()
	await dialog(page).getByLabel('Current password', { exact: true }).fill(PASSWORD)
	await dialog(page).getByRole('button', { name: 'Confirm' }).click()
	await answerProvider(page, newAccount(google))
	await expect(section(page, 'Connected accounts').getByText('Google is connected.')).toBeVisible()

	await visit(page, '/forgot-password')
	await page.getByLabel('Email').fill(`${name}@example.org`)
	await page.getByRole('button', { name: 'Send the Link' }).click()
	await visit(page, await waitForMailedLink(site, `${name}@example.org`, '/reset-password'))
	await page.getByLabel('New password', { exact: true }).fill(NEW)
	await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
	await page.getByLabel('Disconnect Google').check()
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Save Password' }).click()
	await expect(
		page.getByText('Your password has been changed, and Google can no longer be used to log in.'),
	).toBeVisible()
})

test('an account without a password confirms at its provider and returns to the requested form', {
	tag: '@ci',
}, async ({ page, google }) => {
	const account = newAccount(google)
	await visit(page, '/login')
	await page.getByRole('link', { name: 'Continue with Google' }).click()
	await answerProvider(page, account)
	await page.getByLabel('Username').fill(account)
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(page).toHaveURL('/')
	await visit(page, '/settings')
	await ageProof(page)
	await section(page, 'Password').getByRole('button', { name: 'Set Password' }).click()
	await expect(dialog(page).getByLabel('Current password')).toHaveCount(0)
	await dialog(page).getByRole('button', { name: 'Continue with Google' }).click()
	await answerProvider(page, account)
	await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
	await expect(page).toHaveURL('/settings')
	await page.getByLabel('New password', { exact: true }).fill(NEW)
	await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
	await page.getByRole('button', { name: 'Save Password' }).click()
	await expect(section(page, 'Password').getByText('Your password has been set.')).toBeVisible()

	await visit(page, '/settings?proof=other_identity')
	await expect(page.getByText('You logged in with an account that is not connected to yours.')).toBeVisible()
	await expect(page).toHaveURL('/settings')
})
