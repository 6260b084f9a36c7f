import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { logIn, registerPerson, type Session, send } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'
import { showCode } from '#kit/second-factor.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const twoStep = (page: Page) => section(page, 'Two-step login')

test('a session without the second step changes no factors, and then the other devices can be logged out', {
	tag: '@ci',
}, async ({ page, site }) => {
	const person = await registerPerson(site)
	await logIn(page, site, person)
	// On another device
	const login = { identifier: person.username, password: PASSWORD }
	const { tokens } = await send<Pick<Session, 'tokens'>>(site, 'POST', '/auth/login', login)
	const { secret } = await send<{ secret: string }>(site, 'POST', '/auth/authenticator', {}, tokens.accessToken)
	const body = { code: showCode(secret, Date.now()) }
	const { recoveryCodes } = await send<{ recoveryCodes: string[] }>(
		site,
		'PUT',
		'/auth/authenticator',
		body,
		tokens.accessToken,
	)
	await visit(page, '/settings')
	await twoStep(page).getByRole('button', { name: 'Remove the authenticator app' }).click()
	const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
	await expect(dialog.getByText('This changes how you log in, so it needs your second step.')).toBeVisible()
	await expect(dialog.getByLabel('Current password')).toHaveCount(0)
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Use a Recovery Code' }).press('Enter')
	await expect(dialog.getByLabel('Recovery code')).toBeFocused()
	await dialog.getByLabel('Recovery code').fill('AAAA-AAAA-AAAA-AAAA')
	await dialog.getByLabel('Recovery code').press('Enter')
	await expect(dialog.getByText('This did not work. Please check it and try again.')).toBeVisible()
	await dialog.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
	await dialog.getByLabel('Recovery code').press('Enter')
	await page
		.getByRole('dialog', { name: 'Remove the authenticator app?' })
		.getByRole('button', { name: 'Delete' })
		.click()
	await expect(twoStep(page).getByText('It’s off.')).toBeVisible()
	await expect(twoStep(page).getByText('Your other devices are still logged in.')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await twoStep(page).getByRole('button', { name: 'Log Out All Others' }).press('Enter')
	await expect(twoStep(page).getByText('All other devices have been logged out.')).toBeVisible()
	await expect(section(page, 'Devices').getByRole('listitem')).toHaveCount(1)
})

test('logging out a device asks for a proof if the last one is old', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerPerson(site)
	await logIn(page, site, person)
	await send(site, 'POST', '/auth/login', { identifier: person.username, password: PASSWORD })
	await visit(page, '/settings')
	const json = { success: false, error: 'Please confirm that it is you first', code: 'proof_needed' }
	const answerOnce = (path: string, method: string) =>
		page.route(
			path,
			(route) => (route.request().method() === method ? route.fulfill({ status: 403, json }) : route.fallback()),
			{ times: 1 },
		)
	await answerOnce('**/api/auth/sessions/*', 'DELETE')
	await answerOnce('**/api/auth/reauthenticate', 'POST')
	await section(page, 'Devices').getByRole('button', { name: 'Log out Unknown device' }).click()
	const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
	await expect(dialog.getByText('This logs out other devices')).toBeVisible()
	await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
	await dialog.getByRole('button', { name: 'Confirm' }).click()
	await expect(section(page, 'Devices').getByText('Unknown device has been logged out.')).toBeVisible()
	await expect(section(page, 'Devices').getByRole('listitem')).toHaveCount(1)
})
