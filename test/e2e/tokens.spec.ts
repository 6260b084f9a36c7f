import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'

const section = (page: Page, name = 'API tokens') => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Creates a token on the page, which begins to show it. */
async function createToken(page: Page, name: string): Promise<void> {
	await section(page).getByRole('button', { name: 'New Token' }).click()
	await expect(dialog(page, 'New token').getByLabel('Name', { exact: true })).toBeFocused()
	await dialog(page, 'New token').getByLabel('Name', { exact: true }).fill(name)
	await dialog(page, 'New token').getByRole('button', { name: 'Create Token' }).click()
}

test('a token is created, copied, used by a program, and ended', { tag: '@phone' }, async ({ page, context, site }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	const { username, id } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await expect(section(page).getByText('You have no tokens.')).toBeVisible()
	await section(page).getByRole('button', { name: 'New Token' }).click()
	const form = dialog(page, 'New token')
	await form.getByRole('button', { name: 'Create Token' }).click()
	await expect(form.getByText('Please give the token a name')).toBeVisible()
	await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
	expect(await findAxeViolations(page)).toEqual([])
	await expectFitsWidth(page)
	await form.getByLabel('Name', { exact: true }).fill('Backup script')
	await form.getByRole('radio', { name: 'Read and write' }).check()
	await form.getByText('A year').click()
	// What fails loses nothing
	await page.route('**/api/tokens', (route) => route.abort(), { times: 1 })
	await form.getByRole('button', { name: 'Create Token' }).click()
	await expect(form.getByText('Failed to create the token. Please try again.')).toBeVisible()
	await form.getByRole('button', { name: 'Create Token' }).click()

	const created = dialog(page, 'Your new token')
	await expect(created.getByText('It will not be shown again.')).toBeVisible()
	await expect(created.getByLabel('Token', { exact: true })).toBeFocused()
	expect(await findAxeViolations(page)).toEqual([])
	await expectFitsWidth(page)
	await created.getByRole('button', { name: 'Copy' }).click()
	await expect(created.getByText('Copied.')).toBeVisible()
	const token = await page.evaluate(() => navigator.clipboard.readText())
	await expect(created.getByLabel('Token', { exact: true })).toHaveValue(token)
	await created.getByRole('button', { name: 'Done' }).click()
	await expect(section(page).getByRole('button', { name: 'New Token' })).toBeFocused()
	const row = section(page).getByRole('listitem').filter({ hasText: 'Backup script' })
	await expect(row).toContainText('Read and write, never used, expires')

	const ask = (method: string, path: string, body?: object) =>
		fetch(`${site.url}/api${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		})
	expect(await (await ask('GET', '/auth/me')).json()).toMatchObject({ user: { id, username } })
	expect((await ask('POST', '/lists', { title: 'By a script' })).status).toBe(201)
	expect((await ask('GET', '/tokens')).status).toBe(403)
	await visit(page, '/settings')
	await expect(row).toContainText('last used just now')
	expect(await findAxeViolations(page)).toEqual([])

	await row.getByRole('button', { name: 'End Backup script' }).click()
	await dialog(page, 'End Backup script?').getByRole('button', { name: 'Cancel' }).click()
	await expect(row.getByRole('button', { name: 'End Backup script' })).toBeFocused()
	await row.getByRole('button', { name: 'End Backup script' }).click()
	await page.route('**/api/tokens/*', (route) => route.abort(), { times: 1 })
	await dialog(page, 'End Backup script?').getByRole('button', { name: 'End Token' }).click()
	await expect(page.getByText('Failed to end the token. Please try again.')).toBeVisible()
	await dialog(page, 'End Backup script?').getByRole('button', { name: 'End Token' }).click()
	await expect(section(page).getByText('Backup script has ended.')).toBeVisible()
	await expect(section(page).getByText('You have no tokens.')).toBeVisible()
	await expect(section(page).getByRole('button', { name: 'New Token' })).toBeFocused()
	expect((await ask('GET', '/auth/me')).status).toBe(401)
})

test('a proof that is too old is asked for before and while a token is created', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const json = { success: false, error: 'Please confirm that it is you first', code: 'proof_needed' }
	const age = (path: string) =>
		page.route(`**/api/${path}`, (route) => route.fulfill({ status: 403, json }), { times: 1 })
	const prove = async () => {
		const proof = dialog(page, 'Confirm that it’s you')
		await expect(proof.getByText('This lets a program use your account')).toBeVisible()
		await proof.getByLabel('Current password', { exact: true }).fill(PASSWORD)
		await proof.getByRole('button', { name: 'Confirm' }).click()
	}
	await age('auth/reauthenticate')
	await section(page).getByRole('button', { name: 'New Token' }).click()
	await prove()
	await dialog(page, 'New token').getByLabel('Name', { exact: true }).fill('Slow typist')
	await age('tokens')
	await age('auth/reauthenticate')
	await dialog(page, 'New token').getByRole('button', { name: 'Create Token' }).click()
	await prove()
	await expect(dialog(page, 'Your new token')).toBeVisible()
})

test('a new password leaves tokens, and the settings offer to end them', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await createToken(page, 'Deck')
	await dialog(page, 'Your new token').getByRole('button', { name: 'Done' }).click()
	const password = section(page, 'Password')
	await password.getByRole('button', { name: 'Change Password' }).click()
	await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('New password', { exact: true }).fill('Better2Battery')
	await page.getByLabel('Confirm password', { exact: true }).fill('Better2Battery')
	await password.getByRole('button', { name: 'Save Password' }).click()
	await expect(password.getByText('Your API tokens still work.')).toBeVisible()
	await password.getByRole('link', { name: 'End the ones you don’t need' }).click()
	await expect(section(page).getByRole('button', { name: 'End Deck' })).toBeInViewport()
})

test('tokens that fail to load, or that another tab has ended, are said', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerAndLogIn(page, site)
	const { id } = await person.send<{ id: string }>('POST', '/tokens', { name: 'Deck', scopes: ['read', 'sessions'] })
	await page.route('**/api/tokens', (route) => route.abort())
	await visit(page, '/settings')
	await expect(section(page).getByText('Failed to load your tokens')).toBeVisible()
	await page.unroute('**/api/tokens')
	await section(page).getByRole('button', { name: 'Try Again' }).click()
	await expect(section(page).getByText('Read, play time, never used, never expires')).toBeVisible()
	await person.send('DELETE', `/tokens/${id}`)
	await section(page).getByRole('button', { name: 'End Deck' }).click()
	await dialog(page, 'End Deck?').getByRole('button', { name: 'End Token' }).click()
	await expect(section(page).getByText('Deck has ended.')).toBeVisible()
	await expect(section(page).getByText('You have no tokens.')).toBeVisible()
})
