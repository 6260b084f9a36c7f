import { findAxeViolations } from '#kit/browser/axe.ts'
import { logIn, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test('favorites are chosen, put in order and shown to everybody', async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, `/profile/${member.username}`)
	const choose = page.getByRole('button', { name: 'Choose your favorites' })
	await choose.click()
	const dialog = page.getByRole('dialog', { name: 'Your Favorites' })
	for (const name of ['Celeste', 'Portal 2', 'Journey']) {
		await dialog.getByLabel('Search for a favorite').fill(name)
		await dialog.getByRole('option', { name }).first().click()
	}
	await dialog.getByRole('button', { name: 'Move Journey up' }).click()
	await dialog.getByRole('button', { name: 'Remove Celeste' }).click()
	expect(await findAxeViolations(page)).toEqual([])
	await page.setViewportSize({ width: 320, height: 700 })
	await expectFitsWidth(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await dialog.getByRole('button', { name: 'Save Favorites' }).click()
	await expect(dialog).toBeHidden()
	await expect(choose).toBeFocused()
	const names = async () =>
		(
			await member.send<{ favorites: { name: string }[] }>('GET', `/users/by-username/${member.username}`)
		).favorites.map(({ name }) => name)
	expect(await names()).toEqual(['Journey', 'Portal 2'])
	const row = page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: 'Favorites' }) })
	await expect(row.getByRole('link')).toHaveCount(2)
	await expect(row.getByRole('link').first()).toHaveAttribute('title', 'Journey')
})

test('others see no favorites where there are none, and cannot choose', { tag: '@ci' }, async ({ page, site }) => {
	const [member, other] = [await registerPerson(site), await registerPerson(site)]
	await logIn(page, site, member)
	await visit(page, `/profile/${other.username}`)
	await expect(page.getByRole('heading', { level: 1, name: other.username })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Favorites' })).toBeHidden()
})
