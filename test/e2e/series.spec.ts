// From a game to its series and to the game of which it is a remake.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

test('a remake leads to its original, and both to their series', { tag: '@phone' }, async ({ page }) => {
	await visit(page, '/series/dead-space')
	await expect(page.getByText('3 games, 2008 to 2023.')).toBeVisible()
	await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveText([
		/2008/,
		/Dead Space 2.*2011/,
		/2023/,
	])
	await waitForIdle(page)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])

	await page.getByRole('link', { name: 'Dead Space', exact: true }).last().click()
	const facts = page.getByRole('complementary', { name: 'Facts' })
	await expect(facts.getByText('Remake of')).toBeVisible()
	await expect(facts.getByRole('link', { name: 'Dead Space', exact: true })).toHaveCount(2)
	expect(await findAxeViolations(page)).toEqual([])
	await facts.getByRole('link', { name: 'Dead Space', exact: true }).last().click()
	await expect(facts.getByText('Remake of')).toBeHidden()
	await facts.getByRole('link', { name: 'Dead Space', exact: true }).click()
	await expect(page).toHaveURL('/series/dead-space')
})

test('a series that is none, and one that cannot be loaded, are said', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/series/nothing-like-it')
	await expect(page.getByRole('heading', { name: 'Series Not Found' })).toBeVisible()
	await visit(page, '/games')
	await failCalls(page, '**/api/series/*', { status: 500, json: { success: false, error: 'No', code: 'internal' } })
	await page.evaluate(() => history.pushState(null, '', '/series/dead-space'))
	await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
	await expect(page.getByText('Failed to load the series')).toBeVisible()
})
