import type { Page } from '@playwright/test'
import { newUsername } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const PASSWORD = 'Three Correct Horses 1 \u{1F40E}'

test('passwords can be pasted, and password managers find every field', { tag: '@ci' }, async ({
	page,
	context,
	site,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
	const username = newUsername('pasted')
	await visit(page, '/login')
	await expectFields(page, ['username webauthn', 'current-password'])
	await page.getByRole('link', { name: 'Create an Account' }).click()
	await expectFields(page, ['username', 'email', 'new-password', 'new-password'])
	const form = page.locator('form').filter({ has: page.locator('[autocomplete="new-password"]') })
	await form.locator('[autocomplete="username"]').fill(username)
	await form.locator('[autocomplete="email"]').fill(`${username}@example.org`)
	const fields = form.locator('[autocomplete="new-password"]')
	for (const index of [0, 1]) await paste(page, PASSWORD, () => fields.nth(index).focus())
	await expect(fields.first()).toHaveValue(PASSWORD)
	await fields.first().press('Enter')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()

	await page.evaluate(() => localStorage.clear())
	await visit(page, '/login')
	await page.locator('[autocomplete^="username"]').fill(username)
	await paste(page, PASSWORD, () => page.locator('[autocomplete="current-password"]').focus())
	await page.locator('[autocomplete="current-password"]').press('Enter')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()

	await visit(page, '/reset-password?token=any')
	await expectFields(page, ['new-password', 'new-password'])
	await visit(page, '/forgot-password')
	await expectFields(page, ['email'])
})

/** The fields that a manager looks for, in their order, with passwords hidden. */
async function expectFields(page: Page, kinds: readonly string[]): Promise<void> {
	const fields = page.locator('main input[autocomplete]:visible')
	await expect(fields).toHaveCount(kinds.length)
	for (const [index, kind] of kinds.entries()) {
		await expect(fields.nth(index)).toHaveAttribute('autocomplete', kind)
		await expect(fields.nth(index)).toHaveAttribute('name', /./)
		if (kind.endsWith('password')) await expect(fields.nth(index)).toHaveAttribute('type', 'password')
	}
}

/** Pastes as people do, by the keyboard. */
async function paste(page: Page, text: string, focus: () => Promise<void>): Promise<void> {
	await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
	await focus()
	await page.keyboard.press('ControlOrMeta+V')
}
