// Moderators edit a game, anybody reads its history, and an edit is undone with one press.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

const FAILURE = { status: 500, json: { success: false, error: 'Something went wrong', code: 'internal' } }

test('a moderator edits a game from its menu, anybody reads that, and it is undone', { tag: '@phone' }, async ({
	page,
	site,
	isMobile,
}) => {
	await logIn(page, site, await registerWithRole(site, 'moderator'))
	await visit(page, '/games/31')
	const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
	await page.getByRole('button', { name: `All statuses of ${title}` }).click()
	await page.getByRole(isMobile ? 'link' : 'menuitem', { name: 'Edit Game' }).click()
	await expect(page).toHaveURL('/games/31/history?edit=1')
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue(title)
	expect(await findAxeViolations(page)).toEqual([])
	await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveAttribute('aria-disabled', 'true')
	await page.getByRole('textbox', { name: /^Released/ }).fill('soon')
	await page.getByLabel('Name', { exact: true }).fill(`${title} <b>Edited</b>`)
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByText('Please enter a date such as 1998, 1998-11 or 1998-11-21')).toBeVisible()
	await page.getByRole('textbox', { name: /^Released/ }).fill('2001-02')
	await failCalls(page, '**/api/moderation/games/31', FAILURE)
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByText('Failed to save the changes. Please try again.')).toBeVisible()
	await page.unroute('**/api/moderation/games/31')
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByText('Saved. This site’s facts come before those of its sources.')).toBeVisible()
	await expect(page).toHaveURL('/games/31/history')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} Edited`)
	await expect(page.getByRole('article')).toContainText(`${title} became  → ${title} Edited`)
	expect(await findAxeViolations(page)).toEqual([])

	// Give back: the source's value stands in the field until it is saved
	await page.getByRole('link', { name: 'Edit', exact: true }).click()
	await page.getByRole('button', { name: 'Give back: Name' }).click()
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue(title)
	await expect(page.getByText('From the built-in catalog again, once you save.')).toBeVisible()
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

	await failCalls(page, '**/api/moderation/games/31/edits/*/undo', FAILURE)
	const undo = page.getByRole('button', { name: 'Undo' })
	await undo.first().click()
	await expect(page.getByText('Failed to undo the edit. Please try again.')).toBeVisible()
	await page.unroute('**/api/moderation/games/31/edits/*/undo')
	await undo.first().click()
	await expect(page.getByText('Edit undone.')).toBeVisible()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} Edited`)
})

test('of two moderators who edit the same fact, the later one sees what the other made of it', async ({
	page,
	site,
	browser,
}) => {
	await logIn(page, site, await registerWithRole(site, 'moderator'))
	const other = await browser.newPage({ baseURL: site.url })
	await logIn(other, site, await registerWithRole(site, 'moderator'))
	await visit(page, '/games/32/history?edit=1')
	await visit(other, '/games/32/history?edit=1')
	await page.getByLabel('Summary', { exact: true }).fill('Mine.')
	await other.getByLabel('Summary', { exact: true }).fill('Theirs.')
	await other.getByRole('button', { name: 'Save Changes' }).click()
	await expect(other).toHaveURL('/games/32/history')
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByText('Changed meanwhile to: Theirs.')).toBeVisible()
	await expect(page.getByLabel('Summary', { exact: true })).toHaveValue('Mine.')
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByRole('article').first()).toContainText('Mine.')
	// Undoing the earlier edit would take the later one's fact
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await expect(page.getByText('A later edit changed the same facts. Undo that one first.')).toBeVisible()
	await other.close()
})

test('a visitor reads the history from the page of the game, and cannot edit', async ({ page }) => {
	await visit(page, '/games/33')
	await page.getByRole('link', { name: 'History' }).click()
	await expect(page.getByText('Nothing has changed since this game was added.')).toBeVisible()
	await visit(page, '/games/33/history?edit=1')
	await expect(page.getByText('Nothing has changed since this game was added.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
	await visit(page, '/games/999999/history')
	await expect(page.getByRole('heading', { name: 'Game Not Found' })).toBeVisible()
	await failCalls(page, '**/api/games/34/history*', FAILURE)
	await visit(page, '/games/34')
	await page.getByRole('link', { name: 'History' }).click()
	await expect(page.getByText('Failed to load the history')).toBeVisible()
})

test('facts that do not load say so', async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'moderator'))
	await failCalls(page, '**/api/moderation/games/35', FAILURE)
	await visit(page, '/games/35/history?edit=1')
	await expect(page.getByText('Failed to load the facts')).toBeVisible()
	await page.unroute('**/api/moderation/games/35')
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('')
})
