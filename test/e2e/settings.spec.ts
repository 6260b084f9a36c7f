import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForHydration, waitForIdle, waitForRendering } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'
import { plainPicture } from '#kit/pictures.ts'

const SAVED = 'Settings updated successfully!'
const FAILED = 'Failed to update settings. Please try again.'

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })

test('name and bio are saved, and the bio is shown on the profile with its line breaks', async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await page.getByLabel('Name').fill('Wren')
	await page.getByLabel('Bio').fill(`One.\n\n${'x'.repeat(500)}`)
	await expect(page.getByText('506 of 500 characters')).toBeVisible()
	await save(page).click()
	await expect(page.getByText('Bio must be 500 characters or less')).toBeVisible()
	await expect(page.getByLabel('Bio')).toBeFocused()
	await page.getByLabel('Bio').fill('One.\n\nTwo <b>bold</b>.')
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
	await page.reload()
	await expect(page.getByLabel('Name')).toHaveValue('Wren')
	await expect(page.getByText('We kept your draft.')).toHaveCount(0)
	await visit(page, `/profile/${username}`)
	await expect(page.getByText('Two <b>bold</b>.')).toHaveText('One.\n\nTwo <b>bold</b>.', { useInnerText: true })
})

test('drafts survive a failure, a reload and an expired session', { tag: '@ci' }, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const saveAgain = await failCalls(page, '**/api/auth/profile', 'lost')
	await page.getByLabel('Bio').fill('Not lost.')
	await save(page).click()
	await expect(page.getByRole('alert').getByText(FAILED)).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveValue('Not lost.')
	page.once('dialog', (dialog) => dialog.accept())
	await page.reload()
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveValue('Not lost.')

	await saveAgain()
	const refused = { status: 401, json: { success: false, error: 'Over', code: 'session_revoked' } }
	await failCalls(page, '**/api/auth/refresh-token', refused)
	// What the reload still asks for would meet the ended session first
	await waitForIdle(page)
	await page.evaluate(() => localStorage.setItem('accessToken', 'spent'))
	await save(page).click()
	await expect(page.getByText('Please log in to access your settings.')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Fsettings')
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: /^(Log|Sign) ?in$/i }).click()
	await expect(page).toHaveURL('/settings')
	await expect(page.getByLabel('Bio')).toHaveValue('Not lost.')
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
})

test('leaving with unsaved changes asks for confirmation, and discarded changes are gone', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await page.getByLabel('Bio').fill('Half a thought')
	await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
	const question = page.getByRole('dialog', { name: 'Leave without saving?' })
	await question.getByRole('button', { name: 'Keep Editing' }).click()
	await expect(page.getByLabel('Bio')).toHaveValue('Half a thought')
	await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
	await question.getByRole('button', { name: 'Discard Changes' }).click()
	await expect(page).toHaveURL('/about')
	await visit(page, '/settings')
	await expect(page.getByLabel('Bio')).toHaveValue('')

	await page.getByLabel('Bio').fill('Another')
	await page.getByRole('button', { name: 'Discard Changes' }).click()
	await expect(page.getByLabel('Bio')).toHaveValue('')
	await expect(save(page)).toBeFocused()
})

test('a double click saves once', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	let sent = 0
	await page.route('**/api/auth/profile', async (route) => {
		sent++
		await route.continue()
	})
	await page.getByLabel('Bio').fill('Once.')
	await save(page).evaluate((button) => {
		if (!(button instanceof HTMLButtonElement)) return
		button.click()
		button.click()
	})
	await expect(page.getByText(SAVED)).toBeVisible()
	expect(sent).toBe(1)
})

test('the theme is chosen by keyboard, persists, and follows the header and the system', {
	tag: '@ci',
}, async ({ page, site }) => {
	await page.emulateMedia({ colorScheme: 'light' })
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
	const themes = page.getByRole('group', { name: 'Theme' })
	await expect(themes.getByLabel('System')).toBeChecked()
	const light = await ground()
	await themes.getByLabel('System').focus()
	await page.keyboard.press('ArrowRight')
	await expect(themes.getByLabel('Dark')).toBeChecked()
	await expect.poll(ground).not.toBe(light)
	await waitForRendering(page)
	const dark = await ground()
	await page.reload()
	await expect(themes.getByLabel('Dark')).toBeChecked()
	await expect.poll(ground).toBe(dark)
	await waitForHydration(page)
	await page.getByRole('button', { name: 'Profile menu', exact: true }).click()
	await page.getByRole('button', { name: 'Light or dark' }).click()
	await expect(themes.getByLabel('Light')).toBeChecked()
	await expect.poll(ground).toBe(light)
	await page.keyboard.press('Escape')
	await themes.getByLabel('System').check()
	await page.emulateMedia({ colorScheme: 'dark' })
	await expect.poll(ground).toBe(dark)
})

test('a visitor is asked to log in, and returns', { tag: '@ci' }, async ({ page }) => {
	const response = await visit(page, '/settings')
	expect(await response?.text()).toContain('Please log in to access your settings.')
	await expect(page.getByText('Please log in to access your settings.')).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveCount(0)
	await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Fsettings')
})

test('the settings of a member are accessible in both themes, and fit 320 px', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await page.setViewportSize({ width: 1280, height: 1600 })
	await visit(page, '/settings')
	const buffer = await plainPicture('png', 500, 300, '#c03020')
	await page.getByLabel('Choose Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	await page.getByLabel('Bio').fill('x'.repeat(501))
	await save(page).click()
	await expect(page.getByText('Bio must be 500 characters or less')).toBeVisible()
	for (const width of [1280, 320]) {
		await page.setViewportSize({ width, height: 1600 })
		await waitForIdle(page)
		await expectFitsWidth(page)
		expect(await findAxeViolations(page)).toEqual([])
	}
})
