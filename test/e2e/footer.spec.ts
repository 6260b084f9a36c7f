import { findAxeViolations } from '#kit/browser/axe.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test.describe('with social links', () => {
	test.use({ baseURL: async ({ providersSite }, use) => use(providersSite.url) })

	test('the footer links to them by name, known ones with their logos', { tag: '@ci' }, async ({ page }) => {
		await visit(page, '/about')
		const links = page.getByRole('contentinfo').getByRole('list', { name: 'Elsewhere' }).getByRole('link')
		await expect(links).toHaveCount(2)
		for (const [name, address] of [
			['Mastodon', 'https://example.social/@us'],
			['Our forum', 'https://forum.example/?a=1&b=2'],
		] as const) {
			const link = links.and(page.getByRole('link', { name, exact: true }))
			await expect(link).toHaveAttribute('href', address)
			await expect(link).toHaveAttribute('rel', /\bme\b/)
			await expect(link.locator('svg')).toBeVisible()
		}
		await page.setViewportSize({ width: 320, height: 640 })
		await expectFitsWidth(page)
		expect(await findAxeViolations(page)).toEqual([])
	})
})

test('without social links the footer has no such list', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/about')
	await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About' })).toBeVisible()
	await expect(page.getByRole('list', { name: 'Elsewhere' })).toHaveCount(0)
})
