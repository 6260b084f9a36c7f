import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { logInWithNewSession, newUsername, send } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'
import { runAdmin } from '#kit/run-admin.ts'

test.use({ baseURL: async ({ adminSite }, use) => use(adminSite.url), expectedNoise: EXPECTED_NOISE })

for (const { section, url, sentence } of [
	{ section: 'registrations', url: '**/api/admin/registrations', sentence: 'Failed to load the requests' },
	{ section: 'invites', url: '**/api/invites?*', sentence: 'Failed to load the invites' },
	{ section: 'settings', url: '**/api/admin/settings', sentence: 'Failed to load the settings' },
	{ section: 'domains', url: '**/api/admin/domains', sentence: 'Failed to load the domains' },
])
	test(`${section} that cannot be loaded say so, and load on the next try`, { tag: '@ci' }, async ({
		page,
		adminSite,
	}) => {
		await logInWithNewSession(page, adminSite, adminSite.admin)
		const repair = await failCalls(page, url, 'wordless')
		await visit(page, `/admin/${section}`)
		await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
		await repair()
		await page.getByRole('button', { name: 'Try Again' }).click()
		await expect(page.getByText(sentence)).toBeHidden()
	})

test('what an admin sends and is lost stays in its form, with the reason', { tag: '@ci' }, async ({
	page,
	adminSite,
}) => {
	await runAdmin(adminSite, 'settings', 'registration', 'approval')
	const username = newUsername('patient')
	const body = { username, email: `${username}@example.org`, password: PASSWORD, reason: 'I like to read.' }
	await expect
		.poll(async () => (await send<{ registration: string }>(adminSite, 'GET', '/site')).registration, {
			timeout: 10_000,
		})
		.toBe('approval')
	expect(await send(adminSite, 'POST', '/auth/register', body)).toEqual({ success: true, pending: true })
	await runAdmin(adminSite, 'settings', 'registration', 'open')
	await logInWithNewSession(page, adminSite, adminSite.admin)
	const alert = (sentence: string) => page.getByRole('alert').filter({ hasText: sentence })

	await visit(page, '/admin/registrations')
	const row = page.getByRole('listitem').filter({ hasText: username })
	await row.getByRole('checkbox').check()
	let repair = await failCalls(page, '**/api/admin/registrations', 'lost')
	await page.getByRole('button', { name: 'Refuse' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
	await expect(alert('Failed to decide. Please try again.')).toBeVisible()
	await repair()
	await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
	await expect(page.getByText('1 request refused.')).toBeVisible()

	await visit(page, '/admin/invites')
	await expect(page.getByRole('button', { name: 'Create Invite' })).toBeVisible()
	repair = await failCalls(page, '**/api/invites', 'lost')
	await page.getByRole('button', { name: 'Create Invite' }).click()
	await expect(alert('Failed to create the invite. Please try again.')).toBeVisible()
	await repair()
	await page.getByRole('button', { name: 'Create Invite' }).click()
	const revoke = page.getByRole('button', { name: /^Revoke/ }).first()
	await expect(revoke).toBeVisible()
	repair = await failCalls(page, '**/api/invites/*', 'lost')
	await revoke.click()
	await expect(alert('Failed to revoke the invite. Please try again.')).toBeVisible()
	await repair()

	await visit(page, '/admin/domains')
	await page.getByLabel('Domains').fill('lost.example')
	repair = await failCalls(page, '**/api/admin/domains', 'lost')
	await page.getByRole('button', { name: 'Block', exact: true }).click()
	await expect(alert('Failed to block the domains. Please try again.')).toBeVisible()
	await repair()
	await page.getByRole('button', { name: 'Block', exact: true }).click()
	repair = await failCalls(page, '**/api/admin/domains/*', 'lost')
	await page.getByRole('button', { name: 'Allow lost.example' }).click()
	await expect(alert('Failed to allow the domain. Please try again.')).toBeVisible()
	await repair()

	await visit(page, '/admin/settings')
	await page.getByLabel('Description').fill('Typed for a long time.')
	repair = await failCalls(page, '**/api/admin/settings', 'lost')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(alert('Failed to save the settings. Please try again.')).toBeVisible()
	await expect(page.getByLabel('Description')).toHaveValue('Typed for a long time.')
	await repair()
})
