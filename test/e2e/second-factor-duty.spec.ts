import type { Page } from '@playwright/test'
import pg from 'pg'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, type Person } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { showCode } from '#kit/second-factor.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const duty = (page: Page) => page.getByRole('complementary', { name: 'Two-step login' })
const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step login', exact: true })

/** Lets nine days pass since somebody got their role. */
async function endGrace(site: SiteProcess, { id }: Person): Promise<void> {
	const client = new pg.Client(site.env.DATABASE_URL)
	await client.connect()
	try {
		await client.query("update second_factor_duties set since = now() - interval '9 days'")
		await client.query("update users set role_since = now() - interval '9 days' where id = $1", [id])
	} finally {
		await client.end()
	}
}

test('an admin reads by when they need a second step, is refused without it after that, and sets it up', {
	tag: '@ci',
}, async ({ page, site }) => {
	const admin = await registerWithRole(site, 'admin')
	await logIn(page, site, admin)
	await visit(page, '/admin/people')
	await expect(duty(page)).toContainText(/Please add a passkey or an authenticator app by .*\d{4}.*After that/)
	await expect(page.getByLabel('Name or email address')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])

	await endGrace(site, admin)
	await visit(page, '/admin/people')
	await expect(duty(page)).toContainText('the time to set it up is over')
	await expect(page.getByLabel('Name or email address')).toHaveCount(0)
	await duty(page).getByRole('link', { name: 'Set It Up' }).click()
	await expect(page).toHaveURL('/settings')
	await expect(duty(page)).toContainText('the time to set it up is over')
	expect(await findAxeViolations(page)).toEqual([])
	await duty(page).getByRole('link', { name: 'Set It Up' }).click()
	await expect(twoStep(page).getByRole('button', { name: 'Set Up an App' })).toBeInViewport()
	await twoStep(page).getByRole('button', { name: 'Set Up an App' }).click()
	const secret = ((await twoStep(page).getByText('Key:').textContent()) ?? '').replace('Key:', '').replace(/\s/g, '')
	await twoStep(page).getByLabel('Code from your app').fill(showCode(secret, Date.now()))
	await twoStep(page).getByRole('button', { name: 'Finish' }).click()
	await page.getByRole('button', { name: 'I Saved Them' }).click()
	await expect(duty(page)).toHaveCount(0)
	await visit(page, '/admin/people')
	await expect(page.getByLabel('Name or email address')).toBeVisible()
	await expect(duty(page)).toHaveCount(0)
})

test('an admin chooses whose role needs a second step', { tag: '@ci' }, async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	const choice = page.getByRole('group', { name: 'Who needs two-step login' })
	await visit(page, '/admin/settings')
	await expect(choice.getByRole('radio', { name: 'Admins', exact: true })).toBeChecked()
	for (const whose of ['No one', 'Moderators and admins', 'Admins']) {
		await choice.getByText(whose, { exact: true }).click()
		await page.getByRole('button', { name: 'Save', exact: true }).click()
		await expect(page.getByText('Saved. Live within seconds.')).toBeVisible()
		await visit(page, '/admin/settings')
		await expect(choice.getByRole('radio', { name: whose, exact: true })).toBeChecked()
	}
})
