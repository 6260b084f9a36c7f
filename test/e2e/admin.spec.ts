import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function expectAccessible(page: Page): Promise<void> {
	const size = page.viewportSize()
	for (const width of [1280, 320]) {
		await page.setViewportSize({ width, height: 900 })
		await waitForIdle(page)
		await expectFitsWidth(page)
		expect(await findAxeViolations(page)).toEqual([])
	}
	if (size) await page.setViewportSize(size)
}

test('an admin begins with what is waiting and what to set up, and gets everywhere from there on any screen', {
	tag: ['@ci', '@phone'],
}, async ({ page, site, isPhone }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	await visit(page, '/admin')
	await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
	const waiting = page.getByRole('list', { name: 'Waiting' })
	await expect(waiting.getByRole('link', { name: /^\d+ reports?/ })).toHaveAttribute('href', '/admin/reports')
	await expect(waiting.getByRole('link', { name: /sign-ups? today$/ })).toBeVisible()
	const setup = page.getByRole('region', { name: 'Set Up Your Site' })
	await expect(setup.getByText(/^Mail isn’t set up/)).toBeVisible()
	await expect(setup.getByRole('link', { name: /^Who may join: / })).toHaveAttribute('href', '/admin/settings')
	await expectAccessible(page)
	const sections = page.getByRole('navigation', { name: 'Sections' })
	if (isPhone) await sections.getByRole('combobox', { name: 'Section' }).selectOption('Log')
	else await sections.getByRole('list', { name: 'Moderation' }).getByRole('link', { name: 'Log' }).click()
	await expect(page).toHaveURL('/admin/log')
	await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible()
})

test('an admin finds somebody by address and makes them a moderator, by keyboard', async ({ page, site }) => {
	const [admin, person] = await Promise.all([registerWithRole(site, 'admin'), registerPerson(site)])
	await logIn(page, site, admin)
	await visit(page, '/admin/people')
	await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').first()).toBeVisible()
	await expectAccessible(page)
	await page.getByLabel('Name or email address').fill(`${person.username}@`)
	await page.keyboard.press('Enter')
	const rows = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
	await expect(rows).toHaveCount(1)
	await rows.getByRole('button', { name: `Open ${person.username}` }).focus()
	await page.keyboard.press('Enter')
	await expect(dialog(page).getByText('Two-step login')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog(page).getByRole('radio', { name: 'Member' }).focus()
	await page.keyboard.press('ArrowRight')
	await expect(dialog(page).getByRole('radio', { name: 'Moderator' })).toBeChecked()
	await page.keyboard.press('Enter')
	await expect(page.getByText(`${person.username} is now a moderator.`)).toBeVisible()
	await expect(rows.getByText('Moderator', { exact: true })).toBeVisible()
	await page.getByText('Admin access log').click()
	await expect(page.getByText(`${admin.username} made ${person.username} a moderator`)).toBeVisible()
	await expectAccessible(page)
	await page.getByLabel('Name or email address').fill('nobody-has-this@')
	await expect(page.getByText('No account matches.')).toBeVisible()
})

test('an admin whose last login was a while ago confirms that it is them before a role changes', async ({
	page,
	site,
}) => {
	const [admin, person] = await Promise.all([registerWithRole(site, 'admin'), registerPerson(site)])
	await logIn(page, site, admin)
	await visit(page, `/admin/people?search=${person.username}`)
	await page.getByRole('button', { name: `Open ${person.username}` }).click()
	// Ten minutes are more than a test waits
	const json = { success: false, error: 'Please confirm that it is you first', code: 'proof_needed' }
	await page.route('**/api/auth/reauthenticate', (route) => route.fulfill({ status: 403, json }), { times: 1 })
	await dialog(page).getByText('Moderator', { exact: true }).click()
	await dialog(page).getByRole('button', { name: 'Change Role' }).click()
	const question = page.getByRole('dialog', { name: 'Confirm that it’s you' })
	await expect(question).toContainText('This changes the site for others')
	expect(await findAxeViolations(page)).toEqual([])
	await question.getByLabel('Current password', { exact: true }).fill(PASSWORD)
	await question.getByRole('button', { name: 'Confirm' }).click()
	await expect(page.getByText(`${person.username} is now a moderator.`)).toBeVisible()
})

test('an admin sees the numbers of the site, and the last year of them', { tag: '@ci' }, async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	await visit(page, '/admin/numbers')
	await expect(page.getByRole('heading', { name: 'Sign-ups' })).toBeVisible()
	await expectAccessible(page)
	await page.getByLabel('Days').selectOption('Last 365 days')
	await expect(page).toHaveURL(/days=365/)
	await expect(page.getByRole('heading', { name: 'Active accounts' })).toBeVisible()
})

test('an admin watches the jobs and runs one', { tag: '@ci' }, async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	await visit(page, '/admin/work')
	const job = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').filter({ hasText: 'Numbers' })
	await expect(job.getByText(/Last run/)).toBeVisible()
	await expectAccessible(page)
	const started = page.waitForResponse((response) => response.url().endsWith('/api/admin/work/jobs/numbers'))
	await job.getByRole('button', { name: 'Run Now: Numbers' }).click()
	expect((await started).status()).toBe(202)
	await expect(job.getByText(/Last run/)).toBeVisible()
})

test('an admin imports the built-in games, and reads what came of it', { tag: '@ci' }, async ({ page, site }) => {
	const admin = await registerWithRole(site, 'admin')
	await logIn(page, site, admin)
	await visit(page, '/admin/catalog')
	await expect(page.getByText('Not set up', { exact: false }).first()).toBeVisible()
	await expect(page.getByText('They can appear after importing from a second source.')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Import Built-in games' }).click()
	const newest = page.getByRole('list', { name: 'Imports' }).getByRole('listitem').first()
	await expect(newest.getByText(/^Done/)).toBeVisible()
	await expect(newest.getByText(/0 added, .* unchanged/)).toBeVisible()
	await expectAccessible(page)
})
