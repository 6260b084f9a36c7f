import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { logIn, type Person, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { findShifts, recordShifts } from '#kit/browser/stillness.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const taste = (page: Page) => page.getByRole('region', { name: 'Taste' })

/** Two people who rate six games alike and one not. */
async function registerRaters(site: SiteProcess): Promise<[Person, Person]> {
	const people: [Person, Person] = [await registerPerson(site), await registerPerson(site)]
	for (const [index, person] of people.entries())
		for (let game = 31; game <= 37; game++)
			await person.send('PUT', `/library/${game}`, { rating: game === 37 ? 5 - 4 * index : 4.5 })
	return people
}

test('a profile says how alike two people rate, and moves nothing while it comes', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	const [viewer, owner] = await registerRaters(site)
	await logIn(page, site, viewer)
	await recordShifts(page)
	await visit(page, `/profile/${owner.username}`)
	await expect(taste(page)).toContainText(/\d+% match, ± \d+, from 7 games/)
	await waitForIdle(page)
	expect(await findShifts(page)).toEqual([])
	const groups = taste(page).getByRole('list')
	await expect(groups).toHaveCount(2)
	await expect(groups.first().getByRole('link')).toHaveCount(3)
	await expect(groups.last().locator('a[href="/games/37"]')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.setViewportSize({ width: 320, height: 700 })
	await expectFitsWidth(page)
})

test('who turns it off in the settings sees none, and on again it is back', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	const [viewer, owner] = await registerRaters(site)
	await logIn(page, site, viewer)
	await visit(page, '/settings')
	const section = page.getByRole('region', { name: 'Taste', exact: true })
	await expect(section.getByLabel('Show', { exact: true })).toBeChecked()
	const saved = page.waitForResponse(
		(response) => response.url().endsWith('/api/auth/preferences') && response.request().method() === 'PUT',
	)
	await section.getByText('Don’t show').click()
	await saved
	await visit(page, `/profile/${owner.username}`)
	await waitForIdle(page)
	await expect(page.getByRole('heading', { level: 1, name: owner.username })).toBeVisible()
	await expect(taste(page)).toHaveCount(0)
	await viewer.send('PUT', '/auth/preferences', { taste: true })
	await page.reload()
	await expect(taste(page)).toBeVisible()
})
