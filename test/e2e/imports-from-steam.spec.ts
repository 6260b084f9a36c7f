import { STEAM_OUTCOMES } from '#contract/imports.ts'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test.use({ baseURL: async ({ providersSite }, use) => use(providersSite.url) })

test('a member signs in at Steam, and looks through what the profile has', { tag: ['@ci', '@phone'] }, async ({
	page,
	providersSite,
}) => {
	await registerAndLogIn(page, providersSite)
	await visit(page, '/imports')
	await page.getByRole('link', { name: /^Steam/ }).click()
	await page.getByRole('button', { name: 'Sign In at Steam' }).click()
	const bring = page.getByRole('button', { name: 'Import My Steam Games' })
	await expect(bring).toBeVisible()
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await bring.click()
	await expect(page.getByRole('heading', { name: 'Your Games from Steam' })).toBeVisible()
	await expect(page.getByRole('checkbox', { name: 'Import Celeste' })).toBeChecked()
	await expect(page.getByText('Played · PC · 15 h')).toBeVisible()

	await page.getByRole('link', { name: /^Not found 1$/ }).click()
	await page.getByRole('button', { name: 'Look Up 1 Game' }).click()
	await page.getByRole('link', { name: /^Found/ }).click()
	await expect(page.getByRole('checkbox', { name: 'Import Old Harbor' })).toBeChecked()
	await expect(page.getByText('“Harbor of old” in your file')).toBeVisible()
	await page.getByRole('button', { name: /^Import \d Games$/ }).click()
	const imported = page.getByRole('list', { name: 'Games of this import' })
	await expect(imported.getByRole('link', { name: 'Old Harbor' })).toBeVisible()
})

test('a sign-in at Steam that failed is said', { tag: '@ci' }, async ({ page, providersSite }) => {
	await registerAndLogIn(page, providersSite)
	for (const [outcome, sentence] of Object.entries(STEAM_OUTCOMES)) {
		await visit(page, `/imports?from=steam&steam=${outcome}`)
		await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
	}
})

test.describe('a profile that nobody has proved', () => {
	test.use({ expectedNoise: /status of 403/ })

	test('is not read, and the sign-in is offered again', { tag: '@ci' }, async ({ page, providersSite }) => {
		await registerAndLogIn(page, providersSite)
		await visit(page, '/imports?from=steam&steam=76561198000000042')
		await page.getByRole('button', { name: 'Import My Steam Games' }).click()
		await expect(page.getByRole('alert').filter({ hasText: 'Sign in at Steam first' })).toBeVisible()
		await expect(page.getByRole('button', { name: 'Sign In at Steam' })).toBeVisible()
	})
})
